import { parseDateTime } from './dates.ts';

/** True for a name of the IANA database; offsets (`+02:00`) are none, though newer engines accept them. */
export function isTimeZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const HAS_OFFSET = /(z|[+-]\d{2}(:?\d{2})?)$/i;

/**
 * Milliseconds since 1970 of a date and time, or null if there is no such time. Without an offset it is local to the time
 * zone; of an hour that the clock repeats it is the first, of one that it skips the hour after it.
 */
export function parseZonedDateTime(text: string, timeZone: string): number | null {
  const asUtc = parseDateTime(text);
  if (asUtc === null || HAS_OFFSET.test(text.slice(11))) return asUtc;
  // Clocks change at most once a day: one of the two offsets is the one that holds at this time.
  const before = asUtc - offsetAt(asUtc - DAY, timeZone);
  const after = asUtc - offsetAt(asUtc + DAY, timeZone);
  const isLocal = (instant: number): boolean => instant + offsetAt(instant, timeZone) === asUtc;
  return isLocal(before) || !isLocal(after) ? before : after;
}

const DAY = 86_400_000;

/** Milliseconds by which clocks of the time zone are ahead of UTC at an instant. */
function offsetAt(instant: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes = '0', seconds = '0'] = /^GMT([+-])(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(name) ?? [];
  if (!hours) return 0;
  const size = Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1_000;
  return sign === '-' ? -size : size;
}
