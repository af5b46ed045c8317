/**
 * Formats a time in a time zone.
 * @param timeZone IANA time zone; undefined for that of the browser. On a server, pass UTC: it does not know the
 *   time zone of the visitor.
 */
export const formatTime = (date: string | Date, language: string, timeZone: string | undefined): string =>
  new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(new Date(date));
