import { describe, expect, it } from 'vitest';
import { wholeTicks } from './whole-ticks.ts';

describe('the ticks of an axis of counts', () => {
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
  ])('of %j are %j', (counts, ticks) => {
    expect(wholeTicks(counts).ticks).toEqual(ticks);
  });
});
