/**
 * Tests the semantics of each operator, row by row of data contract section 2.2, over HTTP, with and without an index
 * on the field.
 */
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { createVerbs } from '../../testing/verbs.ts';

let t: TestServer;
const date = (text: string) => ({ $date: text });
const [MAY, JUNE] = [date('2024-05-06T07:08:09.010Z'), date('2024-06-01T00:00:00.000Z')];

/** One item per id, with the value in `v`. */
const VALUES: Readonly<Record<string, unknown>> = {
  five: 5,
  nine: 9,
  half: 0.5,
  minus: -1,
  fiveText: '5',
  yes: true,
  no: false,
  nil: null,
  empty: '',
  abc: 'abc',
  ABC: 'ABC',
  XYZ: 'XYZ',
  special: '100% _a.b^*[x]\\',
  emoji: '😀',
  high: '\uffee',
  list: ['red', 'Green', 5],
  none: [],
  nested: [[5]],
  withNull: [null, 'x'],
  object: { city: 'Ulm', zip: { a: 1 } },
  objects: [{ city: 'Ulm' }, { city: 'Bonn', tags: ['x', 'y'] }],
  may: MAY,
  june: JUNE,
  dates: [MAY],
  dayText: '2024-05-06',
  timeText: '12:34:56.789',
};
const ALL = ['missing', ...Object.keys(VALUES)];
const allExcept = (...ids: string[]) => ALL.filter((id) => !ids.includes(id));

const CONDITION_CASES: readonly (readonly [string, unknown, readonly string[]])[] = [
  ['only the same type is equal', 5, ['five', 'list']],
  ['only the same type is equal', '5', ['fiveText']],
  ['only the same type is equal', true, ['yes']],
  ['only the same type is equal', { $eq: MAY }, ['may', 'dates']],
  ['a moment in another zone is the same', date('2024-05-06T09:08:09.010+02:00'), ['may', 'dates']],
  ['a date is no text', MAY.$date, []],
  ['a text is no date', '2024-05-06', ['dayText']],
  ['only the same type compares', { $gt: 0 }, ['five', 'half', 'nine', 'list']],
  ['only the same type compares', { $lt: 6 }, ['five', 'half', 'list', 'minus']],
  ['only the same type compares', { $lte: 5, $gte: 5 }, ['five', 'list']],
  ['only the same type compares', { $gte: false }, ['no', 'yes']],
  ['only the same type compares', { $gt: MAY }, ['june']],
  ['only the same type compares', { $gte: MAY, $lt: JUNE }, ['dates', 'may']],
  ['text is in the order of code points', { $lt: 'abc', $gt: 'AB' }, ['ABC', 'XYZ', 'list']],
  ['text is in the order of code points', { $gt: '\uff00' }, ['emoji', 'high']],
  ['text is in the order of code points', { $gt: '\uffff' }, ['emoji']],
  ['days and times are text', { $gte: '2024-05-01', $lt: '2024-06-01' }, ['dayText']],
  ['days and times are text', { $gt: '12:00', $lt: '13:00' }, ['timeText']],
  [
    'nothing is greater or less than null',
    { $gte: '' },
    ['ABC', 'XYZ', 'abc', 'dayText', 'emoji', 'empty', 'fiveText', 'high', 'list', 'special', 'timeText', 'withNull'],
  ],
  ['equality regards case', 'abc', ['abc']],
  [
    'equality regards case',
    { $in: ['Abc', 'XYZ', 5, null, true] },
    ['XYZ', 'five', 'list', 'missing', 'nil', 'withNull', 'yes'],
  ],
  ['equality regards case', { $hasSome: ['green'] }, []],
  ['text operators do not regard case', { $contains: 'BC' }, ['ABC', 'abc']],
  ['text operators do not regard case', { $startsWith: 'xY' }, ['XYZ']],
  ['text operators do not regard case', { $endsWith: 'REEN' }, ['list']],
  ['text operators find nothing in what is no text', { $contains: '5' }, ['dayText', 'fiveText', 'timeText']],
  [
    'every text contains the empty one',
    { $startsWith: '' },
    ['ABC', 'XYZ', 'abc', 'dayText', 'emoji', 'empty', 'fiveText', 'high', 'list', 'special', 'timeText', 'withNull'],
  ],
  ...['100%', '% _', '_A.B', '.b^', '^*[', '*[X]', ']\\'].map(
    (text) => ['special characters are plain', { $contains: text }, ['special']] as const,
  ),
  ['special characters are plain', { $contains: '1_0' }, []],
  ['special characters are plain', { $startsWith: '.*' }, []],
  ['any element of an array', 'red', ['list']],
  ['any element of an array', { $gt: 'q', $lt: 's' }, ['list']],
  ['any element of an array, but not of one inside', { $hasSome: [5, 9] }, ['five', 'list', 'nine']],
  ['an array by itself', ['red', 'Green', 5], ['list']],
  ['an array by itself', [5], ['nested']],
  ['an array by itself', { $eq: [] }, ['none']],
  ['ne: no element', { $ne: 5 }, allExcept('five', 'list')],
  ['nin: no element', { $nin: [5, 'x'] }, allExcept('five', 'list', 'withNull')],
  ['nin of nothing', { $nin: [] }, ALL],
  ['in and hasSome of nothing', { $in: [] }, []],
  ['in and hasSome of nothing', { $hasSome: [] }, []],
  ['hasAll of nothing', { $hasAll: [] }, ALL],
  ['hasAll of arrays and single values', { $hasAll: [5] }, ['five', 'list']],
  ['hasAll of arrays and single values', { $hasAll: [5, 'red'] }, ['list']],
  ['null is null or missing', null, ['missing', 'nil', 'withNull']],
  ['null is null or missing', { $eq: null }, ['missing', 'nil', 'withNull']],
  ['not null: an empty text is a value', { $ne: null }, allExcept('missing', 'nil', 'withNull')],
  ['ne is met by null and missing', { $ne: 'abc' }, allExcept('abc')],
  ['exists: null is there', { $exists: true }, allExcept('missing')],
  ['exists: null is there', { $exists: false }, ['missing']],
  ['isEmpty: nothing, null, an empty text or array', { $isEmpty: true }, ['empty', 'missing', 'nil', 'none']],
  ['isEmpty: nothing, null, an empty text or array', { $isEmpty: false }, allExcept('empty', 'missing', 'nil', 'none')],
  ['an object as a whole, in any order of its keys', { zip: { a: 1 }, city: 'Ulm' }, ['object']],
  ['an object as a whole', { city: 'Ulm' }, ['objects']],
  ['several operators are one after the other', { $gt: 0, $lt: 6, $ne: 0.5 }, ['five', 'list']],
];

const COMPOSITE_ROWS: readonly (readonly [string, object, readonly string[]])[] = [
  ['dotted into objects, and those of arrays', { 'v.city': 'Ulm' }, ['object', 'objects']],
  ['dotted into objects, and those of arrays', { 'v.city': { $contains: 'ON' } }, ['objects']],
  ['dotted twice', { 'v.zip.a': { $gte: 1 } }, ['object']],
  ['dotted to an array inside', { 'v.tags': { $hasAll: ['x', 'y'] } }, ['objects']],
  ['dotted: no such field is null', { 'v.zip.a': null, 'v.city': { $exists: true } }, ['objects']],
  ['dotted: ne of any', { 'v.city': { $ne: 'Ulm' }, _id: { $in: ['object', 'objects', 'five'] } }, ['five']],
  ['between: from, but not to', { $and: [{ v: { $gte: 5 } }, { v: { $lt: 9 } }] }, ['five', 'list']],
  ['two fields', { v: 5, _id: 'five' }, ['five']],
  ['and of nothing', { $and: [] }, ALL],
  ['or of nothing', { $or: [] }, []],
  ['nothing at all', {}, ALL],
  ['an empty member of or', { $or: [{}, { v: 5 }] }, ALL],
  ['an empty member of and', { $and: [{}, { v: 5 }] }, ['five', 'list']],
  ['not, as a list of one', { $not: [{ v: { $exists: true } }] }, ['missing']],
  ['not, as an object', { $not: { v: { $exists: true } } }, ['missing']],
  ['not of nothing', { $not: {} }, []],
  ['not of what is never true of null', { $not: [{ v: { $gt: 0 } }] }, allExcept('five', 'half', 'nine', 'list')],
  ['not of not', { $not: [{ $not: { v: 9 } }] }, ['nine']],
  ['or, then eq', { $and: [{ $or: [{ v: 5 }, { v: 9 }] }, { _id: { $ne: 'list' } }] }, ['five', 'nine']],
  ['_id with hasSome, regarding case', { _id: { $hasSome: ['abc', 'xyz'] } }, ['abc']],
  ['_id with hasAll of one', { _id: { $hasAll: ['abc'] } }, ['abc']],
  ['_id with text operators, not regarding case', { _id: { $startsWith: 'ab' } }, ['ABC', 'abc']],
  ['_id is never null', { _id: null }, []],
  [
    'a pattern, as a whole',
    {
      v: {
        $matches: {
          ignoreCase: true,
          spec: [
            { type: 'literal', value: 'x' },
            { type: 'anyOf', value: 'wy' },
            { type: 'literal', value: 'z' },
          ],
        },
      },
    },
    ['XYZ'],
  ],
  ['a pattern that regards case', { v: { $matches: { spec: [{ type: 'literal', value: 'xyz' }] } } }, []],
];

const ROWS = [
  ...CONDITION_CASES.map(([name, condition, ids]) => [name, { v: condition }, ids] as const),
  ...COMPOSITE_ROWS,
].map(([name, filter, ids]) => [name, filter, [...ids].sort()] as const);

beforeAll(async () => {
  t = await testServer();
  for (const dataCollectionId of ['Plain', 'Indexed']) {
    await post('collections', { collection: { id: dataCollectionId, permissions: { read: 'ANYONE' } } }, t.key);
    const stored = Object.entries(VALUES).map(([_id, v]) => ({ data: { _id, v } }));
    const dataItems = [{ data: { _id: 'missing' } }, ...stored];
    const { body } = await post('bulk/items/insert', { dataCollectionId, dataItems }, t.key);
    expect(body.bulkActionMetadata.totalFailures).toBe(0);
  }
  for (const index of [
    { name: 'v', fields: [{ path: 'v' }] },
    { name: 'text', fields: [{ path: 'v' }], kind: 'TEXT' },
    { name: 'folded', fields: [{ path: 'v' }], caseInsensitive: true },
    { name: 'city', fields: [{ path: 'v.city' }] },
  ])
    expect((await post('indexes', { dataCollectionId: 'Indexed', index }, t.key)).status).toBe(200);
  const list = () => t.call({ method: 'GET', path: '/v2/indexes?dataCollectionId=Indexed', as: t.key });
  while ((await list()).body.indexes.some(({ status }: { status: string }) => status === 'BUILDING'))
    await setTimeout(20);
}, 60_000);
afterAll(() => t.stop());

const { post } = createVerbs(() => t, { at: '/v2/', caller: 'visitor' });

describe.each(['Plain', 'Indexed'])('%s', (dataCollectionId) => {
  it.each(ROWS)('%s: %j', async (_, filter, ids) => {
    const query = { filter, sort: [{ fieldName: '_id' }], paging: { limit: 100 } };
    const { body } = await post('items/query', { dataCollectionId, query });
    expect(body.dataItems.map(({ id }: { id: string }) => id)).toEqual(ids);
    const counted = await post('items/count', { dataCollectionId, filter });
    expect(counted.body).toEqual({ totalCount: ids.length });
  });

  it('sorts null and missing first, then by type, and finally by _id', async () => {
    const order = async (direction: string) => {
      const query = { sort: [{ fieldName: 'v', order: direction }], paging: { limit: 100 } };
      const { body } = await post('items/query', { dataCollectionId, query });
      return body.dataItems.map(({ id }: { id: string }) => id) as string[];
    };
    const ascending = await order('ASC');
    expect(ascending.slice(0, 7)).toEqual(['missing', 'nil', 'minus', 'half', 'five', 'nine', 'empty']);
    expect(ascending.slice(-2)).toEqual(['may', 'june']);
    expect(await order('DESC')).toEqual(ascending.reverse());
  });
});
