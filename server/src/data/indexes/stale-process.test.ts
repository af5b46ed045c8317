/** Tests that a process with an outdated layout in its cache responds like one that has received the change. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { loadCollection } from '../collections/cache.ts';
import type { Collection } from '../collections/collection.ts';
import { updateLayout } from '../collections/store.ts';
import { createCollection } from '../index.ts';
import type { StoredColumn } from '../query/scope.ts';
import { addColumnSql, dropColumnSql } from './ddl.ts';
import { newColumn } from './layout.ts';

let t: TestServer;
let id: string;
let created = 0;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());
beforeEach(async () => {
  id = `C${++created}`;
  await createCollection(t.ctx, { id });
});

const post = (path: string, body: object) =>
  t.call({ method: 'POST', path: `/v2/${path}`, as: t.key, body: { dataCollectionId: id, ...body } });
const insert = (data: object) => post('items', { dataItem: { data } });

/** Changes the table as another process would, without notifying this one. */
async function changeWithoutNotice(
  change: (collection: Collection) => readonly [statements: readonly string[], columns: readonly StoredColumn[]],
): Promise<void> {
  const collection = await loadCollection(t.ctx, id);
  const [statements, columns] = change(collection);
  for (const statement of statements) await sql.raw(statement).execute(t.db);
  await updateLayout(t.db, t.site, id, { ...collection.layout, columns });
}

const added = newColumn(['n'], 'number', 'READY');
const add = (collection: Collection) => [addColumnSql(collection, added), [added]] as const;
const drop = (collection: Collection) => [dropColumnSql(collection, added), []] as const;

const readStored = async () => {
  const { table } = await loadCollection(t.ctx, id);
  const { rows } = await sql<{ id: string; n: number | null }>`
    select id, ${sql.raw(added.name)}::int as n from ${sql.raw(table)} order by n`.execute(t.db);
  return rows.map(({ n }) => n);
};

it.each([
  ['insert', () => insert({ n: 1 }), [1]],
  ['save', () => post('items/save', { dataItem: { data: { _id: 'a', n: 2 } } }), [2]],
  [
    'bulk insert',
    () => post('bulk/items/insert', { dataItems: [{ data: { n: 3 } }, { data: { n: 4 } }, { data: {} }] }),
    [3, 4, null],
  ],
])('%s writes a column that is new', async (_, write, values) => {
  await loadCollection(t.ctx, id);
  await changeWithoutNotice(add);
  const response = await write();
  expect(response.status, response.text).toBe(200);
  expect(await readStored()).toEqual(values);
});

it('handles concurrent inserts with an outdated layout', async () => {
  await changeWithoutNotice(add);
  const responses = await Promise.all(Array.from({ length: 50 }, (_, n) => insert({ n })));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await readStored()).toEqual(Array.from({ length: 50 }, (_, n) => n));
});

it('neither reads nor writes a dropped column', async () => {
  await changeWithoutNotice(add);
  await insert({ n: 1 });
  expect((await loadCollection(t.ctx, id)).layout.columns).toHaveLength(1);
  await changeWithoutNotice(drop);
  const found = await post('items/query', { query: { filter: { n: 1 } } });
  expect(found.body.dataItems).toHaveLength(1);
  expect((await insert({ n: 2 })).status).toBe(200);
});
