import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notifyChange } from '../../db/changes.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { slowDatabase, told } from '../../testing/slow-database.ts';
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
  it('changes the named properties and keeps the rest', async () => {
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

describe('400 is returned', () => {
  it('for an invalid address, without any change', async () => {
    const clientId = await make();
    const answer = await patch(clientId, { name: 'No', redirectUris: ['https://a.example/', 'javascript:alert(1)'] });
    expect(answer.body.details.validationError.fieldViolations[0].field).toBe('app.redirectUris.1');
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
    const made = await t.call({
      method: 'POST',
      path: '/portico/v1/apps',
      body: { app: { name: 'Wide', redirectUris: [uri] } },
      as: owner,
    });
    expect(made.status).toBe(400);
    const [violation] = made.body.details.validationError.fieldViolations;
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
    const theirs = await createApp({ ...t.ctx, site: second.site }, { body: { app } });
    const deleted = await make();
    await t.call({ method: 'DELETE', path: `/portico/v1/apps/${deleted}`, as: owner });
    for (const id of ['00000000-0000-4000-8000-000000000000', deleted, theirs.app.clientId]) {
      expect((await patch(id, { name: 'X' })).body.details.applicationError.code).toBe('APP_NOT_FOUND');
    }
  });
});

describe('the cache of apps', () => {
  it('does not keep a result that was read before a concurrent change', async () => {
    const clientId = await make();
    const { db, letGo } = slowDatabase(t.db);
    const door = createAppCache(db);
    const early = door.find(clientId);
    // Long enough for the query to return the old state of the database.
    await new Promise((resolve) => setTimeout(resolve, 50));
    const heard = told('app');
    await patch(clientId, { name: 'After' });
    await heard;
    expect((await door.find(clientId))?.name).toBe('After');
    letGo();
    expect((await early)?.name).toBe('Shop');
    expect((await door.find(clientId))?.name).toBe('After');
    door.stop();
  });

  it('queries the database once for a hundred calls, and again after a change', async () => {
    const clientId = await make();
    const { db, letGo, queries } = slowDatabase(t.db);
    letGo();
    const door = createAppCache(db);
    await Promise.all(Array.from({ length: 50 }, () => door.find(clientId)));
    for (let n = 0; n < 50; n += 1) expect((await door.find(clientId.toUpperCase()))?.id).toBe(clientId);
    expect(queries()).toBe(1);
    await notifyChange(t.db, 'app', clientId);
    await expect.poll(async () => (await door.find(clientId)) && queries()).toBe(2);
    door.stop();
  });

  it('rejects an id that is not a GUID without a query', async () => {
    const { db, queries } = slowDatabase(t.db);
    const door = createAppCache(db);
    expect(await door.find("' or '1'='1")).toBeNull();
    expect(queries()).toBe(0);
    door.stop();
  });
});
