import { findInstant } from '../../time-zones.ts';
import { parseDateTime } from './dates.ts';

const HAS_OFFSET = /(z|[+-]\d{2}(:?\d{2})?)$/i;

/**
 * Returns a date and time in milliseconds since 1970, or null if it does not exist. A date and time without an offset
 * is local to the time zone.
 */
export function parseZonedDateTime(text: string, timeZone: string): number | null {
  const asUtc = parseDateTime(text);
  if (asUtc === null || HAS_OFFSET.test(text.slice(11))) return asUtc;
  return findInstant(asUtc, timeZone);
}
