/** The mean of paired differences with its confidence interval. */

export interface Interval {
  readonly mean: number;
  /** Bounds of the 99 % interval. */
  readonly low: number;
  readonly high: number;
}

/**
 * Two-sided 99 % quantile of the normal distribution. The samples are large enough that Student's t distribution hardly
 * differs.
 */
const Z = 2.5758;

/** Returns the mean with its 99 % interval. */
export function estimateMean(values: readonly number[]): Interval {
  const mean = sum(values) / values.length;
  return intervalAround(mean, deviationOf(values) / Math.sqrt(values.length));
}

/**
 * Returns the mean without the smallest and largest `part` of the values, with an interval from the winsorised
 * deviation (Yuen 1974). A few long pauses, caused by the system or the garbage collector, thus have little weight.
 */
export function estimateTrimmedMean(values: readonly number[], part: number): Interval {
  const sorted = [...values].sort((a, b) => a - b);
  const trimmedCount = Math.floor(sorted.length * part);
  const trimmed = sorted.slice(trimmedCount, sorted.length - trimmedCount);
  const [least, most] = [trimmed[0] as number, trimmed.at(-1) as number];
  const winsorised = sorted.map((value) => Math.min(most, Math.max(least, value)));
  const error = deviationOf(winsorised) / ((1 - (2 * trimmedCount) / sorted.length) * Math.sqrt(sorted.length));
  return intervalAround(sum(trimmed) / trimmed.length, error);
}

const intervalAround = (mean: number, error: number): Interval => ({
  mean,
  low: mean - Z * error,
  high: mean + Z * error,
});

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function deviationOf(values: readonly number[]): number {
  const mean = sum(values) / values.length;
  return Math.sqrt(sum(values.map((value) => (value - mean) ** 2)) / (values.length - 1));
}
