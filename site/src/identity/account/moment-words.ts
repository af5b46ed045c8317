/** A time in words. Of UTC, and saying so: the server that renders the page does not know the visitor's clock. */
export const momentWords = (date: string | Date, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  }).format(new Date(date));
