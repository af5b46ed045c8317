/** Delays in seconds after each failed attempt, for eight attempts in about a day. */
const DELAYS_SECONDS = [10, 60, 480, 3_000, 10_800, 28_800, 43_200];

/**
 * Returns the milliseconds until the next attempt, or null after the last one. The delay varies randomly by a tenth, so
 * that deliveries that failed together are not retried together.
 */
export function delayAfter(attempts: number, random: () => number = Math.random): number | null {
  const seconds = DELAYS_SECONDS[Math.max(attempts, 1) - 1];
  return seconds === undefined ? null : Math.round(seconds * 1_000 * (0.9 + random() * 0.2));
}
