/** after each try that failed: eight tries in about a day */
const DELAYS_SECONDS = [10, 60, 480, 3_000, 10_800, 28_800, 43_200];

/**
 * Milliseconds until the next try; null: that was the last one. A tenth more or less, so that what failed together does
 * not come back together.
 */
export function delayAfter(attempts: number, random: () => number = Math.random): number | null {
  const seconds = DELAYS_SECONDS[Math.max(attempts, 1) - 1];
  return seconds === undefined ? null : Math.round(seconds * 1_000 * (0.9 + random() * 0.2));
}
