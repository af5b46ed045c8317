/** A process that remembers the former shape for a moment: what it writes meanwhile takes nothing away. */
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
import { beginChanges } from './begin.ts';
import { finish, reshapeStretch } from './reshape.ts';
import { findChange } from './store.ts';

let t: TestServer;
let id: string;
let made = 0;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());
beforeEach(async () => {
  id = `C${++made}`;
  const fields = [
    { key: 'a', type: 'TEXT' },
    { key: 'n', type: 'NUMBER' },
  ] as const;
  await createCollection(t.ctx, { id, fields: [...fields] });
  await receiveNotices();
});

/** Waits until this process has received every notice sent so far: a late one would make it reload the collection. */
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
const items = async (): Promise<Record<string, unknown>[]> => {
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

/** Another process makes the change, or undoes one, and this process has not heard of it. */
async function behindOurBack(asked: ChangeRequest | { readonly undo: number }): Promise<void> {
  await loadCollection(t.ctx, id);
  await transaction(t.ctx, async (ctx) => {
    const before = await findCollection(ctx.db, ctx.site, id);
    if (!before) throw new Error('gone');
    const noted = 'undo' in asked ? await findChange(ctx.db, before, asked.undo) : undefined;
    const decision = noted ? planUndo(before, noted.change, []) : planChange(before, asked as ChangeRequest);
    const { layout, shape, numbered } = await beginChanges(ctx, before, decision.changes);
    const { definition } = decision;
    const written = await updateCollection(ctx.db, ctx.site, { id, definition, layout, shape, now: ctx.now });
    await applyDefinition(ctx, before, { ...written, pending: [...before.pending, ...numbered] }, numbered);
  });
}

/** A process that has heard brings the rows through. */
const reshape = () => reshapeStretch(t.ctx, id, '', 100);

const WRITES = [
  ['patch', () => post('items/patch', { patch: patched })],
  ['bulk patch', () => post('bulk/items/patch', { patches: [patched] })],
] as const;

describe.each(WRITES)('%s of an item that is in the new shape already', (_, write) => {
  it('converts no value twice', async () => {
    await insert({ _id: '1', a: 'x < y' });
    await behindOurBack({ kind: 'RETYPE', field: 'a', type: 'RICH_TEXT' });
    await reshape();
    const answer = await write();
    expect(answer.status, answer.text).toBe(200);
    await reshape();
    expect(await items()).toEqual([{ a: 'x &lt; y', n: 9 }]);
    await finish(t.ctx, id, 1, 1);
    expect((await undo(1)).status).toBe(200);
    expect(await items()).toEqual([{ a: 'x < y', n: 9 }]);
  });

  it('gives back what a rename took once', async () => {
    await insert({ _id: '1', a: 'of a', b: 'of b' });
    await behindOurBack({ kind: 'RENAME', field: 'a', to: 'b' });
    await reshape();
    await finish(t.ctx, id, 1, 1);
    expect(await items()).toEqual([{ b: 'of a' }]);
    await behindOurBack({ undo: 1 });
    await reshape();
    const answer = await write();
    expect(answer.status, answer.text).toBe(200);
    await reshape();
    expect(await items()).toEqual([{ a: 'of a', b: 'of b', n: 9 }]);
  });

  it('keeps what a deleted field held', async () => {
    await insert({ _id: '1', a: 'kept' });
    await behindOurBack({ kind: 'DROP', field: 'a' });
    await reshape();
    expect((await write()).status).toBe(200);
    await reshape();
    await finish(t.ctx, id, 1, 1);
    expect(await items()).toEqual([{ n: 9 }]);
    await undo(1);
    expect(await items()).toEqual([{ a: 'kept', n: 9 }]);
  });
});

it.each([
  ['insert', () => insert({ _id: '2', a: 'new' })],
  ['bulk insert', () => post('bulk/items/insert', { dataItems: [{ data: { _id: '2', a: 'new' } }] })],
  ['save', () => post('items/save', { dataItem: { data: { _id: '2', a: 'new' } } })],
  ['bulk save', () => post('bulk/items/save', { dataItems: [{ data: { _id: '2', a: 'new' } }] })],
])('%s under the former name: the value comes under the new one', async (_, write) => {
  await insert({ _id: '1', a: 'old' });
  await behindOurBack({ kind: 'RENAME', field: 'a', to: 'b' });
  const answer = await write();
  expect(answer.status, answer.text).toBe(200);
  await reshape();
  await finish(t.ctx, id, 1, 2);
  expect(await items()).toEqual([{ b: 'old' }, { b: 'new' }]);
});

it.each([
  ['update', () => post('items/update', { dataItem: { id: '1', data: { _id: '1', a: 'new' } } })],
  ['save', () => post('items/save', { dataItem: { data: { _id: '1', a: 'new' } } })],
  ['patch', () => post('items/patch', { patch: patched })],
])('%s of an item in the former shape: it goes through the change as it was written', async (name, write) => {
  await insert({ _id: '1', a: 'old' });
  await behindOurBack({ kind: 'RENAME', field: 'a', to: 'b' });
  const answer = await write();
  expect(answer.status, answer.text).toBe(200);
  await reshape();
  await finish(t.ctx, id, 1, 1);
  expect(await items()).toEqual([name === 'patch' ? { b: 'old', n: 9 } : { b: 'new' }]);
});

it('of many at once none is lost', async () => {
  await Promise.all(Array.from({ length: 40 }, (_, n) => insert({ _id: `${n}`, a: `${n}` })));
  await behindOurBack({ kind: 'RETYPE', field: 'a', type: 'RICH_TEXT' });
  const patches = Array.from({ length: 40 }, (_, n) =>
    post('items/patch', { patch: { ...patched, dataItemId: `${n}` } }),
  );
  const inserts = Array.from({ length: 20 }, (_, n) => insert({ _id: `new ${n}`, a: `< ${n}` }));
  const [answers] = await Promise.all([Promise.all([...patches, ...inserts]), reshape()]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  await reshape();
  await finish(t.ctx, id, 1, 60);
  const found = await items();
  expect(found).toHaveLength(60);
  expect(found.filter(({ n }) => n === 9)).toHaveLength(40);
  expect(found.filter(({ a }) => String(a).includes('amp'))).toEqual([]);
});
