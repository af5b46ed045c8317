/** Encloses inserted text in Unicode isolates (FSI and PDI), so that text of another direction keeps its order. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
