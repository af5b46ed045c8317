/** The browser's inputs of times leave out the seconds, which the values of forms have (forms contract section 5.2). */
export const withSeconds = (text: string): string => (/(^|T)\d{2}:\d{2}$/.test(text) ? `${text}:00` : text);
