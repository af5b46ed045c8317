/**
 * Parses dates and times in the format of forms (forms contract section 5.2). Dates must exist in the calendar, seconds
 * are required, and the zone is optional.
 */

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^(\d{2}):(\d{2}):(\d{2})(\.\d+)?(z|[+-]\d{2}(?::?\d{2})?)?$/i;
const DAY = 86_400_000;

/** Returns midnight UTC on the date in milliseconds since 1970; null if the date does not exist. */
export function parseDate(text: string): number | null {
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (!year) return null;
  const date = new Date(0);
  // Date.UTC would map the years 0 to 99 to 1900 to 1999.
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const exists = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return exists ? date.getTime() : null;
}

/** Returns milliseconds since midnight UTC. A time without a zone is in UTC. */
export function parseTime(text: string): number | null {
  const [matched, hours, minutes, seconds, fraction, zone] = TIME.exec(text) ?? [];
  if (!matched || Number(hours) > 23 || Number(minutes) > 59) return null;
  // Leap seconds occur only at the end of a day.
  if (Number(seconds) > 59 && `${hours}:${minutes}:${seconds}` !== '23:59:60') return null;
  const offsetMinutes = zoneMinutesOf(zone ?? 'Z');
  if (offsetMinutes === null) return null;
  const ms = (Number(hours) * 60 + Number(minutes) - offsetMinutes) * 60_000 + Number(seconds) * 1000;
  return ms + Math.floor(Number(`0${fraction ?? '.0'}`) * 1000);
}

/** Returns the milliseconds since 1970 of a date and a time separated by T or white space. */
export function parseDateTime(text: string): number | null {
  const date = parseDate(text.slice(0, 10));
  const time = /^[Tt\s]$/.test(text[10] ?? '') ? parseTime(text.slice(11)) : null;
  return date === null || time === null ? null : date + time;
}

export const parseDateOptionalTime = (text: string): number | null => parseDate(text) ?? parseDateTime(text);

function zoneMinutesOf(zone: string): number | null {
  if (zone.toUpperCase() === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || '0');
  if (hours > 23 || minutes > 59) return null;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

const NOW = /^\$now(?:([+-]\d{1,6})([yMdhm]))?$/;

/**
 * Returns the instant of `$now`, `$now-18y` or `$now+30m`; null for any other text and for an instant out of range.
 * Adding months or years never moves past the last day of the month.
 */
export function parseNow(text: string, now: Date): Date | null {
  const match = NOW.exec(text.replace(/\s/g, ''));
  if (!match) return null;
  const instant = shiftDate(now, Number(match[1] ?? 0), match[2]);
  return Number.isNaN(instant.getTime()) ? null : instant;
}

function shiftDate(now: Date, amount: number, unit: string | undefined): Date {
  switch (unit) {
    case 'y':
      return addMonths(now, amount * 12);
    case 'M':
      return addMonths(now, amount);
    case 'h':
      return new Date(now.getTime() + amount * 3_600_000);
    case 'm':
      return new Date(now.getTime() + amount * 60_000);
    default:
      return new Date(now.getTime() + amount * DAY);
  }
}

/** Returns the date n months later, or the last day of that month if it is shorter. */
export function addMonths(date: Date, months: number): Date {
  const shiftedDate = new Date(date);
  shiftedDate.setUTCDate(1);
  shiftedDate.setUTCMonth(shiftedDate.getUTCMonth() + months);
  const last = new Date(shiftedDate);
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  shiftedDate.setUTCDate(Math.min(date.getUTCDate(), last.getUTCDate()));
  return shiftedDate;
}
