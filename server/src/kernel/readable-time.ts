import type { Language } from '@portico/domain';

/** Returns an instant in readable form, in the named time zone: `6 May 2024 at 09:08 GMT+2`. */
export function formatTime(date: Date, language: Language, timeZone: string): string {
  const formatter = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone });
  const zoneFormatter = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'short' });
  const zone = zoneFormatter.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  return `${formatter.format(date)} ${zone}`;
}
