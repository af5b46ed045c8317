import { describe, expect, it } from 'vitest';
import { type Act, BATCH, inBatches, oneByOne, type Ref } from './batches.ts';

const refs = (formId: string, count: number): Ref[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${formId}${index}`, formId }));

describe('work on many', () => {
  it('goes form by form, never more than a call takes, and tells how far it is', async () => {
    const calls: [string, number][] = [];
    const told: number[] = [];
    const act: Act = async (formId, ids) => {
      calls.push([formId, ids.length]);
      return ids;
    };
    const all = [...refs('a', BATCH + 1), ...refs('b', 2), ...refs('a', 0)];
    const done = await inBatches(all, act, (count) => told.push(count));
    expect(calls).toEqual([
      ['a', BATCH],
      ['a', 1],
      ['b', 2],
    ]);
    expect(told).toEqual([BATCH, BATCH + 1, BATCH + 3]);
    expect(done).toEqual(all);
  });

  it('answers only what was done', async () => {
    const done = await inBatches(refs('a', 3), async (_, ids) => ids.filter((id) => id !== 'a1'));
    expect(done.map(({ id }) => id)).toEqual(['a0', 'a2']);
  });

  it('does calls that take one at a time for each, once', async () => {
    const seen: string[] = [];
    const done = await inBatches(
      refs('a', 9),
      oneByOne(async (id) => seen.push(id)),
    );
    expect(done).toHaveLength(9);
    expect(seen.toSorted()).toEqual(done.map(({ id }) => id));
  });
});
