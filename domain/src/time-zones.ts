/** Times of a place: instants and what a clock in a time zone shows (IANA names). Pure; the engine brings the rules. */

/** A name of the IANA database; offsets (`+02:00`) are none, though newer engines take them. */
export function isTimeZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** What a clock in the zone shows at an instant: `YYYY-MM-DDTHH:mm:ss.SSS`. */
export function clockTime(at: Date, timeZone: string): string {
  return new Date(at.getTime() + offsetMs(at.getTime(), timeZone)).toISOString().slice(0, -1);
}

/** The instant at which a clock in the zone shows `YYYY-MM-DDTHH:mm`, with or without seconds; null for what is no time. */
export function instantOf(local: string, timeZone: string): Date | null {
  const shown = Date.parse(`${local}Z`);
  return Number.isNaN(shown) ? null : new Date(instantShowing(shown, timeZone));
}

/**
 * The same in milliseconds, the shown time as if it were UTC. Of an hour that the clock repeats it is the first, of one
 * that it skips the hour after it.
 */
export function instantShowing(shown: number, timeZone: string): number {
  // Clocks change at most once a day: one of the two offsets is the one that holds at this time.
  const before = shown - offsetMs(shown - DAY_MS, timeZone);
  const after = shown - offsetMs(shown + DAY_MS, timeZone);
  const shows = (instant: number): boolean => instant + offsetMs(instant, timeZone) === shown;
  return shows(before) || !shows(after) ? before : after;
}

const DAY_MS = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** How far the clock in the zone is ahead of UTC at an instant. */
function offsetMs(at: number, timeZone: string): number {
  const parts = Object.fromEntries(
    formatIn(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  return shown - Math.floor(at / 1_000) * 1_000;
}

function formatIn(timeZone: string): Intl.DateTimeFormat {
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
