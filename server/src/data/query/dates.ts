const ISO = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Returns the form in which a date is stored and compared: ISO 8601 in UTC with milliseconds and a four-digit year, so
 * that text order is time order. Returns null for any other text. A time without a zone is read as UTC, regardless of
 * the server's time zone.
 */
export function canonicalizeDate(text: unknown): string | null {
  if (typeof text !== 'string' || !ISO.test(text)) return null;
  const hasZone = !text.includes('T') || /(Z|[+-]\d{2}:?\d{2})$/.test(text);
  const at = new Date(hasZone ? text : `${text}Z`);
  // The constructor of Date would silently turn February 30 into a day of March.
  if (new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDate() !== Number(text.slice(8, 10))) return null;
  const year = at.getUTCFullYear();
  return year >= 0 && year <= 9999 ? at.toISOString() : null;
}
