/** Tests the undo of schema changes, and the reasons for which it is rejected. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import { schemaCalls } from '../testing/schema-change-calls.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const { post, change, undo, list, create, insert, query, collectionOf, text } = schemaCalls(() => t);

it('restores previous values, converts values written since, and restores a dropped field', async () => {
  await create('Undo', [text('price'), text('note')]);
  await insert('Undo', { _id: '1', price: '01.50', note: 'n1' });
  await insert('Undo', { _id: '2', price: '2', note: 'n2' });
  await insert('Undo', { _id: '3', price: 'free', note: 'n3' });
  await change('Undo', { kind: 'RETYPE', field: 'price', type: 'NUMBER' });
  expect((await query('Undo')).map(({ price }: { price: unknown }) => price)).toEqual([1.5, 2, 'free']);
  await post('/v2/items/update', {
    dataCollectionId: 'Undo',
    dataItem: { id: '2', data: { _id: '2', price: 20, note: 'n2' } },
  });
  await undo('Undo', 1);
  expect((await query('Undo')).map(({ price }: { price: unknown }) => price)).toEqual(['01.50', '20', 'free']);

  const dropped = await post('/v2/collections/delete-field', { dataCollectionId: 'Undo', fieldKey: 'note' });
  expect(dropped.body.dataCollection.fields.slice(4)).toHaveLength(1);
  expect((await query('Undo'))[0]).toEqual({ price: '01.50' });
  await insert('Undo', { _id: '4', note: 'of an item since' });
  const back = await undo('Undo', 3);
  expect(back.body.schemaChange).toMatchObject({ kind: 'UNDO', undoes: 3, number: 4 });
  expect((await query('Undo')).map(({ note }: { note: unknown }) => note)).toEqual([
    'n1',
    'n2',
    'n3',
    'of an item since',
  ]);
  const { schemaChanges } = (await list('Undo')).body;
  expect(schemaChanges[1]).toMatchObject({ number: 3, undoneBy: 4 });
  expect(schemaChanges[1]).not.toHaveProperty('undoableUntil');
});

it('does not restore values into an item that was removed and inserted again', async () => {
  await create('Anew', [text('a')]);
  await insert('Anew', { _id: '1', a: 'former' });
  await change('Anew', { kind: 'DROP', field: 'a' });
  await post('/v2/items/remove', { dataCollectionId: 'Anew', dataItemId: '1' });
  await insert('Anew', { _id: '1', b: 1 });
  await undo('Anew', 1);
  expect(await query('Anew')).toEqual([{ b: 1 }]);
});

it('renames the links of a multi-reference, and restores them with the field', async () => {
  const multiReference = { referencedCollectionId: 'Tags', referencingFieldKey: 'posts' };
  await create('Tags', []);
  await create('Posts', [{ key: 'tags', type: 'MULTI_REFERENCE', typeMetadata: { multiReference } }]);
  await insert('Tags', { _id: 't' });
  await insert('Posts', { _id: 'p' });
  const link = (field: string) => ({ referringItemFieldName: field, referringItemId: 'p', referencedItemId: 't' });
  await post('/v2/bulk/items/insert-references', { dataCollectionId: 'Posts', dataItemReferences: [link('tags')] });
  const isLinked = async (field: string) =>
    (await post('/v2/items/is-referenced', { dataCollectionId: 'Posts', ...link(field) })).body.isReferenced;
  const isLinkedThroughMirror = async () =>
    (
      await post('/v2/items/is-referenced', {
        dataCollectionId: 'Tags',
        referringItemFieldName: 'posts',
        referringItemId: 't',
        referencedItemId: 'p',
      })
    ).body.isReferenced;
  expect((await change('Posts', { kind: 'RENAME', field: 'tags', to: 'labels' })).status).toBe(200);
  expect([await isLinked('labels'), await isLinkedThroughMirror()]).toEqual([true, true]);
  await post('/v2/collections/delete-field', { dataCollectionId: 'Posts', fieldKey: 'labels' });
  expect((await collectionOf('Tags')).fields.slice(4)).toEqual([]);
  expect((await undo('Posts', 2)).status).toBe(200);
  expect([await isLinked('labels'), await isLinkedThroughMirror()]).toEqual([true, true]);
  expect((await undo('Posts', 1)).status).toBe(200);
  expect([await isLinked('tags'), await isLinkedThroughMirror()]).toEqual([true, true]);
});

it('rejects an undo of an undo, a second undo, and an undo after another change of the field', async () => {
  await create('Undone', [text('a'), text('z')]);
  await change('Undone', { kind: 'RENAME', field: 'a', to: 'b' });
  await change('Undone', { kind: 'RENAME', field: 'b', to: 'c' });
  expect(codeOf(await undo('Undone', 1))).toBe('WDE0080');
  expect((await undo('Undone', 2)).status).toBe(200);
  expect(codeOf(await undo('Undone', 2))).toBe('WDE0080');
  expect(codeOf(await undo('Undone', 3))).toBe('WDE0080');
  await post('/v2/collections/create-field', { dataCollectionId: 'Undone', field: text('a') });
  expect(codeOf(await undo('Undone', 1))).toBe('WDE0080');
  expect((await list('Undone')).body.schemaChanges).toHaveLength(3);
});
