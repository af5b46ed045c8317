/** The time zone of the site that is shown: everybody who works on it reads and enters times by the same clock. */
import { clockTime, instantOf } from '@portico/domain/time-zones';

// until a site is shown, the reader's own
let zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export const siteZone = (): string => zone;

export function setSiteZone(timeZone: string): void {
  zone = timeZone;
}

/** What the site's clock shows at an instant: `YYYY-MM-DDTHH:mm:ss.SSS`, as inputs take it. */
export const siteClock = (at: Date): string => clockTime(at, zone);

/** The instant at which the site's clock shows the time of an input; null for what is no time. */
export const atSiteClock = (local: string): Date | null => instantOf(local, zone);

/** The first moment of a day `YYYY-MM-DD`, or of one some days later; null for what is no day. */
export function startOfDay(day: string, later = 0): Date | null {
  const date = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(date)) return null;
  return atSiteClock(new Date(date + later * DAY_MS).toISOString().slice(0, 10).concat('T00:00'));
}

/** The day that the site's calendar shows, or one some days before. */
export function siteDay(now: Date, before = 0): string {
  const day = Date.parse(`${siteClock(now).slice(0, 10)}T00:00:00Z`);
  return new Date(day - before * DAY_MS).toISOString().slice(0, 10);
}

const DAY_MS = 86_400_000;
