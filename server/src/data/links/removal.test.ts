/** Tests that links are deleted from both ends together with their items, regardless of how the items are removed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import { forgetOwner } from '../index.ts';
import { callsOf, multiReferenceField, shownIdsOf } from '../testing/reference-calls.ts';

const t: TestServer = await testServer();
const {
  post,
  insert,
  insertAll,
  create,
  link,
  referenced,
  idsOf,
  get,
  countLinks,
  postIsReferenced,
  definition,
  update,
} = callsOf(t);
const callCollection = (method: 'DELETE' | 'POST', path: string) =>
  t.call({ method, path: `/v2/collections/${path}`, as: t.key, ...(method === 'POST' ? { body: {} } : {}) });

beforeAll(async () => {
  await create('Right', []);
  await create('Left', [multiReferenceField('to', 'Right', 'from'), multiReferenceField('other', 'Right')]);
});
afterAll(() => t.stop());

async function createItems(): Promise<void> {
  for (const id of ['Left', 'Right']) await post('items/truncate', id, {});
  await insertAll('Left', ['l1', 'l2']);
  await insertAll('Right', ['r1', 'r2']);
  await link('Left', 'to', 'l1', ['r1', 'r2']);
  await link('Left', 'to', 'l2', ['r1']);
  await link('Left', 'other', 'l1', ['r1']);
  expect(await countLinks()).toBe(4);
}

describe('200: links are deleted with', () => {
  it.each([
    ['an item that is removed', 'Left', () => post('items/remove', 'Left', { dataItemId: 'l1' }), 1],
    ['an item at the other end', 'Right', () => post('items/remove', 'Right', { dataItemId: 'r1' }), 1],
    [
      'an item that is removed through its path',
      'Right',
      () => t.call({ method: 'DELETE', path: '/v2/items/r1?dataCollectionId=Right', as: t.key }),
      1,
    ],
    ['items removed in bulk', 'Right', () => post('bulk/items/remove', 'Right', { dataItemIds: ['r1', 'x', 'r2'] }), 0],
    ['every item', 'Left', () => post('items/truncate', 'Left', {}), 0],
    ['every item at the other end', 'Right', () => post('items/truncate', 'Right', {}), 0],
  ])('%s', async (_, collectionId, remove, left) => {
    await createItems();
    expect((await remove()).status).toBe(200);
    expect(await countLinks()).toBe(left);
    await insertAll('Right', ['again']);
    expect((await post('items/save', 'Right', { dataItem: { id: 'r1', data: { _id: 'r1' } } })).status).toBe(200);
    expect(await idsOf('Right', 'from', 'r1')).toEqual(left === 1 && collectionId === 'Left' ? ['l2'] : []);
  });

  it('items that are removed by filter', async () => {
    await createItems();
    await post('bulk/items/async-remove-by-filter', 'Right', { filter: { _id: { $in: ['r1'] } } });
    await expect.poll(() => countLinks(), { timeout: 15_000 }).toBe(1);
    expect(await idsOf('Left', 'to', 'l1')).toEqual(['r2']);
  });

  it('the items of an erased owner', async () => {
    await createItems();
    await insert('Right', 'of a member', {}, t.member);
    await link('Left', 'to', 'l2', ['of a member']);
    await forgetOwner(t.ctx, [t.memberId], { act: 'DELETE' });
    expect(await countLinks()).toBe(4);
    expect(await idsOf('Left', 'to', 'l2')).toEqual(['r1']);
  });

  it('nothing else: other items retain their links', async () => {
    await createItems();
    const condition = { filter: { name: 'x' } };
    expect((await post('items/remove', 'Left', { dataItemId: 'l1', condition })).status).toBe(404);
    await post('bulk/items/remove', 'Left', { dataItemIds: ['l1', 'l2'], condition });
    await post('items/update', 'Left', { dataItem: { id: 'l1', data: { _id: 'l1' } } });
    expect(await countLinks()).toBe(4);
  });
});

describe('200: the other collection', () => {
  it('loses its items when deleted, has them again when restored, and is a different one when created again', async () => {
    await create('Gone', []);
    await create('Stays', [multiReferenceField('gone', 'Gone', 'stays')]);
    await insertAll('Gone', ['g']);
    await insertAll('Stays', ['s']);
    await link('Stays', 'gone', 's', ['g']);
    const includeReferences = [{ field: 'gone' }];
    const readIncluded = async () => (await get('Stays', 's', { includeReferences })).body.dataItem.data.gone;
    expect(await readIncluded()).toHaveLength(1);

    expect((await callCollection('DELETE', 'Gone?dataCollectionId=Gone')).status).toBe(200);
    expect(shownIdsOf(await referenced('Stays', 'gone', 's'))).toEqual([]);
    expect((await postIsReferenced('Stays', 'gone', 's', 'g')).body).toEqual({ isReferenced: false });
    expect(await readIncluded()).toEqual([]);
    const rejected = await link('Stays', 'gone', 's', ['h']);
    expect([rejected.status, codeOf(rejected)]).toEqual([404, 'WDE0025']);

    expect((await callCollection('POST', 'restore/Gone')).status).toBe(200);
    expect(await idsOf('Stays', 'gone', 's')).toEqual(['g']);
    expect(await idsOf('Gone', 'stays', 'g')).toEqual(['s']);

    await callCollection('DELETE', 'Gone?dataCollectionId=Gone');
    await create('Gone', []);
    await insertAll('Gone', ['g']);
    expect(await idsOf('Stays', 'gone', 's')).toEqual([]);
    expect(await idsOf('Gone', 'stays', 'g')).toEqual([]);
    expect((await link('Stays', 'gone', 's', ['g'])).status).toBe(200);
    expect(await idsOf('Gone', 'stays', 'g')).toEqual(['s']);
  });

  it('is a different one if it declares the links and is created again', async () => {
    await create('Shows', []);
    await create('Declares', [multiReferenceField('to', 'Shows', 'from')]);
    await insertAll('Shows', ['x']);
    await insertAll('Declares', ['d']);
    await link('Declares', 'to', 'd', ['x']);
    await callCollection('DELETE', 'Declares?dataCollectionId=Declares');
    expect(await idsOf('Shows', 'from', 'x')).toEqual([]);
    await create('Declares', [multiReferenceField('to', 'Shows', 'from')]);
    await insertAll('Declares', ['d']);
    expect(await idsOf('Shows', 'from', 'x')).toEqual([]);
    expect((await link('Shows', 'from', 'x', ['d'])).status).toBe(200);
    expect(await idsOf('Declares', 'to', 'd')).toEqual(['x']);
  });
});

describe('200: a field', () => {
  it('keeps its links at both ends when renamed', async () => {
    await create('B', []);
    await create('A', [multiReferenceField('old', 'B', 'back')]);
    await insertAll('A', ['a']);
    await insertAll('B', ['b']);
    await link('A', 'old', 'a', ['b']);
    const rename = (dataCollectionId: string, field: string, to: string) =>
      t.call({
        method: 'POST',
        path: '/portico/v1/data/schema-changes',
        as: t.key,
        body: { dataCollectionId, change: { kind: 'RENAME', field, to } },
      });
    const renamed = await rename('A', 'old', 'new');
    expect([renamed.status, renamed.text]).toEqual([200, renamed.text]);
    expect(await idsOf('A', 'new', 'a')).toEqual(['b']);
    expect(await idsOf('B', 'back', 'b')).toEqual(['a']);
    expect((await rename('B', 'back', 'turned')).status).toBe(200);
    expect(await idsOf('B', 'turned', 'b')).toEqual(['a']);
    expect(codeOf(await referenced('B', 'back', 'b'))).toBe('WDE0020');
    const { fields } = await definition('A');
    const field = fields.find(({ key }: { key: string }) => key === 'new');
    expect(field.typeMetadata.multiReference.referencingFieldKey).toBe('turned');
    expect((await update(await definition('B'))).status).toBe(200);
    expect(await idsOf('A', 'new', 'a')).toEqual(['b']);
  });
});
