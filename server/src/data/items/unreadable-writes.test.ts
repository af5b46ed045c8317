/**
 * Tests that writes by callers without permission to read reveal the item neither in a response nor through a
 * condition.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestResponse, type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import { createVerbs } from '../../testing/verbs.ts';
import { createCollection } from '../index.ts';

let t: TestServer;
const open = { insert: 'ANYONE', update: 'ANYONE', remove: 'ANYONE' } as const;
beforeAll(async () => {
  t = await testServer();
  await createCollection(t.ctx, { id: 'None', permissions: { ...open, read: 'ADMIN' } });
  await createCollection(t.ctx, { id: 'Author', permissions: { ...open, read: 'SITE_MEMBER_AUTHOR' } });
});
afterAll(() => t.stop());

const { post } = createVerbs(() => t, { at: '/v2/', caller: 'member' });
const set = { action: 'SET_FIELD', fieldPath: 'a', setFieldOptions: { value: 1 } };

/** All calls that write the item. */
const writeCalls = (id: string, more: object = {}): readonly (readonly [string, object])[] => [
  ['items/update', { dataItem: { id, data: { written: 1 } }, ...more }],
  ['items/patch', { patch: { dataItemId: id, fieldModifications: [set] }, ...more }],
  ['bulk/items/update', { dataItems: [{ id, data: { written: 1 } }], returnEntity: true, ...more }],
  ['bulk/items/patch', { patches: [{ dataItemId: id, fieldModifications: [set] }], returnEntity: true, ...more }],
  ['bulk/items/remove', { dataItemIds: [id], returnEntity: true, ...more }],
  ['items/remove', { dataItemId: id, ...more }],
];
const saveCalls = (id: string): readonly (readonly [string, object])[] => [
  ['items/save', { dataItem: { id, data: { written: 1 } } }],
  ['bulk/items/save', { dataItems: [{ id, data: { written: 1 } }], returnEntity: true }],
];
const dataOf = ({ body }: TestResponse) => (body.dataItem ?? body.results[0].dataItem).data;

describe.each(['None', 'Author'])(
  "an item of another owner if the collection's read level is %s",
  (dataCollectionId) => {
    beforeEach(() =>
      post('items/save', { dataCollectionId, dataItem: { id: 'x', data: { secret: 's', n: 5 } } }, t.key),
    );

    it('is returned by every write with its id only', async () => {
      for (const [path, body] of [...saveCalls('x'), ...writeCalls('x')]) {
        await post('items/save', { dataCollectionId, dataItem: { id: 'x', data: { secret: 's' } } }, t.key);
        const response = await post(path, { dataCollectionId, ...body });
        expect([path, response.status]).toEqual([path, 200]);
        expect([path, dataOf(response)]).toEqual([path, { _id: 'x' }]);
      }
    });

    it('is not revealed by conditions', async () => {
      const outcomesOf = async (filter: object) => {
        const bodies: unknown[] = [];
        for (const [path, body] of writeCalls('x', { condition: { filter } })) {
          const response = await post(path, { dataCollectionId, ...body });
          bodies.push(codeOf(response) ?? response.body.results[0].itemMetadata.error.code);
        }
        return bodies;
      };
      const [met, unmet] = [await outcomesOf({ n: 5 }), await outcomesOf({ n: 6 })];
      expect(met).toEqual(unmet);
      expect(new Set(met)).toEqual(new Set([dataCollectionId === 'None' ? 'WDE0027' : 'WDE0073']));
      const filters = [{ n: 5 }, { n: 6 }].map((filter) =>
        post('bulk/items/async-remove-by-filter', { dataCollectionId, filter }),
      );
      const statuses = (await Promise.all(filters)).map(({ status }) => status);
      expect(statuses).toEqual(Array(2).fill(dataCollectionId === 'None' ? 403 : 200));
      const { body } = await post('items/count', { dataCollectionId, filter: { n: 5 } }, t.key);
      expect(body.totalCount).toBe(1);
    });
  },
);

describe("the caller's own item if authors may read theirs", () => {
  it('is returned completely, and conditions are checked', async () => {
    const dataCollectionId = 'Author';
    for (const [path, body] of [
      ...saveCalls('own'),
      ...writeCalls('own', { condition: { filter: { _id: 'own', n: null } } }),
    ]) {
      await post('items/save', { dataCollectionId, dataItem: { id: 'own', data: { written: 1 } } });
      const response = await post(path, { dataCollectionId, ...body });
      expect([path, response.status]).toEqual([path, 200]);
      expect([path, dataOf(response)]).toMatchObject([path, { _id: 'own', _owner: t.memberId, written: 1 }]);
    }
  });
});
