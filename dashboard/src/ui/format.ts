/** Dates and numbers in the reader's own language, and in the time zone of the site. */
import { siteZone } from './site-zone.ts';

const number = new Intl.NumberFormat();
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const DAY = /^\d{4}-\d\d-\d\d$/;

export const formatDateTime = (iso: string): string => formatted(inZone('dateTime', siteZone()), iso);
/** An instant, or a day `YYYY-MM-DD`, which is the same day in every zone. */
export const formatDate = (iso: string): string =>
  DAY.test(iso) ? formatted(inZone('date', 'UTC'), `${iso}T00:00:00Z`) : formatted(inZone('date', siteZone()), iso);
/** a day `YYYY-MM-DD`, without its year */
export const formatDay = (day: string): string => formatted(inZone('day', 'UTC'), `${day}T00:00:00Z`);
export const formatNumber = (value: number): string => number.format(value);

const styles = {
  dateTime: { dateStyle: 'medium', timeStyle: 'short' },
  date: { dateStyle: 'medium' },
  day: { day: 'numeric', month: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes far longer than using it, and a table uses one in each row. */
function inZone(style: keyof typeof styles, timeZone: string): Intl.DateTimeFormat {
  const key = `${style} ${timeZone}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat(undefined, { ...styles[style], timeZone });
  formats.set(key, format);
  return format;
}

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** “3 hours ago”; the plain date from a week on. */
export function formatAgo(iso: string, now: number = Date.now()): string {
  const elapsedMs = Date.parse(iso) - now;
  if (Number.isNaN(elapsedMs)) return iso;
  if (Math.abs(elapsedMs) > 7 * 86_400_000) return formatDate(iso);
  for (const [unit, unitMs] of steps) {
    if (Math.abs(elapsedMs) >= unitMs) return relative.format(Math.round(elapsedMs / unitMs), unit);
  }
  return 'just now';
}

const formatted = (format: Intl.DateTimeFormat, iso: string): string => {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : format.format(at);
};
