/** Bulk calls and jobs on items. */
import { NOTES } from '../fixture.ts';
import { rejectionRows, type Subject, successRows } from '../row.ts';
import { insertNotes } from './items.ts';

const options = (value: object): never => value as never;
const TWO_NOTES = [
  { _id: 'a', n: 1 },
  { _id: 'b', n: 2 },
];
const createItems = (count: number) => Array.from({ length: count }, (_, n) => ({ _id: `m${n}` }));
const idsOf = (items: readonly { _id: string }[]) => items.map(({ _id }) => _id);

/** Returns the counts, ids and errors of a result. */
async function summarize(call: Promise<object>) {
  const { errors, ...rest } = (await call) as { errors: { code: string; originalIndex: number; item: unknown }[] };
  return { ...rest, errors: errors.map(({ code, originalIndex, item }) => ({ code, originalIndex, item })) };
}

const readNumbers = async ({ owner }: Subject) =>
  (await owner.items.query(NOTES).ascending('_id').find()).items.map(({ _id, n }) => [_id, n]);

/** Waits until a job has ended. */
async function waitForJob({ owner }: Subject, { jobId }: { jobId: string }) {
  for (;;) {
    const { status, successCount } = await owner.items.getAsyncJobStatus(jobId);
    if (status === 'SUCCEEDED' || status === 'FAILED') return { status, successCount };
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export const bulkRows = [
  ...successRows('bulk', {
    'bulkInsert counts items and skips taken ids': async (s) => {
      await insertNotes(s);
      return summarize(s.visitor.items.bulkInsert(NOTES, [...TWO_NOTES, { _id: 'a' }]));
    },
    'bulkInsert overwrites taken ids with overrideExisting': async (s) => {
      await insertNotes(s, ...TWO_NOTES);
      const bulkInsertOverwriting = options({ overrideExisting: true });
      return summarize(s.visitor.items.bulkInsert(NOTES, [{ _id: 'a', n: 9 }, { _id: 'c' }], bulkInsertOverwriting));
    },
    'bulkInsert reports items that fail beside those that succeed': async (s) => {
      await insertNotes(s);
      return summarize(s.visitor.items.bulkInsert(NOTES, [{ _id: 'a' }, { $bad: 1 }]));
    },
    'bulkInsert sends an _id that is null': async (s) => {
      await insertNotes(s);
      return summarize(s.visitor.items.bulkInsert(NOTES, [{ _id: null } as never, { _id: 'a' }]));
    },
    'bulkInsert accepts 1,000 items': async (s) => {
      await insertNotes(s);
      return (await s.owner.items.bulkInsert(NOTES, createItems(1_000))).inserted;
    },
    'bulkUpdate skips unknown ids': async (s) => {
      await insertNotes(s, ...TWO_NOTES);
      return summarize(s.visitor.items.bulkUpdate(NOTES, [{ _id: 'a', n: 5 }, { _id: 'absent' }]));
    },
    'bulkUpdate reports items without an id': async (s) => {
      await insertNotes(s, ...TWO_NOTES);
      return summarize(s.visitor.items.bulkUpdate(NOTES, [{ n: 1 } as never, { _id: 'a', n: 5 }]));
    },
    'bulkSave inserts and replaces': async (s) => {
      await insertNotes(s, ...TWO_NOTES);
      return summarize(s.visitor.items.bulkSave(NOTES, [{ _id: 'a', n: 6 }, { _id: 'c' }]));
    },
    'bulkPatch changes each item': async (s) => {
      await insertNotes(s, ...TWO_NOTES);
      const result = await summarize(
        s.visitor.items.bulkPatch(NOTES, ['a', 'b', 'absent']).incrementField('n', 1).run(),
      );
      return [result, await readNumbers(s)];
    },
    'bulkPatch skips items that do not meet the condition': async (s) => {
      await insertNotes(s, ...TWO_NOTES);
      const patch = s.owner.items.bulkPatch(NOTES, ['a', 'b']).setField('n', 0);
      return summarize(patch.run({ condition: { n: 1 } }));
    },
    'bulkRemove skips unknown ids': async (s) => {
      await insertNotes(s, ...TWO_NOTES);
      return summarize(s.visitor.items.bulkRemove(NOTES, ['a', 'absent']));
    },
    'bulkRemove removes only items that meet the condition': async (s) => {
      await insertNotes(s, ...TWO_NOTES);
      return summarize(s.owner.items.bulkRemove(NOTES, ['a', 'b'], { condition: { n: 2 } }));
    },
    'asyncPatchByFilter changes the matching items in a job': async (s) => {
      await insertNotes(s, ...TWO_NOTES);
      const job = await s.owner.items
        .asyncPatchByFilter(NOTES, { n: { $gt: 1 } })
        .setField('n', 9)
        .run();
      return [await waitForJob(s, job), await readNumbers(s)];
    },
    'asyncRemoveByFilter removes the matching items in a job': async (s) => {
      await insertNotes(s, ...TWO_NOTES);
      const job = await s.owner.items.asyncRemoveByFilter(NOTES, s.owner.items.filter().eq('n', 2));
      return [await waitForJob(s, job), await readNumbers(s)];
    },
  }),
  ...rejectionRows('bulk', {
    'bulkInsert of no items': ({ visitor }) => visitor.items.bulkInsert(NOTES, []),
    'bulkInsert of 1,001 items': ({ visitor }) => visitor.items.bulkInsert(NOTES, createItems(1_001)),
    'bulkUpdate of 1,001 items': ({ visitor }) => visitor.items.bulkUpdate(NOTES, createItems(1_001)),
    'bulkSave of 1,001 items': ({ visitor }) => visitor.items.bulkSave(NOTES, createItems(1_001)),
    'bulkRemove of 1,001 ids': ({ visitor }) => visitor.items.bulkRemove(NOTES, idsOf(createItems(1_001))),
    'bulkPatch of 1,001 ids': async ({ visitor }) =>
      visitor.items
        .bulkPatch(NOTES, idsOf(createItems(1_001)))
        .setField('n', 1)
        .run(),
    'bulkInsert of something that is not an array': ({ visitor }) => visitor.items.bulkInsert(NOTES, {} as never),
    'bulkInsert of something that is not an object': ({ visitor }) => visitor.items.bulkInsert(NOTES, ['x'] as never),
    'bulkSave of an id that is not a string': ({ visitor }) => visitor.items.bulkSave(NOTES, [{ _id: 5 } as never]),
    'bulkRemove of something that is not an array': ({ visitor }) => visitor.items.bulkRemove(NOTES, 'a' as never),
    'bulkRemove of an id that is not a string': ({ visitor }) => visitor.items.bulkRemove(NOTES, [5] as never),
  }),
];
