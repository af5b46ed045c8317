/**
 * Milliseconds until the next attempt: `firstMs` after the first one, doubled after each further one, at most `mostMs`.
 * @param attempts made so far, from 1
 */
export function backOff(attempts: number, { firstMs, mostMs }: { firstMs: number; mostMs: number }): number {
  return Math.min(firstMs * 2 ** Math.max(attempts - 1, 0), mostMs);
}
