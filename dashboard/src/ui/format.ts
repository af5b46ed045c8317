/** Dates and numbers in the reader's own language and zone. */
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const shortDay = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const number = new Intl.NumberFormat();
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

export const formatDateTime = (iso: string): string => formatted(dateTime, iso);
export const formatDate = (iso: string): string => formatted(date, iso);
/** a UTC day `YYYY-MM-DD` */
export const formatDay = (day: string): string => formatted(shortDay, `${day}T00:00:00Z`);
export const formatNumber = (value: number): string => number.format(value);

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
