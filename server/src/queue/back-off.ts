/**
 * Returns the milliseconds until the next attempt: `firstMs` after the first one, doubled after each further one, at
 * most `maxMs`.
 * @param attempts number of attempts so far, at least 1
 */
export function backOff(attempts: number, { firstMs, maxMs }: { firstMs: number; maxMs: number }): number {
  return Math.min(firstMs * 2 ** Math.max(attempts - 1, 0), maxMs);
}
