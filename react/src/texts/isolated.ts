/** Isolates inserted text of the other direction, so that it keeps its order (Unicode bidi, FSI and PDI). */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
