/** The mean of paired differences and how sure it is. */

export interface Interval {
  readonly mean: number;
  /** bounds of the 99 % interval */
  readonly low: number;
  readonly high: number;
}

/** two-sided 99 % of the normal distribution; the counts here are too large for Student's to differ */
const Z = 2.5758;

/** The mean with its 99 % interval. */
export function meanInterval(values: readonly number[]): Interval {
  const mean = sum(values) / values.length;
  return around(mean, deviation(values) / Math.sqrt(values.length));
}

/**
 * The mean without the smallest and the largest `part` of the values, its interval by the winsorised deviation (Yuen
 * 1974): a few long pauses, of the system or a collector, then weigh no more than any other value.
 */
export function trimmedInterval(values: readonly number[], part: number): Interval {
  const sorted = [...values].sort((a, b) => a - b);
  const cut = Math.floor(sorted.length * part);
  const kept = sorted.slice(cut, sorted.length - cut);
  const [least, most] = [kept[0] as number, kept.at(-1) as number];
  const winsorised = sorted.map((value) => Math.min(most, Math.max(least, value)));
  const error = deviation(winsorised) / ((1 - (2 * cut) / sorted.length) * Math.sqrt(sorted.length));
  return around(sum(kept) / kept.length, error);
}

const around = (mean: number, error: number): Interval => ({ mean, low: mean - Z * error, high: mean + Z * error });

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function deviation(values: readonly number[]): number {
  const mean = sum(values) / values.length;
  return Math.sqrt(sum(values.map((value) => (value - mean) ** 2)) / (values.length - 1));
}
