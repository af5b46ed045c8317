const ISO = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * The one form in which a moment is stored and compared: ISO 8601, UTC, milliseconds, a year of four digits, so that
 * order by text is order in time. Null for anything else. A time without a zone is UTC, whatever the server's zone.
 */
export function canonicalDate(text: unknown): string | null {
  if (typeof text !== 'string' || !ISO.test(text)) return null;
  const hasZone = !text.includes('T') || /(Z|[+-]\d{2}:?\d{2})$/.test(text);
  const at = new Date(hasZone ? text : `${text}Z`);
  // A day that the month has not would quietly be one of the next.
  if (new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDate() !== Number(text.slice(8, 10))) return null;
  const year = at.getUTCFullYear();
  return year >= 0 && year <= 9999 ? at.toISOString() : null;
}
