import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { insertSiteUser } from '../store.ts';
import { sweepDeletedSites } from './sweep-sites.ts';

let t: TestServer;
let owner: string;
beforeAll(async () => {
  t = await testServer();
  owner = await t.userToken('owner');
});
afterAll(() => t.stop());

const DAY_MS = 86_400_000;
const on = (siteId: string) => ({ authorization: owner, 'wix-site-id': siteId });
const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, siteId: string, body?: object) =>
  t.call({ method, path, headers: on(siteId), ...(body ? { body } : {}) });
const add = async (site: object = {}) => {
  const slug = `added-${randomBytes(3).toString('hex')}`;
  return call('POST', '/portico/v1/sites', t.site.id, { site: { name: 'Added', slug, ...site } });
};
const listSiteIds = async (): Promise<string[]> =>
  (await call('GET', '/portico/v1/sites', t.site.id)).body.sites.map((one: { siteId: string }) => one.siteId);
const codeOf = (response: { body: { details?: { applicationError?: { code: string } } } }) =>
  response.body.details?.applicationError?.code;
const hostOf = (slug: string) => `${slug}.${new URL(t.origin).host}`;
const infoAt = (slug: string) =>
  t.call({ method: 'GET', path: '/portico/v1/site-info', headers: { host: hostOf(slug) } });
const codeFor = async (response: ReturnType<typeof call>) => codeOf(await response);

describe('a further site', () => {
  it('is created by an owner, with its own app, time zone and host', async () => {
    const { status, body } = await add({ timeZone: 'Asia/Kolkata' });
    expect(status).toBe(200);
    expect(body.site).toMatchObject({ name: 'Added', role: 'owner', timeZone: 'Asia/Kolkata', isFirst: false });
    expect((await infoAt(body.site.slug)).body).toMatchObject({
      siteId: body.site.siteId,
      clientId: body.site.clientId,
    });
    expect(body.site.clientId).toMatch(/^[0-9a-f-]{36}$/);
    expect(await listSiteIds()).toContain(body.site.siteId);
  });

  it('inherits the time zone of the site from which it was created unless it names one', async () => {
    await call('PATCH', '/portico/v1/site', t.site.id, { site: { timeZone: 'Europe/Berlin' } });
    await expect.poll(async () => (await add()).body.site.timeZone).toBe('Europe/Berlin');
  });

  it.each(['admin', 'editor', 'viewer'] as const)('cannot be created by an %s', async (role) => {
    const response = await t.call({
      method: 'POST',
      path: '/portico/v1/sites',
      body: { site: { name: 'Mine' } },
      as: await t.userToken(role),
    });
    expect(codeOf(response)).toBe('PERMISSION_DENIED');
  });

  it('cannot have the slug of another, nor one that is not a valid host label', async () => {
    const { slug } = (await add()).body.site;
    expect(codeOf(await add({ slug }))).toBe('SLUG_TAKEN');
    for (const wrong of ['-a', 'a.b', 'A', '']) expect((await add({ slug: wrong })).status).toBe(400);
  });
});

describe('the name and the time zone', () => {
  it('change one by one, and are in the audit log', async () => {
    const { siteId } = (await add({ timeZone: 'UTC' })).body.site;
    const zoned = await call('PATCH', '/portico/v1/site', siteId, { site: { timeZone: 'America/New_York' } });
    expect(zoned.body.site).toMatchObject({ name: 'Added', timeZone: 'America/New_York' });
    const named = await call('PATCH', '/portico/v1/site', siteId, { site: { name: 'Renamed' } });
    expect(named.body.site).toMatchObject({ name: 'Renamed', timeZone: 'America/New_York' });
    const { entries } = (await call('GET', '/portico/v1/audit', siteId)).body;
    expect(entries[0]).toMatchObject({ action: 'sites.sites.update', before: { name: 'Added' } });
  });

  it('reject an unknown time zone', async () => {
    const response = await call('PATCH', '/portico/v1/site', t.site.id, { site: { timeZone: 'Mars/Base' } });
    expect(response.status).toBe(400);
    expect(response.body.details.validationError.fieldViolations[0].field).toBe('site.timeZone');
    expect(response.text).toContain('Mars/Base');
  });
});

describe('a deleted site', () => {
  it('is hidden at once from its host, its owner, its keys and its tokens', async () => {
    const { siteId, slug } = (await add()).body.site;
    const { apiKey } = (await call('POST', '/portico/v1/keys', siteId, { key: { name: 'CI' } })).body;
    const unknown = { dataCollectionId: 'Nothing' };
    const query = () =>
      t.call({ method: 'POST', path: '/v2/items/query', body: unknown, headers: { authorization: apiKey } });
    expect((await query()).status).toBe(404);
    expect((await infoAt(slug)).status).toBe(200);
    const { body } = await call('DELETE', '/portico/v1/site', siteId);
    expect(body.site).toMatchObject({ siteId, slug });
    expect(Date.parse(body.site.restorableUntil) - Date.parse(body.site.deletedDate)).toBe(30 * DAY_MS);
    // The first site is served at every unknown host, but not at the host of a deleted site.
    await expect.poll(async () => codeOf(await infoAt(slug))).toBe('SITE_NOT_FOUND');
    await expect.poll(async () => (await query()).status).toBe(401);
    await expect.poll(() => codeFor(call('GET', '/portico/v1/site', siteId))).toBe('PERMISSION_DENIED');
    expect(await listSiteIds()).not.toContain(siteId);
    expect(codeOf(await add({ slug }))).toBe('SLUG_TAKEN');
  });

  it('is restored with its content', async () => {
    const { siteId, slug } = (await add()).body.site;
    const { apiKey } = (await call('POST', '/portico/v1/keys', siteId, { key: { name: 'CI' } })).body;
    const collection = { id: 'Kept', displayName: 'Kept', fields: [{ key: 'title', type: 'TEXT' }] };
    await t.call({ method: 'POST', path: '/v2/collections', body: { collection }, headers: { authorization: apiKey } });
    const item = { dataCollectionId: 'Kept', dataItem: { data: { title: 'Still there' } } };
    expect(
      (await t.call({ method: 'POST', path: '/v2/items', body: item, headers: { authorization: apiKey } })).status,
    ).toBe(200);
    await call('DELETE', '/portico/v1/site', siteId);
    const listed = await call('GET', '/portico/v1/deleted-sites', t.site.id);
    expect(listed.body.sites[0]).toMatchObject({ siteId, slug, name: 'Added' });
    await expect.poll(async () => codeOf(await infoAt(slug))).toBe('SITE_NOT_FOUND');
    const restored = await call('POST', `/portico/v1/deleted-sites/${siteId}/restore`, t.site.id, {});
    expect(restored.body.site).toMatchObject({ siteId, slug, role: 'owner' });
    await expect.poll(async () => (await infoAt(slug)).status).toBe(200);
    const query = { dataCollectionId: 'Kept' };
    const items = await t.call({
      method: 'POST',
      path: '/v2/items/query',
      body: query,
      headers: { authorization: apiKey },
    });
    expect(items.body.dataItems[0].data.title).toBe('Still there');
    expect(await listSiteIds()).toContain(siteId);
  });

  it('can be restored only by its own owners', async () => {
    const { siteId } = (await add()).body.site;
    await call('DELETE', '/portico/v1/site', siteId);
    await t.db.updateTable('site_users').set({ role: 'admin' }).where('site_id', '=', siteId).execute();
    expect(await codeFor(call('POST', `/portico/v1/deleted-sites/${siteId}/restore`, t.site.id, {}))).toBe(
      'SITE_NOT_FOUND',
    );
    const { sites } = (await call('GET', '/portico/v1/deleted-sites', t.site.id)).body;
    expect(sites.map((one: { siteId: string }) => one.siteId)).not.toContain(siteId);
  });

  it('is never the first site, and never deleted by an admin', async () => {
    expect(await codeFor(call('DELETE', '/portico/v1/site', t.site.id))).toBe('SITE_IS_FIRST');
    const { siteId } = (await add()).body.site;
    const admin = await t.userToken('admin');
    const [{ sub }] = [JSON.parse(Buffer.from(admin.split('.')[1] as string, 'base64url').toString())];
    await insertSiteUser(t.db, { site_id: siteId, user_id: String(sub), role: 'admin' });
    const response = await t.call({
      method: 'DELETE',
      path: '/portico/v1/site',
      headers: { authorization: admin, 'wix-site-id': siteId },
    });
    expect(codeOf(response)).toBe('PERMISSION_DENIED');
  });

  it('is removed after 30 days, with its schema and every row, and nothing of another site', async () => {
    const { siteId } = (await add()).body.site;
    const { apiKey } = (await call('POST', '/portico/v1/keys', siteId, { key: { name: 'CI' } })).body;
    const collection = { id: 'Gone', displayName: 'Gone', fields: [{ key: 'title', type: 'TEXT' }] };
    await t.call({ method: 'POST', path: '/v2/collections', body: { collection }, headers: { authorization: apiKey } });
    await t.call({ method: 'POST', path: '/v2/register', body: register(), headers: { authorization: apiKey } });
    const { schema_name } = await t.db
      .selectFrom('sites')
      .select('schema_name')
      .where('id', '=', siteId)
      .executeTakeFirstOrThrow();
    const before = await countRowsBySite(t.site.id);
    await call('DELETE', '/portico/v1/site', siteId);
    const removed: string[] = [];
    const sweep = sweepDeletedSites([async (_, id) => void removed.push(id)]);
    await sweep(t.db, new Date(Date.now() + 29 * DAY_MS));
    expect(removed).not.toContain(siteId);
    expect(Object.keys(await countRowsBySite(siteId))).toContain('collections');
    await sweep(t.db, new Date(Date.now() + 31 * DAY_MS));
    expect(removed).toContain(siteId);
    expect(await countRowsBySite(siteId)).toEqual({});
    expect(await countRowsBySite(t.site.id)).toEqual(before);
    const { rows } = await sql`select 1 from pg_namespace where nspname = ${schema_name}`.execute(t.db);
    expect(rows).toEqual([]);
    expect(await codeFor(call('POST', `/portico/v1/deleted-sites/${siteId}/restore`, t.site.id, {}))).toBe(
      'SITE_NOT_FOUND',
    );
  });
});

const register = () => ({ loginId: { email: 'ada@example.org' }, password: 'a walk in the rain' });

/** Returns the number of the site's rows in each shared table that has any. The tables come from the catalog. */
async function countRowsBySite(siteId: string): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attname = 'site_id' and c.relkind = 'r' and c.relnamespace = 'portico'::regnamespace`.execute(t.db);
  const counts: Record<string, number> = {};
  for (const { name } of [...tables, { name: 'sites' }]) {
    const key = name === 'sites' ? 'id' : 'site_id';
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.id(name)} where ${sql.id(key)} = ${siteId}`.execute(t.db);
    if (rows[0]?.count) counts[name] = rows[0].count;
  }
  return counts;
}
