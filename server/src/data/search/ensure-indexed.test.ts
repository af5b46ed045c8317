import { randomBytes } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { loadCollection } from '../collections/cache.ts';
import type { Collection } from '../collections/collection.ts';
import { buildReach } from '../collections/reach.ts';
import { createCollection, insertItems } from '../index.ts';
import { planFilter } from '../query/plan.ts';
import { UNRESTRICTED } from '../query/scope.ts';
import { matchAll } from '../query/tree.ts';
import { explainOnNode } from '../testing/table-on-node.ts';
import { indexItems } from './index-items.ts';
import { countMatches, listUnindexed } from './store.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const search = (id: string, expression: string, options: object = {}) =>
  t.call({
    method: 'POST',
    path: '/v2/items/search',
    as: t.key,
    body: { dataCollectionId: id, search: { search: { expression, ...options } }, returnTotalCount: true },
  });
const totalFor = async (id: string, expression: string, options: object = {}): Promise<number | undefined> =>
  (await search(id, expression, options)).body.pagingMetadata?.total;

async function makeCollection(id: string, items: number): Promise<Collection> {
  await createCollection(t.ctx, { id });
  for (let inserted = 0; inserted < items; inserted += 1_000) {
    const batch = Array.from({ length: Math.min(1_000, items - inserted) }, (_, n) => ({
      title: `common ${wordOf(inserted + n)}`,
    }));
    await insertItems(t.ctx, id, batch);
  }
  return loadCollection(t.ctx, id);
}

/** Encodes a number as a word. */
const wordOf = (n: number): string => [...String(n)].map((digit) => 'bcdfghjklm'[Number(digit)]).join('');

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const randomLetters = (length: number): string =>
  Array.from(randomBytes(length), (byte) => LETTERS[byte % LETTERS.length]).join('');

async function stateOf({ table, tableName }: Collection) {
  const { rows } = await sql<{ indexed: number; unindexed: number; indexes: string[] }>`
    select count(words)::int as indexed, (count(*) - count(words))::int as unindexed,
      (select coalesce(array_agg(indexname::text order by indexname), '{}') from pg_indexes where indexname in (${`${tableName}_words`}, ${`${tableName}_uncut`})) as indexes
    from ${sql.raw(table)}`.execute(t.db);
  return rows[0];
}

describe('the index', () => {
  it('is not built for a collection that is never searched', async () => {
    const collection = await makeCollection('Quiet', 3);
    await t.call({
      method: 'POST',
      path: '/v2/items/search',
      as: t.key,
      body: { dataCollectionId: 'Quiet', search: { filter: { title: 'x' } } },
    });
    expect(await stateOf(collection)).toEqual({ indexed: 0, unindexed: 3, indexes: [] });
    expect(collection.layout.searchable).toBe(false);
  });

  it('of a small collection is built by the first search, PostgreSQL indexes included', async () => {
    const collection = await makeCollection('Small', 1_100);
    expect(await totalFor('Small', 'common')).toBe(1_100);
    const indexes = [`${collection.tableName}_uncut`, `${collection.tableName}_words`];
    await expect
      .poll(() => stateOf(collection), { timeout: 20_000 })
      .toEqual({ indexed: 1_100, unindexed: 0, indexes });
    expect((await loadCollection(t.ctx, 'Small')).layout).toMatchObject({ searchable: true, wordsIn: 'en' });
    await insertItems(t.ctx, 'Small', [{ title: 'common latecomer' }]);
    expect(await totalFor('Small', 'latecomer')).toBe(1);
    expect(await totalFor('Small', 'latecomre', { fuzzy: true })).toBe(1);
  });

  it('of a large collection is built by a job in batches', async () => {
    const collection = await makeCollection('Large', 6_000);
    const { status, body } = await search('Large', 'common');
    if (status === 200) expect(body.pagingMetadata.total).toBe(6_000);
    else expect(body.details.applicationError.code).toBe('SEARCH_INDEXING');
    await expect.poll(() => totalFor('Large', 'common'), { timeout: 60_000 }).toBe(6_000);
    expect(await stateOf(collection)).toMatchObject({ unindexed: 0 });
    expect(await totalFor('Large', wordOf(4321))).toBe(1);
  });

  it('is complete before a search returns items, even if the rows are so large that a search cannot index all', {
    timeout: 180_000,
  }, async () => {
    await createCollection(t.ctx, { id: 'Heavy' });
    // The index skips words of this length, so the rows fill the batches without filling the index. Random letters
    // cannot be compressed.
    for (let n = 0; n < 120; n++) {
      await insertItems(t.ctx, 'Heavy', [{ title: 'common', blob: randomLetters(230_000) }]);
    }
    const first = await search('Heavy', 'common');
    expect([first.status, first.body.details?.applicationError.code]).toEqual([503, 'SEARCH_INDEXING']);
    await expect.poll(() => totalFor('Heavy', 'common'), { timeout: 120_000 }).toBe(120);
  });

  it('is built by the first search of random texts that are stored uncompressed', async () => {
    await createCollection(t.ctx, { id: 'Random' });
    for (let n = 0; n < 800; n++) {
      await insertItems(t.ctx, 'Random', [{ title: `common ${wordOf(n)}`, text: randomLetters(5_000) }]);
    }
    expect(await totalFor('Random', 'common')).toBe(800);
    expect(await totalFor('Random', wordOf(789))).toBe(1);
  });

  it('is built anew for another language, and no search returns items before that', { timeout: 90_000 }, async () => {
    await createCollection(t.ctx, { id: 'Translated' });
    await insertItems(t.ctx, 'Translated', [{ title: 'Häuser' }, { title: 'Haus' }]);
    expect(await totalFor('Translated', 'Haus')).toBe(1);
    await t.configure({ language: 'de' });
    const first = await search('Translated', 'Haus');
    expect([first.status, first.body.details?.applicationError.code]).toEqual([503, 'SEARCH_INDEXING']);
    const totals: unknown[] = [];
    await expect
      .poll(async () => totals.push((await search('Translated', 'Haus')).body.pagingMetadata?.total) && totals.at(-1), {
        timeout: 60_000,
      })
      .toBeDefined();
    expect(totals.at(-1)).toBe(2);
    await t.configure({ language: 'en' });
  });

  it('is used by searches', async () => {
    const { table, tableName } = await loadCollection(t.ctx, 'Large');
    const text = `explain select id from ${table} where words @@ $1::tsquery`;
    const plan = await explainOnNode(t.db, ['enable_seqscan'], CompiledQuery.raw(text, ["'bcdf\u001f':*"]));
    expect(plan).toContain(`${tableName}_words`);
  });
});

describe('a row that is written while it is indexed', () => {
  it('does not get a vector of its old values', async () => {
    const collection = await makeCollection('Raced', 1);
    const [row] = await listUnindexed(t.db, collection, { after: null, limit: 10 });
    await t.call({
      method: 'POST',
      path: '/v2/items/update',
      as: t.key,
      body: { dataCollectionId: 'Raced', dataItem: { data: { _id: row?.id, title: 'other' } } },
    });
    await indexItems(t.ctx, collection, [row as NonNullable<typeof row>]);
    expect(await stateOf(collection)).toMatchObject({ indexed: 0, unindexed: 1 });
    expect([await totalFor('Raced', 'common'), await totalFor('Raced', 'other')]).toEqual([0, 1]);
  });

  it('is found by its final value, with many searches at once', async () => {
    const collection = await makeCollection('Busy', 40);
    const { rows } = await sql<{ id: string }>`select id from ${sql.raw(collection.table)}`.execute(t.db);
    const writes = rows.map(async ({ id }, n) => {
      for (const title of ['first', 'second', n % 2 ? 'odd' : 'even']) {
        const body = { dataCollectionId: 'Busy', dataItem: { data: { _id: id, title } } };
        expect((await t.call({ method: 'POST', path: '/v2/items/update', as: t.key, body })).status).toBe(200);
      }
    });
    const searches = Array.from({ length: 30 }, async () => {
      for (let n = 0; n < 5; n++) expect((await search('Busy', 'even odd')).body.message).toBeUndefined();
    });
    await Promise.all([...writes, ...searches]);
    expect([await totalFor('Busy', 'odd'), await totalFor('Busy', 'even')]).toEqual([20, 20]);
    expect([
      await totalFor('Busy', 'first'),
      await totalFor('Busy', 'second'),
      await totalFor('Busy', 'common'),
    ]).toEqual([0, 0, 0]);
  });
});

describe('while a schema change is under way', () => {
  it('rows that are not migrated yet are not found, because their words may be in fields that are hidden now', async () => {
    const fields = [{ key: 'title', type: 'TEXT' as const }];
    const permissions = { read: 'ANYONE' as const };
    await createCollection(t.ctx, { id: 'Changing', fields, permissions });
    await insertItems(t.ctx, 'Changing', [{ title: 'treasure' }]);
    expect(await totalFor('Changing', 'treasure')).toBe(1);
    const collection = await loadCollection(t.ctx, 'Changing');
    const [shape, change] = [collection.shape + 1, { kind: 'RENAME', field: 'title', to: 'secret' } as const];
    const collectionInChange = { ...collection, shape, pending: [{ ...change, number: shape }] };
    const query = { query: "'treasure\u001f':*", ranks: ["'treasure\u001f':*"], hiddenLexemes: [] };
    const [before, during] = [collection, collectionInChange].map((one) =>
      countMatches(t.db, buildReach(t.ctx, one, null), query, planFilter(matchAll, UNRESTRICTED), 10),
    );
    expect([await before, await during]).toEqual([1, 0]);
    expect(await listUnindexed(t.db, collectionInChange, { after: null, limit: 10, includesIndexed: true })).toEqual(
      [],
    );
  });

  it('migrated rows are found by the new field name only', { timeout: 90_000 }, async () => {
    const body = { dataCollectionId: 'Changing', change: { kind: 'RENAME', field: 'title', to: 'name' } };
    const response = await t.call({ method: 'POST', path: '/portico/v1/data/schema-changes', as: t.key, body });
    expect([response.status, response.body.message]).toEqual([200, undefined]);
    await expect.poll(() => totalFor('Changing', 'treasure', { fields: ['name'] }), { timeout: 60_000 }).toBe(1);
    expect(await totalFor('Changing', 'treasure', { fields: ['title'] })).toBe(0);
  });
});
