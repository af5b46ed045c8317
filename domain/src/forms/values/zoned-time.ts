import { instantShowing } from '../../time-zones.ts';
import { parseDateTime } from './dates.ts';

const HAS_OFFSET = /(z|[+-]\d{2}(:?\d{2})?)$/i;

/**
 * Milliseconds since 1970 of a date and time, or null if there is no such time. Without an offset it is local to the time
 * zone.
 */
export function parseZonedDateTime(text: string, timeZone: string): number | null {
  const asUtc = parseDateTime(text);
  if (asUtc === null || HAS_OFFSET.test(text.slice(11))) return asUtc;
  return instantShowing(asUtc, timeZone);
}
