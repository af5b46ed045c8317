/** Tests ISO strings in filters on dates, in every call that takes a filter. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { createVerbs } from '../../testing/verbs.ts';
import { createCollection, insertItems } from '../index.ts';

const date = ($date: string) => ({ $date });
let t: TestServer;
beforeAll(async () => {
  t = await testServer();
  const fields = [
    { key: 'held', type: 'DATETIME' as const },
    { key: 'title', type: 'TEXT' as const },
  ];
  await createCollection(t.ctx, { id: 'Events', fields });
  await insertItems(t.ctx, 'Events', [
    { _id: 'may', title: 'event', held: date('2024-05-06T07:08:09.010Z') },
    { _id: 'june', title: 'event', held: date('2024-06-01T00:00:00.000Z') },
    { _id: 'text', title: 'event', held: '2024-07-01T00:00:00.000Z' },
    { _id: 'name', title: '2024-05-06T07:08:09.010Z' },
  ]);
});
afterAll(() => t.stop());

const { post } = createVerbs(() => t, { at: '/v2/' });
const at = { dataCollectionId: 'Events' };
const idsOf = (body: { dataItems: { id: string }[] }) => body.dataItems.map(({ id }) => id).sort();
const find = async (filter: object) => idsOf((await post('items/query', { ...at, query: { filter } })).body);

const ALL = ['june', 'may', 'name', 'text'];
const CASES: readonly (readonly [object, readonly string[]])[] = [
  [{ _createdDate: { $gt: '2020-01-01T00:00:00.000Z' } }, ALL],
  [{ _updatedDate: { $gte: '2020-01-01' } }, ALL],
  [{ _createdDate: { $lt: '2020-01-01T00:00:00Z' } }, []],
  [{ held: { $gt: '2024-05-06T07:08:09.010Z' } }, ['june', 'text']],
  [{ held: { $gte: '2024-05-06T09:08:09.010+02:00', $lt: '2024-06-01' } }, ['may']],
  [{ held: '2024-05-06T07:08:09.010Z' }, ['may']],
  [{ held: { $eq: '2024-05-06T09:08:09.01+02:00' } }, ['may']],
  [{ held: { $in: ['2024-06-01T00:00Z', '2024-07-01T00:00:00.000Z'] } }, ['june', 'text']],
  [{ held: { $nin: ['2024-06-01T00:00Z', '2024-07-01T00:00:00.000Z'] } }, ['may', 'name']],
  [{ held: { $ne: '2024-05-06T07:08:09.010Z' } }, ['june', 'name', 'text']],
  [{ $not: { held: { $gt: '2024-05-31' } } }, ['may', 'name']],
  [{ title: '2024-05-06T07:08:09.010Z' }, ['name']],
  [{ title: { $gt: '2024-05-06T00:00:00.000Z', $lt: '2025' } }, ['name']],
  [{ held: { $gt: 'not a date' } }, []],
];

describe('an ISO text in a filter matches dates', () => {
  it.each(CASES)('in a query: %j', async (filter, ids) => {
    expect(await find(filter)).toEqual(ids);
  });

  it.each(CASES)('in a count, an aggregation, a pipeline and a search: %j', async (filter, ids) => {
    const operations = [{ resultFieldName: 'n', itemCount: {} }];
    const [count, found, ...groups] = await Promise.all([
      post('items/count', { ...at, filter }),
      post('items/search', { ...at, search: { filter } }),
      post('items/aggregate', { ...at, initialFilter: filter, aggregation: { operations } }),
      ...[[{ filter }], [{ limit: 100 }, { filter }]].map((stages) =>
        post('items/aggregate-pipeline', { ...at, pipeline: { stages } }),
      ),
    ]);
    expect(count.body.totalCount).toBe(ids.length);
    expect(idsOf(found.body)).toEqual(ids);
    const [built, ...pipelines] = groups.map(({ body }) => body.results);
    expect(built).toEqual([{ n: ids.length }]);
    for (const results of pipelines) expect(results).toHaveLength(ids.length);
  });

  it('in a job that changes items by filter and in the condition of a write', async () => {
    const set = { fieldPath: 'seen', action: 'SET_FIELD', setFieldOptions: { value: true } };
    const filter = { held: { $gt: '2024-05-31T00:00:00Z' } };
    const started = await post('bulk/items/async-patch-by-filter', { ...at, filter, fieldModifications: [set] });
    expect([started.status, started.body.message]).toEqual([200, undefined]);
    await expect.poll(() => find({ seen: true })).toEqual(['june', 'text']);
    const write = (when: string) =>
      post('items/update', {
        ...at,
        dataItem: { data: { _id: 'name' } },
        condition: { filter: { _createdDate: { $gt: when } } },
      });
    expect((await write('2999-01-01T00:00:00Z')).status).toBe(404);
    expect((await write('2020-01-01T00:00:00Z')).status).toBe(200);
  });
});
