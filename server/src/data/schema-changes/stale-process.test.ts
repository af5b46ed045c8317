/** Tests that a process that has not yet received a schema change can write items without losing values. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notifyChange, onChange } from '../../db/changes.ts';
import { transaction } from '../../db/index.ts';
import { newId } from '../../kernel/ids.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { loadCollection } from '../collections/cache.ts';
import { findCollection, updateCollection } from '../collections/store.ts';
import { applyDefinition } from '../definitions/apply-definition.ts';
import { type ChangeRequest, planChange, planUndo } from '../definitions/plan-change.ts';
import { createCollection } from '../index.ts';
import { finishReshape, reshapeBatch } from './reshape-job.ts';
import { startChanges } from './start-changes.ts';
import { findChange } from './store.ts';

let t: TestServer;
let id: string;
let collectionCount = 0;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());
beforeEach(async () => {
  id = `C${++collectionCount}`;
  const fields = [
    { key: 'a', type: 'TEXT' },
    { key: 'n', type: 'NUMBER' },
  ] as const;
  await createCollection(t.ctx, { id, fields: [...fields] });
  await receiveNotices();
});

/** Waits until this process has received all notices, because a late notice would make it reload the collection. */
async function receiveNotices(): Promise<void> {
  const marker = newId();
  const received = new Promise<void>((resolve) => {
    const stop = onChange('collection', (key) => {
      if (key !== marker) return;
      stop();
      resolve();
    });
  });
  await notifyChange(t.db, 'collection', marker);
  await received;
}

const post = (path: string, body: object) =>
  t.call({ method: 'POST', path: `/v2/${path}`, as: t.key, body: { dataCollectionId: id, ...body } });
const insert = (data: object) => post('items', { dataItem: { data } });
const patched = {
  dataItemId: '1',
  fieldModifications: [{ fieldPath: 'n', action: 'SET_FIELD', setFieldOptions: { value: 9 } }],
};
const listItems = async (): Promise<Record<string, unknown>[]> => {
  const { body } = await post('items/query', { query: { sort: [{ fieldName: '_id' }], paging: { limit: 100 } } });
  return body.dataItems.map(({ data }: { data: Record<string, unknown> }) => {
    const { _id, _owner, _createdDate, _updatedDate, ...rest } = data;
    return rest;
  });
};
const undo = (number: number) =>
  t.call({
    ...{ method: 'POST', path: '/portico/v1/data/schema-changes/undo', as: t.key },
    body: { dataCollectionId: id, number },
  });

/** Makes or undoes a change as another process would, but this process does not receive the notice. */
async function changeUnnoticed(request: ChangeRequest | { readonly undo: number }): Promise<void> {
  await loadCollection(t.ctx, id);
  await transaction(t.ctx, async (ctx) => {
    const before = await findCollection(ctx.db, ctx.site, id);
    if (!before) throw new Error('gone');
    const stored = 'undo' in request ? await findChange(ctx.db, before, request.undo) : undefined;
    const decision = stored ? planUndo(before, stored.change, []) : planChange(before, request as ChangeRequest);
    const { layout, shape, numberedChanges } = await startChanges(ctx, before, decision.changes);
    const { definition } = decision;
    const written = await updateCollection(ctx.db, ctx.site, { id, definition, layout, shape, now: ctx.now });
    await applyDefinition(
      ctx,
      before,
      { ...written, pending: [...before.pending, ...numberedChanges] },
      numberedChanges,
    );
  });
}

/** Converts the rows like a process that has received the change. */
const reshape = () => reshapeBatch(t.ctx, id, '', 100);

const WRITES = [
  ['patch', () => post('items/patch', { patch: patched })],
  ['bulk patch', () => post('bulk/items/patch', { patches: [patched] })],
] as const;

describe.each(WRITES)('%s of an item that already has the new shape', (_, write) => {
  it('converts no value twice', async () => {
    await insert({ _id: '1', a: 'x < y' });
    await changeUnnoticed({ kind: 'RETYPE', field: 'a', type: 'RICH_TEXT' });
    await reshape();
    const response = await write();
    expect(response.status, response.text).toBe(200);
    await reshape();
    expect(await listItems()).toEqual([{ a: 'x &lt; y', n: 9 }]);
    await finishReshape(t.ctx, id, 1, 1);
    expect((await undo(1)).status).toBe(200);
    expect(await listItems()).toEqual([{ a: 'x < y', n: 9 }]);
  });

  it('restores the value that a rename replaced, once', async () => {
    await insert({ _id: '1', a: 'of a', b: 'of b' });
    await changeUnnoticed({ kind: 'RENAME', field: 'a', to: 'b' });
    await reshape();
    await finishReshape(t.ctx, id, 1, 1);
    expect(await listItems()).toEqual([{ b: 'of a' }]);
    await changeUnnoticed({ undo: 1 });
    await reshape();
    const response = await write();
    expect(response.status, response.text).toBe(200);
    await reshape();
    expect(await listItems()).toEqual([{ a: 'of a', b: 'of b', n: 9 }]);
  });

  it('saves the value of a deleted field', async () => {
    await insert({ _id: '1', a: 'previous' });
    await changeUnnoticed({ kind: 'DROP', field: 'a' });
    await reshape();
    expect((await write()).status).toBe(200);
    await reshape();
    await finishReshape(t.ctx, id, 1, 1);
    expect(await listItems()).toEqual([{ n: 9 }]);
    await undo(1);
    expect(await listItems()).toEqual([{ a: 'previous', n: 9 }]);
  });
});

it.each([
  ['insert', () => insert({ _id: '2', a: 'new' })],
  ['bulk insert', () => post('bulk/items/insert', { dataItems: [{ data: { _id: '2', a: 'new' } }] })],
  ['save', () => post('items/save', { dataItem: { data: { _id: '2', a: 'new' } } })],
  ['bulk save', () => post('bulk/items/save', { dataItems: [{ data: { _id: '2', a: 'new' } }] })],
])('%s with the former key stores the value under the new key', async (_, write) => {
  await insert({ _id: '1', a: 'old' });
  await changeUnnoticed({ kind: 'RENAME', field: 'a', to: 'b' });
  const response = await write();
  expect(response.status, response.text).toBe(200);
  await reshape();
  await finishReshape(t.ctx, id, 1, 2);
  expect(await listItems()).toEqual([{ b: 'old' }, { b: 'new' }]);
});

it.each([
  ['update', () => post('items/update', { dataItem: { id: '1', data: { _id: '1', a: 'new' } } })],
  ['save', () => post('items/save', { dataItem: { data: { _id: '1', a: 'new' } } })],
  ['patch', () => post('items/patch', { patch: patched })],
])('%s of an item in the former shape is converted afterwards', async (name, write) => {
  await insert({ _id: '1', a: 'old' });
  await changeUnnoticed({ kind: 'RENAME', field: 'a', to: 'b' });
  const response = await write();
  expect(response.status, response.text).toBe(200);
  await reshape();
  await finishReshape(t.ctx, id, 1, 1);
  expect(await listItems()).toEqual([name === 'patch' ? { b: 'old', n: 9 } : { b: 'new' }]);
});

it('no concurrent write is lost', async () => {
  await Promise.all(Array.from({ length: 40 }, (_, n) => insert({ _id: `${n}`, a: `${n}` })));
  await changeUnnoticed({ kind: 'RETYPE', field: 'a', type: 'RICH_TEXT' });
  const patches = Array.from({ length: 40 }, (_, n) =>
    post('items/patch', { patch: { ...patched, dataItemId: `${n}` } }),
  );
  const inserts = Array.from({ length: 20 }, (_, n) => insert({ _id: `new ${n}`, a: `< ${n}` }));
  const [responses] = await Promise.all([Promise.all([...patches, ...inserts]), reshape()]);
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
  await reshape();
  await finishReshape(t.ctx, id, 1, 60);
  const found = await listItems();
  expect(found).toHaveLength(60);
  expect(found.filter(({ n }) => n === 9)).toHaveLength(40);
  expect(found.filter(({ a }) => String(a).includes('amp'))).toEqual([]);
});
