import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../testing/index.ts';
import { mergeSettings } from './store.ts';
import { createSetupLink } from './users/set-up.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const originHeader = (): Record<string, string> => ({ origin: t.origin });

describe('a successful call', () => {
  it('lets an owner read and rename the site', async () => {
    const owner = await t.userToken('owner');
    const renamed = await t.call({
      method: 'PATCH',
      path: '/portico/v1/site',
      body: { site: { name: 'New name' } },
      as: owner,
    });
    expect(renamed.body.site.name).toBe('New name');
    const read = await t.call({ method: 'GET', path: '/portico/v1/site', as: owner });
    expect(read.body.site).toMatchObject({ siteId: t.site.id, name: 'New name' });
  });

  it('creates, lists and deletes an app, whose secret is returned once', async () => {
    const owner = await t.userToken('owner');
    const createResponse = await t.call({
      method: 'POST',
      path: '/portico/v1/apps',
      body: { app: { name: 'Shop', redirectUris: ['https://shop.example/callback'] } },
      as: owner,
    });
    expect(createResponse.body.clientSecret).toMatch(/^[0-9a-f]{12}\./);
    const listed = await t.call({ method: 'GET', path: '/portico/v1/apps', as: owner });
    expect(JSON.stringify(listed.body)).not.toContain(createResponse.body.clientSecret);
    const deleteResponse = await t.call({
      method: 'DELETE',
      path: `/portico/v1/apps/${createResponse.body.app.clientId}`,
      as: owner,
    });
    expect(deleteResponse).toMatchObject({ status: 200, body: {} });
  });

  it('creates a further site that belongs only to the owners of the account', async () => {
    const [owner, editor] = [await t.userToken('owner'), await t.userToken('editor')];
    const { site } = await t.secondSite();
    const sitesOf = async (token: string): Promise<string[]> => {
      const response = await t.call({ method: 'GET', path: '/portico/v1/sites', headers: { authorization: token } });
      return response.body.sites.map((one: { siteId: string }) => one.siteId);
    };
    expect(await sitesOf(owner)).toContain(site.id);
    expect(await sitesOf(editor)).toEqual([t.site.id]);
  });

  it('records every administrative act in the audit log, without secrets', async () => {
    const owner = await t.userToken('owner');
    const createResponse = await t.call({
      method: 'POST',
      path: '/portico/v1/keys',
      body: { key: { name: 'CI' } },
      as: owner,
    });
    const audit = await t.call({ method: 'GET', path: '/portico/v1/audit', as: owner });
    expect(audit.body.entries[0]).toMatchObject({ action: 'sites.keys.create', target: createResponse.body.key.keyId });
    expect(audit.text).not.toContain(createResponse.body.apiKey);
  });
});

describe('400 is returned', () => {
  it.each(['javascript:alert(1)', 'not a url', 'https://a.example/#fragment'])(
    'for the redirect address %s',
    async (uri) => {
      const response = await t.call({
        method: 'POST',
        path: '/portico/v1/apps',
        body: { app: { name: 'Bad', redirectUris: [uri] } },
        as: await t.userToken('owner'),
      });
      expect(response.status).toBe(400);
      expect(response.body.details.validationError.fieldViolations[0].field).toBe('app.redirectUris.0');
    },
  );

  it.each(['items:fly', 'site:manage', 'site:read', 'site:*'])(
    'for the scope %s, which no key can use',
    async (scope) => {
      const body = { key: { name: 'Bad', scopes: [scope] } };
      const response = await t.call({ method: 'POST', path: '/portico/v1/keys', body, as: await t.userToken('owner') });
      expect(response.body.details.validationError.fieldViolations[0].field).toBe('key.scopes.0');
    },
  );
});

describe('401 is returned', () => {
  it.each(['', 'nonsense', 'a.b.c', 'abcdef.notakey'])('for the credential "%s"', async (as) => {
    const response = await t.call({ method: 'GET', path: '/portico/v1/site', headers: { authorization: as } });
    expect(response.status).toBe(401);
  });
});

describe('403 is returned', () => {
  it.each(['editor', 'viewer'] as const)('when an %s creates a key', async (role) => {
    const body = { key: { name: 'Mine' } };
    const response = await t.call({ method: 'POST', path: '/portico/v1/keys', body, as: await t.userToken(role) });
    expect(response.body.details.applicationError.code).toBe('PERMISSION_DENIED');
  });

  it('when an API key calls another site', async () => {
    const second = await t.secondSite();
    const response = await t.call({ method: 'GET', path: '/portico/v1/site', as: second.key });
    expect(response.status).toBe(403);
  });

  it('when another origin signs in to the dashboard', async () => {
    const body = { email: 'a@example.org', password: 'whatever' };
    const response = await t.call({
      method: 'POST',
      path: '/portico/v1/dashboard/sign-in',
      body,
      headers: { origin: 'https://evil.example' },
    });
    expect(response.body.details.applicationError.code).toBe('WRONG_ORIGIN');
  });
});

describe('404 is returned', () => {
  it('for an unknown path, and for a product that is not implemented', async () => {
    expect((await t.call({ method: 'GET', path: '/v2/nothing' })).body.details.applicationError.code).toBe('NOT_FOUND');
    const store = await t.call({ method: 'POST', path: '/stores/v1/products/query', body: {} });
    expect(store.body.details.applicationError.code).toBe('VENDOR_PRODUCT_NOT_SERVED');
    expect(store.headers['x-wix-request-id']).toBeTruthy();
  });
});

describe('409 is returned', () => {
  it('for deleting the app of the site’s own pages', async () => {
    await mergeSettings(t.db, t.site.id, { websiteAppId: t.app.clientId });
    // Waits until this process has read the changed settings.
    await t.configure({});
    const path = `/portico/v1/apps/${t.app.clientId}`;
    const response = await t.call({ method: 'DELETE', path, as: await t.userToken('owner') });
    expect(response.body.details.applicationError.code).toBe('APP_IS_BUILT_IN');
  });
});

describe('a one-time link for an address', () => {
  it('sets the password of an editor, ends all sessions, and grants no other role', async () => {
    const token = await t.userToken('editor');
    const sitesOf = (token: string) => t.call({ method: 'GET', path: '/portico/v1/sites', as: token });
    const { rows } = await sql<{ email: string }>`
      select email from users join site_users on user_id = id where role = 'editor'
      order by users.created_at desc limit 1`.execute(t.db);
    const [{ email }] = rows as [{ email: string }];
    const link = await createSetupLink(t.ctx, email);
    expect((await sitesOf(token)).body.sites[0].role).toBe('editor');

    const body = { token: link.split('#token=')[1], password: 'correct horse' };
    const done = await t.call({ method: 'POST', path: '/portico/v1/setup', body, headers: originHeader() });
    expect(done.body.user.email).toBe(email);
    expect((await sitesOf(done.body.accessToken)).body.sites[0].role).toBe('editor');
    await expect
      .poll(async () => (await t.call({ method: 'GET', path: '/portico/v1/site', as: token })).status)
      .toBe(401);
  });

  it('is not created for an address without a dashboard user', async () => {
    await expect(createSetupLink(t.ctx, 'nobody@example.org')).rejects.toThrow('no such dashboard user');
  });
});

describe('set-up and dashboard session', () => {
  it('the first owner signs in by the one-time link, signs out and in again', async () => {
    const link = await createSetupLink(t.ctx, null);
    const token = link.split('#token=')[1];
    expect((await t.call({ method: 'GET', path: '/portico/v1/setup' })).body).toEqual({ needed: true });
    const body = { token, email: 'Owner@Example.org', password: 'correct horse', siteName: 'Mine' };
    const done = await t.call({ method: 'POST', path: '/portico/v1/setup', body, headers: originHeader() });
    expect(done.body.user.email).toBe('owner@example.org');
    expect((await t.call({ method: 'POST', path: '/portico/v1/setup', body, headers: originHeader() })).status).toBe(
      403,
    );

    const cookie = String(done.headers['set-cookie']).split(';')[0] as string;
    expect(String(done.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Strict/);
    const fresh = await t.call({
      method: 'POST',
      path: '/portico/v1/dashboard/token',
      body: {},
      headers: { ...originHeader(), cookie },
    });
    expect(fresh.status).toBe(200);
    const sites = await t.call({
      method: 'GET',
      path: '/portico/v1/sites',
      headers: { authorization: fresh.body.accessToken },
    });
    expect(sites.body.sites[0]).toMatchObject({ name: 'Mine', role: 'owner' });

    await t.call({
      method: 'POST',
      path: '/portico/v1/dashboard/sign-out',
      body: {},
      headers: { ...originHeader(), cookie },
    });
    const after = await t.call({
      method: 'POST',
      path: '/portico/v1/dashboard/token',
      body: {},
      headers: { ...originHeader(), cookie },
    });
    expect(after.status).toBe(401);
    const credentials = { email: 'owner@example.org', password: 'correct horse' };
    expect(
      (
        await t.call({
          method: 'POST',
          path: '/portico/v1/dashboard/sign-in',
          body: credentials,
          headers: originHeader(),
        })
      ).status,
    ).toBe(200);
    const wrong = { ...credentials, password: 'wrong horse' };
    expect(
      (await t.call({ method: 'POST', path: '/portico/v1/dashboard/sign-in', body: wrong, headers: originHeader() }))
        .status,
    ).toBe(401);
  });
});
