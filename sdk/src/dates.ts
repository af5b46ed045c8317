/** Dates inside items are `{"$date": "<ISO 8601>"}` on the wire, at any depth (data contract, section 0). */

/** Returns a copy of the value in which every Date is encoded for the wire. */
export function encodeDates(value: unknown): unknown {
  if (value instanceof Date) return { $date: value.toISOString() };
  return mapInside(value, encodeDates);
}

/** Returns a copy of the value in which every valid `$date` is a Date. Invalid ones remain objects. */
export function decodeDates(value: unknown): unknown {
  if (isWireDate(value)) return new Date(value.$date);
  return mapInside(value, decodeDates);
}

function mapInside(value: unknown, map: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(map);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, map(one)]));
}

function isWireDate(value: unknown): value is { $date: string } {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 1) return false;
  const { $date } = value as { $date?: unknown };
  return typeof $date === 'string' && !Number.isNaN(Date.parse($date));
}
