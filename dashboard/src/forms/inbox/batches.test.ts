import { describe, expect, it } from 'vitest';
import { BATCH_SIZE, type BatchAction, runInBatches, runOneByOne, type SubmissionRef } from './batches.ts';

const makeRefs = (formId: string, count: number): SubmissionRef[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${formId}${index}`, formId }));

describe('batches of submissions', () => {
  it('splits by form and batch size, and reports progress', async () => {
    const calls: [string, number][] = [];
    const progress: number[] = [];
    const action: BatchAction = async (formId, ids) => {
      calls.push([formId, ids.length]);
      return ids;
    };
    const all = [...makeRefs('a', BATCH_SIZE + 1), ...makeRefs('b', 2), ...makeRefs('a', 0)];
    const done = await runInBatches(all, action, (count) => progress.push(count));
    expect(calls).toEqual([
      ['a', BATCH_SIZE],
      ['a', 1],
      ['b', 2],
    ]);
    expect(progress).toEqual([BATCH_SIZE, BATCH_SIZE + 1, BATCH_SIZE + 3]);
    expect(done).toEqual(all);
  });

  it('returns only the submissions for which the action succeeded', async () => {
    const done = await runInBatches(makeRefs('a', 3), async (_, ids) => ids.filter((id) => id !== 'a1'));
    expect(done.map(({ id }) => id)).toEqual(['a0', 'a2']);
  });

  it('makes one call for each id with runOneByOne', async () => {
    const seen: string[] = [];
    const done = await runInBatches(
      makeRefs('a', 9),
      runOneByOne(async (id) => seen.push(id)),
    );
    expect(done).toHaveLength(9);
    expect(seen.toSorted()).toEqual(done.map(({ id }) => id));
  });
});
