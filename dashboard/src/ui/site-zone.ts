/** The time zone of the current site. All users of a site see and enter times in it. */
import { clockTimeOf, instantOf } from '@portico/domain/time-zones';

// The zone of the browser until a site is loaded.
let siteTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export const getSiteZone = (): string => siteTimeZone;

export function setSiteZone(timeZone: string): void {
  siteTimeZone = timeZone;
}

/** Converts an instant to a local time of the site in the format of inputs: `YYYY-MM-DDTHH:mm:ss.SSS`. */
export const toSiteLocalTime = (date: Date): string => clockTimeOf(date, siteTimeZone);

/** Converts a local time of the site to an instant. Returns null if the text is not a time. */
export const fromSiteLocalTime = (localTime: string): Date | null => instantOf(localTime, siteTimeZone);

/** Returns the start of the day that is `addDays` after `day`, in the site's time zone; null if `day` is not a date. */
export function startOfDay(day: string, addDays = 0): Date | null {
  const date = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(date)) return null;
  return fromSiteLocalTime(new Date(date + addDays * DAY_MS).toISOString().slice(0, 10).concat('T00:00'));
}

/** Returns the day `YYYY-MM-DD` that is `daysBack` days before an instant, in the time zone of the site. */
export function siteDayOf(now: Date, daysBack = 0): string {
  const day = Date.parse(`${toSiteLocalTime(now).slice(0, 10)}T00:00:00Z`);
  return new Date(day - daysBack * DAY_MS).toISOString().slice(0, 10);
}

const DAY_MS = 86_400_000;
