/** Formats dates and numbers in the language of the browser and the time zone of the site. */
import { getSiteZone } from './site-zone.ts';

const numberFormat = new Intl.NumberFormat();
const relativeFormat = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const DAY_PATTERN = /^\d{4}-\d\d-\d\d$/;

export const formatDateTime = (iso: string): string => formatIso(formatterFor('dateTime', getSiteZone()), iso);
/** Formats the date of an instant in the site's time zone, or a day `YYYY-MM-DD`, which needs no time zone. */
export const formatDate = (iso: string): string =>
  DAY_PATTERN.test(iso)
    ? formatIso(formatterFor('date', 'UTC'), `${iso}T00:00:00Z`)
    : formatIso(formatterFor('date', getSiteZone()), iso);
/** Formats a day `YYYY-MM-DD` without its year. */
export const formatDay = (day: string): string => formatIso(formatterFor('day', 'UTC'), `${day}T00:00:00Z`);
export const formatNumber = (value: number): string => numberFormat.format(value);

const styles = {
  dateTime: { dateStyle: 'medium', timeStyle: 'short' },
  date: { dateStyle: 'medium' },
  day: { day: 'numeric', month: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached, because creating an Intl.DateTimeFormat is slow and a table uses one in each row. */
function formatterFor(style: keyof typeof styles, timeZone: string): Intl.DateTimeFormat {
  const key = `${style} ${timeZone}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat(undefined, { ...styles[style], timeZone });
  formats.set(key, format);
  return format;
}

const relativeUnits: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** Formats an instant relative to now, e.g. “3 hours ago”. Returns a date if the instant is more than a week away. */
export function formatAgo(iso: string, now: number = Date.now()): string {
  const elapsedMs = Date.parse(iso) - now;
  if (Number.isNaN(elapsedMs)) return iso;
  if (Math.abs(elapsedMs) > 7 * 86_400_000) return formatDate(iso);
  for (const [unit, unitMs] of relativeUnits) {
    if (Math.abs(elapsedMs) >= unitMs) return relativeFormat.format(Math.round(elapsedMs / unitMs), unit);
  }
  return 'just now';
}

const formatIso = (format: Intl.DateTimeFormat, iso: string): string => {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : format.format(date);
};
