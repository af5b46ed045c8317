/** Converts between instants and local times in IANA time zones. The JavaScript engine supplies the time zone data. */

/**
 * Returns true for a name in the IANA database. Offsets (`+02:00`) are rejected, although newer engines accept them.
 */
export function isTimeZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Returns the local time in the zone at an instant, as `YYYY-MM-DDTHH:mm:ss.SSS`. */
export function clockTimeOf(date: Date, timeZone: string): string {
  return new Date(date.getTime() + offsetOf(date.getTime(), timeZone)).toISOString().slice(0, -1);
}

/**
 * Writes an instant as its local time in the zone with the offset from UTC (ISO 8601), for example
 * `2026-11-24T18:00:00.000+01:00`. The offsets of the nineteenth century had seconds, which are left out of both.
 */
export function toOffsetTime(date: Date, timeZone: string): string {
  const offset = Math.trunc(offsetOf(date.getTime(), timeZone) / MINUTE_MS);
  const local = new Date(date.getTime() + offset * MINUTE_MS).toISOString().slice(0, -1);
  const twoDigits = (number: number): string => String(number).padStart(2, '0');
  const distance = Math.abs(offset);
  return `${local}${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(distance / 60))}:${twoDigits(distance % 60)}`;
}

/**
 * Returns the instant of a local time `YYYY-MM-DDTHH:mm` (seconds optional) in the zone, or null for an invalid time.
 */
export function instantOf(local: string, timeZone: string): Date | null {
  const localTimestamp = Date.parse(`${local}Z`);
  return Number.isNaN(localTimestamp) ? null : new Date(findInstant(localTimestamp, timeZone));
}

/**
 * Converts a local time, in milliseconds as if it were UTC, to its instant in milliseconds. A local time that occurs
 * twice yields the first instant. A local time that the clock skips yields the instant one hour later.
 */
export function findInstant(localTimestamp: number, timeZone: string): number {
  // Clocks change at most once a day, so the offset of the day before or of the day after is valid at this time.
  const before = localTimestamp - offsetOf(localTimestamp - DAY_MS, timeZone);
  const after = localTimestamp - offsetOf(localTimestamp + DAY_MS, timeZone);
  const matchesLocalTime = (instant: number): boolean => instant + offsetOf(instant, timeZone) === localTimestamp;
  return matchesLocalTime(before) || !matchesLocalTime(after) ? before : after;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the offset of the zone from UTC at an instant, in milliseconds. */
function offsetOf(timestamp: number, timeZone: string): number {
  const parts = Object.fromEntries(
    formatterFor(timeZone)
      .formatToParts(timestamp)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const localTimestamp = Date.UTC(year, month - 1, day, hour, minute, second);
  return localTimestamp - Math.floor(timestamp / 1_000) * 1_000;
}

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const number = 'numeric';
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: number,
    month: number,
    day: number,
    hour: number,
    minute: number,
    second: number,
  });
  formats.set(timeZone, format);
  return format;
}
