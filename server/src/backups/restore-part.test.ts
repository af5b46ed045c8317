import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { backup } from '../db/backup/index.ts';
import { hasCitus } from '../db/cluster/layout.ts';
import type { Site } from '../kernel/ctx.ts';
import { newId } from '../kernel/ids.ts';
import { createKey } from '../sites/keys/keys.ts';
import { withClient } from '../testing/cluster.ts';
import { type TestServer, testServer } from '../testing/index.ts';
import { restoreCollection, restoreSite } from './index.ts';

const KEY = 'a backup key of more than thirty-two characters';

let server: TestServer;
let folder: string;
let file: string;
const fileId = newId();

beforeAll(async () => {
  server = await testServer();
  folder = mkdtempSync(join(tmpdir(), 'portico-part-'));
  file = join(folder, 'all.portico');
  await post('/v2/collections', { collection: { id: 'Authors', fields: [{ key: 'name', type: 'TEXT' }] } });
  const written = { multiReference: { referencedCollectionId: 'Authors' } };
  const fields = [
    { key: 'title', type: 'TEXT' },
    { key: 'authors', type: 'MULTI_REFERENCE', typeMetadata: written },
  ];
  await post('/v2/collections', { collection: { id: 'Books', displayName: 'Books', fields } });
  const index = { name: 'by-title', fields: [{ path: 'title' }], unique: true };
  await post('/v2/indexes', { dataCollectionId: 'Books', index });
  await vi.waitFor(async () => expect(await listActiveIndexes()).toContain('by-title'), 20_000);
  await post('/v2/items', { dataCollectionId: 'Authors', dataItem: { data: { _id: 'ann', name: 'Ann' } } });
  const dataItems = Array.from({ length: 20 }, (_, n) => ({ data: { _id: `book-${n}`, title: `Title ${n}\n\t\\` } }));
  await post('/v2/bulk/items/insert', { dataCollectionId: 'Books', dataItems });
  const link = { referringItemFieldName: 'authors', referringItemId: 'book-1', referencedItemId: 'ann' };
  await post('/v2/bulk/items/insert-references', { dataCollectionId: 'Books', dataItemReferences: [link] });
  await storeUpload('an upload');
  await backup(server.settings, { file, dataDir: server.dataDir, key: KEY });
  // The live site loses these items after the backup, so that only a restore can bring them back.
  await post('/v2/bulk/items/remove', { dataCollectionId: 'Books', dataItemIds: ['book-1', 'book-2'] });
}, 120_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.stop();
});

const part = () => ({ settings: server.settings, file, key: KEY, siteId: server.site.id, report: () => undefined });

describe('one collection', () => {
  it('is restored beside the live one with its items, links and indexes', async () => {
    const before = await listItems(server.key, 'Books');
    const progress: string[] = [];
    const items = await restoreCollection(server.ctx, {
      ...part(),
      ...{ collectionId: 'Books', newCollectionId: 'Books-restored', report: (line) => progress.push(line) },
    });
    expect(items).toBe(20);
    expect(progress).toContain('20 items');
    const restored = await listItems(server.key, 'Books-restored');
    expect(restored).toHaveLength(20);
    expect(restored.map(({ data }) => data.title)).toContain('Title 1\n\t\\');
    expect(await listItems(server.key, 'Books')).toEqual(before);
    expect(before).toHaveLength(18);

    const { body } = await post('/v2/items/query-referenced', {
      dataCollectionId: 'Books-restored',
      referringItemFieldName: 'authors',
      referringItemId: 'book-1',
    });
    expect(JSON.stringify(body.results)).toContain('Ann');
    const same = { dataCollectionId: 'Books-restored', dataItem: { data: { title: 'Title 1\n\t\\' } } };
    expect((await attempt('/v2/items', same)).status).not.toBe(200);
    await post('/v2/items', { ...same, dataItem: { data: { title: 'New' } } });
    const found = await post('/v2/items/query', {
      dataCollectionId: 'Books-restored',
      query: { filter: { title: 'New' } },
    });
    expect(found.body.dataItems).toHaveLength(1);
    expect(await listTablesOfNoNode()).toEqual([]);
  });

  it('is restored into a site that has no tables for collections any more', async () => {
    const { site, key } = await server.secondSite();
    const headers = { 'wix-site-id': site.id };
    const call = (path: string, body: object) =>
      server.call({ method: 'POST', path: `/v2/${path}`, body, as: key, headers });
    expect((await call('collections', { collection: { id: 'Notes' } })).status).toBe(200);
    const dataItem = { data: { _id: 'note', text: 'kept' } };
    expect((await call('items', { dataCollectionId: 'Notes', dataItem })).status).toBe(200);
    const archive = join(folder, 'notes.portico');
    await backup(server.settings, { file: archive, dataDir: server.dataDir, key: KEY });
    await withClient(server.settings, null, async (client) => {
      for (const table of ['links', 'kept_values', 'search_words'])
        await client.query(`drop table "${site.schema}"."${table}"`);
    });
    const names = { collectionId: 'Notes', newCollectionId: 'Notes-restored' };
    expect(await restoreCollection(server.ctx, { ...part(), file: archive, siteId: site.id, ...names })).toBe(1);
    expect((await listItems(key, 'Notes-restored', site.id)).map(({ data }) => data.text)).toEqual(['kept']);
    expect(await listTablesOfNoNode()).toEqual([]);
  });

  it.each([
    ['an id that is taken', { newCollectionId: 'Books' }, 'already has a collection Books'],
    [
      'a collection that the archive does not contain',
      { collectionId: 'None' },
      'does not contain the collection None',
    ],
    ['another key', { key: `${KEY}!` }, 'encrypted with another key'],
  ])('is rejected for %s, and nothing changes', async (_what, options, sentence) => {
    const before = await countTables();
    const names = { collectionId: 'Books', newCollectionId: 'Other' };
    await expect(restoreCollection(server.ctx, { ...part(), ...names, ...options })).rejects.toThrow(sentence);
    expect(await countTables()).toEqual(before);
  });
});

describe('one site', () => {
  it('is restored as a new site with its items, members and uploads, beside the live one', async () => {
    const before = await listItems(server.key, 'Books');
    const restored = await restoreSite(server.ctx, { ...part(), slug: 'recovered' });
    expect(restored).toMatchObject({ slug: 'recovered', files: 1 });
    expect(restored.siteId).not.toBe(server.site.id);
    await expect.poll(() => server.ctx.env.site(restored.siteId)).toMatchObject({ slug: 'recovered' });
    const site = (await server.ctx.env.site(restored.siteId)) as Site;
    const { apiKey } = await createKey({ ...server.ctx, site }, { body: { key: { name: 'Restored' } } });

    const items = await listItems(apiKey, 'Books', restored.siteId);
    expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining(['book-1', 'book-2']));
    expect(items).toHaveLength(20);
    expect(await listItems(server.key, 'Books')).toEqual(before);
    const query = { dataCollectionId: 'Books', referringItemFieldName: 'authors', referringItemId: 'book-1' };
    const headers = { authorization: apiKey, 'wix-site-id': restored.siteId };
    const linked = await server.call({ method: 'POST', path: '/v2/items/query-referenced', body: query, headers });
    expect(linked.text).toContain('Ann');
    const dataItem = { data: { title: 'Only in the copy' } };
    const body = { dataCollectionId: 'Books', dataItem };
    expect((await server.call({ method: 'POST', path: '/v2/items', body, headers })).status).toBe(200);
    expect(await listItems(server.key, 'Books')).toEqual(before);

    expect([await readUpload(server.site.id), await readUpload(restored.siteId)]).toEqual(['an upload', 'an upload']);
    expect(await listMembers(restored.siteId)).toEqual(await listMembers(server.site.id));
    // A key of the live site must not open the copy.
    const foreign = { authorization: server.key, 'wix-site-id': restored.siteId };
    expect((await server.call({ method: 'GET', path: '/v2/collections', headers: foreign })).status).not.toBe(200);
    const clientId = restored.apps.get(server.app.clientId) as string;
    const token = { clientId, grantType: 'anonymous' };
    expect((await server.call({ method: 'POST', path: '/oauth2/token', body: token })).status).toBe(200);
    expect(await listTablesOfNoNode()).toEqual([]);
  });

  it.each([
    ['a slug that is taken', () => ({ slug: server.site.slug }), 'Another site has the slug'],
    ['a site that the archive does not contain', () => ({ siteId: newId() }), 'does not contain the site'],
  ])('is rejected for %s, and nothing changes', async (_what, options, sentence) => {
    const before = [await countTables(), await listStored()];
    await expect(restoreSite(server.ctx, { ...part(), slug: null, ...options() })).rejects.toThrow(sentence);
    expect([await countTables(), await listStored()]).toEqual(before);
  });
});

// biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
async function listItems(key: string, collection: string, siteId = server.site.id): Promise<any[]> {
  const body = { dataCollectionId: collection, query: { sort: [{ fieldName: '_id' }], paging: { limit: 100 } } };
  const headers = { authorization: key, 'wix-site-id': siteId };
  const response = await server.call({ method: 'POST', path: '/v2/items/query', body, headers });
  expect(response.status).toBe(200);
  return response.body.dataItems;
}

async function listActiveIndexes(): Promise<string[]> {
  const { body } = await server.call({ method: 'GET', path: '/v2/indexes?dataCollectionId=Books', as: server.key });
  return body.indexes.flatMap((index: { name: string; status: string }) =>
    index.status === 'ACTIVE' ? [index.name] : [],
  );
}

const attempt = (path: string, body: object) => server.call({ method: 'POST', path, body, as: server.key });

async function post(path: string, body: object) {
  const response = await attempt(path, body);
  expect({ path, status: response.status, body: response.text }).toMatchObject({ status: 200 });
  return response;
}

/** Stores a file and its row, as an upload to the server would. */
async function storeUpload(text: string): Promise<void> {
  const { storage } = server.ctx.env;
  mkdirSync(storage.incoming, { recursive: true });
  const path = join(storage.incoming, fileId);
  writeFileSync(path, text);
  await storage.put(`${server.site.id}/${fileId}`, path, text.length);
  await withClient(server.settings, null, (client) =>
    client.query(
      `insert into portico.files (site_id, id, scope, status, display_name, mime_type, max_bytes, scope_quota_bytes,
         site_quota_bytes, created_at, changed_at)
       values ($1, $2, 'form:x', 'CLAIMED', 'x', 'text/plain', 1, 1, 1, now(), now())`,
      [server.site.id, fileId],
    ),
  );
}

async function readUpload(siteId: string): Promise<string | null> {
  const content = await server.ctx.env.storage.read(`${siteId}/${fileId}`);
  return content && String(await buffer(content));
}

async function listStored(): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of server.ctx.env.storage.list()) names.push(name);
  return names.sort();
}

async function listMembers(siteId: string): Promise<unknown[]> {
  return withClient(server.settings, null, async (client) => {
    const text = 'select id, login_email, status from portico.members where site_id = $1 order by id';
    return (await client.query(text, [siteId])).rows;
  });
}

/** Returns the tables of sites that stayed on the coordinator of a cluster; none on PostgreSQL without Citus. */
async function listTablesOfNoNode(): Promise<unknown[]> {
  return withClient(server.settings, null, async (client) => {
    if (!(await hasCitus(client))) return [];
    const { rows } = await client.query(
      `select c.oid::regclass from pg_class c join portico.sites s on s.schema_name = c.relnamespace::regnamespace::text
        where c.relkind = 'r' and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)`,
    );
    return rows;
  });
}

async function countTables(): Promise<unknown> {
  return withClient(server.settings, null, async (client) => {
    const { rows } = await client.query(
      `select (select count(*) from pg_class) as relations, (select count(*) from portico.collections) as collections,
              (select count(*) from portico.sites) as sites`,
    );
    return rows[0];
  });
}
