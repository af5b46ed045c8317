import { describe, expect, it } from 'vitest';
import { chooseIntegerTicks } from './integer-ticks.ts';

describe('chooseIntegerTicks', () => {
  it.each([
    [[], [0, 1]],
    [[1], [0, 1]],
    [
      [0, 3],
      [0, 1, 2, 3],
    ],
    [[7], [0, 2, 4, 6, 8]],
    [[40], [0, 10, 20, 30, 40]],
    [[1_234], [0, 500, 1_000, 1_500]],
  ])('returns for the counts %j the ticks %j', (counts, ticks) => {
    expect(chooseIntegerTicks(counts).ticks).toEqual(ticks);
  });
});
