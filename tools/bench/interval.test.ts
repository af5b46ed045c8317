import { describe, expect, it } from 'vitest';
import { estimateMean, estimateTrimmedMean } from './interval.ts';

/** The numbers from 1 to 100: mean 50.5, standard deviation 29.0115. */
const values = Array.from({ length: 100 }, (_, n) => n + 1);

describe('the interval of a mean', () => {
  it('is the mean with 2.5758 standard errors on both sides', () => {
    const { mean, low, high } = estimateMean(values);
    expect(mean).toBe(50.5);
    expect(low).toBeCloseTo(50.5 - 2.5758 * 2.90115, 3);
    expect(high).toBeCloseTo(50.5 + 2.5758 * 2.90115, 3);
  });

  it('is, without trimming, the same from both functions', () => {
    const [plain, trimmed] = [estimateMean(values), estimateTrimmedMean(values, 0)];
    for (const name of ['mean', 'low', 'high'] as const) expect(trimmed[name]).toBeCloseTo(plain[name], 9);
  });

  it('does not follow a few outliers when trimmed', () => {
    const valuesWithOutliers = [...values.slice(0, 95), 1e6, 1e6, 1e6, 1e6, 1e6];
    expect(estimateMean(valuesWithOutliers).mean).toBeGreaterThan(10_000);
    expect(estimateTrimmedMean(valuesWithOutliers, 0.1)).toEqual(estimateTrimmedMean(values, 0.1));
  });

  it('covers the true mean about 99 times in 100', () => {
    let state = 1;
    // A small random number generator (Park and Miller), so that the test is reproducible.
    const randomUniform = (): number => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    const covers = ({ low, high }: { low: number; high: number }): boolean => low <= 0.5 && 0.5 <= high;
    let [plain, trimmed] = [0, 0];
    for (let run = 0; run < 1_000; run += 1) {
      const sample = Array.from({ length: 200 }, randomUniform);
      if (covers(estimateMean(sample))) plain += 1;
      if (covers(estimateTrimmedMean(sample, 0.1))) trimmed += 1;
    }
    for (const count of [plain, trimmed]) {
      expect(count).toBeGreaterThan(975);
      expect(count).toBeLessThan(1_000);
    }
  });
});
