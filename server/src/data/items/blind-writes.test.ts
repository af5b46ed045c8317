/** Writes of callers who may not read what they write: nothing of it comes back, by answer or by condition. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeOf } from '../../testing/answers.ts';
import { type Answered, type TestServer, testServer } from '../../testing/index.ts';
import { verbs } from '../../testing/verbs.ts';
import { createCollection } from '../index.ts';

let t: TestServer;
const open = { insert: 'ANYONE', update: 'ANYONE', remove: 'ANYONE' } as const;
beforeAll(async () => {
  t = await testServer();
  await createCollection(t.ctx, { id: 'None', permissions: { ...open, read: 'ADMIN' } });
  await createCollection(t.ctx, { id: 'Author', permissions: { ...open, read: 'SITE_MEMBER_AUTHOR' } });
});
afterAll(() => t.stop());

const { post } = verbs(() => t, { at: '/v2/', caller: 'member' });
const set = { action: 'SET_FIELD', fieldPath: 'a', setFieldOptions: { value: 1 } };

/** Every way to write the item. */
const writes = (id: string, more: object = {}): readonly (readonly [string, object])[] => [
  ['items/update', { dataItem: { id, data: { sent: 1 } }, ...more }],
  ['items/patch', { patch: { dataItemId: id, fieldModifications: [set] }, ...more }],
  ['bulk/items/update', { dataItems: [{ id, data: { sent: 1 } }], returnEntity: true, ...more }],
  ['bulk/items/patch', { patches: [{ dataItemId: id, fieldModifications: [set] }], returnEntity: true, ...more }],
  ['bulk/items/remove', { dataItemIds: [id], returnEntity: true, ...more }],
  ['items/remove', { dataItemId: id, ...more }],
];
const saves = (id: string): readonly (readonly [string, object])[] => [
  ['items/save', { dataItem: { id, data: { sent: 1 } } }],
  ['bulk/items/save', { dataItems: [{ id, data: { sent: 1 } }], returnEntity: true }],
];
const dataOf = ({ body }: Answered) => (body.dataItem ?? body.results[0].dataItem).data;

describe.each(['None', 'Author'])("another's item where read is for %s", (dataCollectionId) => {
  beforeEach(() => post('items/save', { dataCollectionId, dataItem: { id: 'x', data: { secret: 's', n: 5 } } }, t.key));

  it('every write answers the id alone', async () => {
    for (const [path, body] of [...saves('x'), ...writes('x')]) {
      await post('items/save', { dataCollectionId, dataItem: { id: 'x', data: { secret: 's' } } }, t.key);
      const answer = await post(path, { dataCollectionId, ...body });
      expect([path, answer.status]).toEqual([path, 200]);
      expect([path, dataOf(answer)]).toEqual([path, { _id: 'x' }]);
    }
  });

  it('a condition asks nothing of it', async () => {
    const results = async (filter: object) => {
      const answers: unknown[] = [];
      for (const [path, body] of writes('x', { condition: { filter } })) {
        const answer = await post(path, { dataCollectionId, ...body });
        answers.push(codeOf(answer) ?? answer.body.results[0].itemMetadata.error.code);
      }
      return answers;
    };
    const [met, unmet] = [await results({ n: 5 }), await results({ n: 6 })];
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
});

describe("one's own item where authors read theirs", () => {
  it('is answered whole, and conditions are met', async () => {
    const dataCollectionId = 'Author';
    for (const [path, body] of [
      ...saves('own'),
      ...writes('own', { condition: { filter: { _id: 'own', n: null } } }),
    ]) {
      await post('items/save', { dataCollectionId, dataItem: { id: 'own', data: { sent: 1 } } });
      const answer = await post(path, { dataCollectionId, ...body });
      expect([path, answer.status]).toEqual([path, 200]);
      expect([path, dataOf(answer)]).toMatchObject([path, { _id: 'own', _owner: t.memberId, sent: 1 }]);
    }
  });
});
