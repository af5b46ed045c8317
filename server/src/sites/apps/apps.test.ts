import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notifyChange } from '../../db/changes.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { createSlowDatabase, waitForChange } from '../../testing/slow-database.ts';
import { createAppCache } from './app-cache.ts';
import { createApp } from './apps.ts';

let t: TestServer;
let owner: string;
beforeAll(async () => {
  t = await testServer();
  owner = await t.userToken('owner');
});
afterAll(() => t.stop());

const app = { name: 'Shop', redirectUris: ['https://shop.example/callback'], redirectDomains: ['shop.example'] };
const make = async () => (await createApp(t.ctx, { body: { app } })).app.clientId;
const patch = async (clientId: string, changes: object, as = owner) =>
  t.call({ method: 'PATCH', path: `/portico/v1/apps/${clientId}`, body: { app: changes }, as });

describe('changing an app', () => {
  it('changes the named properties and no others', async () => {
    const clientId = await make();
    const renamed = await patch(clientId, { name: 'Store' });
    expect(renamed.body.app).toMatchObject({ ...app, clientId, name: 'Store', rotateRefreshTokens: false });
    const changed = await patch(clientId, {
      redirectUris: ['app://x/'],
      redirectDomains: [],
      rotateRefreshTokens: true,
    });
    expect(changed.body.app).toMatchObject({
      name: 'Store',
      redirectUris: ['app://x/'],
      redirectDomains: [],
      rotateRefreshTokens: true,
    });
    const listed = await t.call({ method: 'GET', path: '/portico/v1/apps', as: owner });
    expect(listed.body.apps).toContainEqual(changed.body.app);
  });

  it('records who changed what, with the old values and without the secret', async () => {
    const clientId = await make();
    await patch(clientId, { rotateRefreshTokens: true });
    const audit = await t.call({ method: 'GET', path: '/portico/v1/audit', as: owner });
    expect(audit.body.entries[0]).toMatchObject({
      action: 'sites.apps.update',
      target: clientId,
      before: { rotateRefreshTokens: false },
      after: { rotateRefreshTokens: true },
    });
    expect(audit.text).not.toMatch(/secret/i);
  });

  it('rejects a removed redirect address within a moment', async () => {
    const clientId = await make();
    const query = new URLSearchParams({
      clientId,
      responseType: 'code',
      redirectUri: 'https://shop.example/callback',
      state: 's',
      codeChallenge: 'A'.repeat(43),
      codeChallengeMethod: 'S256',
      prompt: 'none',
    });
    const authorize = () => t.call({ method: 'GET', path: `/oauth2/authorize?${query}` });
    expect((await authorize()).status).toBe(302);
    await patch(clientId, { redirectUris: [] });
    await expect.poll(async () => (await authorize()).status).toBe(400);
  });
});

describe('the use of an app', () => {
  const dates = async (clientId: string) => {
    const { body } = await t.call({ method: 'GET', path: '/portico/v1/apps', as: owner });
    const { firstUsedDate, lastUsedDate } = body.apps.find((app: { clientId: string }) => app.clientId === clientId);
    return { firstUsedDate, lastUsedDate };
  };
  const requestToken = (clientId: string, more: object = {}) =>
    t.call({ method: 'POST', path: '/oauth2/token', body: { clientId, grantType: 'anonymous', ...more } });

  it('is recorded when it gets its first token, and not for rejected requests', async () => {
    const clientId = await make();
    expect(await dates(clientId)).toEqual({ firstUsedDate: null, lastUsedDate: null });
    expect((await requestToken(clientId, { clientSecret: 'wrong' })).status).toBe(401);
    expect(await dates(clientId)).toEqual({ firstUsedDate: null, lastUsedDate: null });
    const { body } = await requestToken(clientId);
    expect(body.access_token).toBeTruthy();
    await expect.poll(async () => (await dates(clientId)).lastUsedDate).toBeTruthy();
  });

  it('is stored at most once a minute, and keeps the first one', async () => {
    const clientId = await make();
    const cache = createAppCache(t.db);
    const at = (time: string) => new Date(`2026-03-01T${time}.000Z`);
    const recorded = async (time: string) => {
      cache.recordUse(clientId.toUpperCase(), at(time));
      return dates(clientId);
    };
    const first = at('10:00:00').toISOString();
    await expect.poll(() => recorded('10:00:00')).toEqual({ firstUsedDate: first, lastUsedDate: first });
    expect(await recorded('10:00:59')).toEqual({ firstUsedDate: first, lastUsedDate: first });
    const last = at('10:01:01').toISOString();
    await expect.poll(() => recorded('10:01:01')).toEqual({ firstUsedDate: first, lastUsedDate: last });
    cache.stop();
  });
});

describe('400 is returned', () => {
  it('for an invalid address, without any change', async () => {
    const clientId = await make();
    const response = await patch(clientId, { name: 'No', redirectUris: ['https://a.example/', 'javascript:alert(1)'] });
    expect(response.body.details.validationError.fieldViolations[0].field).toBe('app.redirectUris.1');
    const { body } = await t.call({ method: 'GET', path: '/portico/v1/apps', as: owner });
    expect(body.apps.find((one: { clientId: string }) => one.clientId === clientId).name).toBe('Shop');
  });
});

describe('400 for a redirect address with a wildcard', () => {
  it.each([
    'http://*/',
    'https://*.example.org/callback',
    'https://example.org/*',
    'https://%2a.example.org/',
    "https://a;script-src'*/",
    'https://a,b/',
  ])('%s', async (uri) => {
    const createResponse = await t.call({
      method: 'POST',
      path: '/portico/v1/apps',
      body: { app: { name: 'Wide', redirectUris: [uri] } },
      as: owner,
    });
    expect(createResponse.status).toBe(400);
    const [violation] = createResponse.body.details.validationError.fieldViolations;
    expect(violation.field).toBe('app.redirectUris.0');
    expect(violation.description).toContain('without wildcards');
    expect((await patch(await make(), { redirectUris: [uri] })).status).toBe(400);
  });
});

describe('403 is returned', () => {
  it.each(['editor', 'viewer'] as const)('for an %s', async (role) => {
    expect((await patch(await make(), { name: 'Mine' }, await t.userToken(role))).status).toBe(403);
  });
});

describe('404 is returned', () => {
  it('for an unknown or deleted app, and for one of another site', async () => {
    const second = await t.secondSite();
    const foreignApp = await createApp({ ...t.ctx, site: second.site }, { body: { app } });
    const deleted = await make();
    await t.call({ method: 'DELETE', path: `/portico/v1/apps/${deleted}`, as: owner });
    for (const id of ['00000000-0000-4000-8000-000000000000', deleted, foreignApp.app.clientId]) {
      expect((await patch(id, { name: 'X' })).body.details.applicationError.code).toBe('APP_NOT_FOUND');
    }
  });
});

describe('the cache of apps', () => {
  it('does not cache a result that was read before a concurrent change', async () => {
    const clientId = await make();
    const { db, release } = createSlowDatabase(t.db);
    const cache = createAppCache(db);
    const firstLookup = cache.find(clientId);
    // Waits until the query has returned the old state of the database.
    await new Promise((resolve) => setTimeout(resolve, 50));
    const notice = waitForChange('app');
    await patch(clientId, { name: 'After' });
    await notice;
    expect((await cache.find(clientId))?.name).toBe('After');
    release();
    expect((await firstLookup)?.name).toBe('Shop');
    expect((await cache.find(clientId))?.name).toBe('After');
    cache.stop();
  });

  it('queries the database once for a hundred calls, and again after a change', async () => {
    const clientId = await make();
    const { db, release, queries } = createSlowDatabase(t.db);
    release();
    const cache = createAppCache(db);
    await Promise.all(Array.from({ length: 50 }, () => cache.find(clientId)));
    for (let n = 0; n < 50; n += 1) expect((await cache.find(clientId.toUpperCase()))?.id).toBe(clientId);
    expect(queries()).toBe(1);
    await notifyChange(t.db, 'app', clientId);
    await expect.poll(async () => (await cache.find(clientId)) && queries()).toBe(2);
    cache.stop();
  });

  it('rejects an id that is not a GUID without a query', async () => {
    const { db, queries } = createSlowDatabase(t.db);
    const cache = createAppCache(db);
    expect(await cache.find("' or '1'='1")).toBeNull();
    expect(queries()).toBe(0);
    cache.stop();
  });
});
