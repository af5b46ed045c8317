/** Adds the seconds that the browser's time inputs omit and form values require (forms contract section 5.2). */
export const withSeconds = (text: string): string => (/(^|T)\d{2}:\d{2}$/.test(text) ? `${text}:00` : text);
