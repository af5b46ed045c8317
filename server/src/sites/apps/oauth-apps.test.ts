import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, type TestServer, testServer } from '../../testing/index.ts';

let t: TestServer;
let owner: string;
beforeAll(async () => {
  t = await testServer();
  owner = await t.userToken('owner');
});
afterAll(() => t.stop());

const APPS = '/oauth-app/v1/oauth-apps';
const oAuthApp = {
  name: 'My Storefront',
  loginUrl: 'https://example.com/login',
  allowedRedirectUris: ['https://example.com/callback'],
  allowedRedirectDomains: ['example.com'],
};
const send = (method: Call['method'], path: string, body?: object, as = t.key) =>
  t.call({ method, path: `${APPS}${path}`, body, as });
const make = async (more: object = {}) =>
  (await send('POST', '', { oAuthApp: { ...oAuthApp, ...more } })).body.oAuthApp;
const codeOf = (response: { body: { details: { applicationError: { code: string } } } }) =>
  response.body.details.applicationError.code;

describe('200 is returned', () => {
  it('for creating an app, whose id issues visitor tokens, without its secret', async () => {
    const response = await send('POST', '', { oAuthApp });
    expect(response).toMatchObject({ status: 200, body: { oAuthApp: { ...oAuthApp, redirectUrlWixPages: t.origin } } });
    expect(response.text).not.toMatch(/secret/i);
    const body = { clientId: response.body.oAuthApp.id, grantType: 'anonymous' };
    expect((await t.call({ method: 'POST', path: '/oauth2/token', body })).status).toBe(200);
  });

  it('for reading an app with a key, and an app itself', async () => {
    const app = await make({ description: 'The shop', technology: 'REACT', applicationType: 'WEB_APP' });
    expect((await send('GET', `/${app.id}?oAuthAppId=${app.id}`)).body.oAuthApp).toEqual(app);
    const { clientId, clientSecret } = t.app;
    const body = { grantType: 'client_credentials', clientId, clientSecret, instanceId: t.site.id };
    const { access_token: appToken } = (await t.call({ method: 'POST', path: '/oauth2/token', body })).body;
    expect((await send('GET', `/${clientId}`, undefined, appToken)).body.oAuthApp.id).toBe(clientId);
  });

  it('for querying all apps of the site, and a page of them', async () => {
    const app = await make();
    const all = (await send('POST', '/query', { query: {} })).body;
    expect(all.oAuthApps).toContainEqual(app);
    expect(all.pagingMetadata).toEqual({ count: all.oAuthApps.length, offset: 0, total: all.oAuthApps.length });
    const page = (await send('POST', '/query', { query: { paging: { limit: 1, offset: 1 }, sort: [] } })).body;
    expect(page.oAuthApps).toEqual([all.oAuthApps[1]]);
  });

  it.each([
    ['{paths}', { paths: ['allowedRedirectUris', 'description'] }],
    ['a list', ['allowedRedirectUris', 'description']],
    ['one string', 'oAuthApp.allowedRedirectUris,oAuthApp.description'],
  ])('changes what a mask names and nothing else: %s', async (_, mask) => {
    const { id } = await make({ description: 'The shop' });
    const changes = { allowedRedirectUris: ['https://example.com/auth'], name: 'Not named in the mask' };
    const changed = (await send('PATCH', `/${id}`, { oAuthApp: changes, mask })).body.oAuthApp;
    expect(changed).toMatchObject({ ...oAuthApp, description: '', allowedRedirectUris: ['https://example.com/auth'] });
  });

  it('when a change without a mask changes the fields of the body, and audits it', async () => {
    const { id } = await make();
    const changed = (await send('PATCH', `/${id}`, { oAuthApp: { id, name: 'Renamed' } })).body.oAuthApp;
    expect(changed).toMatchObject({ ...oAuthApp, name: 'Renamed' });
    const audit = await t.call({ method: 'GET', path: '/portico/v1/audit', as: owner });
    expect(audit.body.entries[0]).toMatchObject({ action: 'sites.apps.update', target: id, actorKind: 'key' });
  });

  it('for updating and deleting an app with a key through Portico’s own calls', async () => {
    const { id } = await make();
    const path = `/portico/v1/apps/${id}`;
    const changed = await t.call({ method: 'PATCH', path, body: { app: { name: 'By key' } }, as: t.key });
    expect(changed.body.app).toMatchObject({ clientId: id, name: 'By key' });
    expect((await t.call({ method: 'DELETE', path, as: t.key })).status).toBe(200);
    expect((await send('GET', `/${id}`)).status).toBe(404);
  });

  it('for deleting an app, whose tokens stop working', async () => {
    const { id } = await make();
    expect((await send('DELETE', `/${id}`)).body).toEqual({});
    const body = { clientId: id, grantType: 'anonymous' };
    await expect.poll(async () => (await t.call({ method: 'POST', path: '/oauth2/token', body })).status).toBe(401);
  });
});

describe('400 is returned for', () => {
  it.each([
    [
      'an address that runs script',
      { allowedRedirectUris: ['https://a.example/', 'javascript:alert(1)'] },
      'oAuthApp.allowedRedirectUris.1',
    ],
    ['a domain with a path', { allowedRedirectDomains: ['a.example/path'] }, 'oAuthApp.allowedRedirectDomains.0'],
    ['a login address that is no web address', { loginUrl: 'javascript:alert(1)' }, 'oAuthApp.loginUrl'],
    ['a name of one letter', { name: 'x' }, 'oAuthApp.name'],
    ['a technology that does not exist', { technology: 'COBOL' }, 'oAuthApp.technology'],
  ])('names %s', async (_, more, field) => {
    const response = await send('POST', '', { oAuthApp: { ...oAuthApp, ...more } });
    expect(response.status).toBe(400);
    expect(response.body.details.validationError.fieldViolations[0].field).toBe(field);
  });

  it('a filter, instead of ignoring it', async () => {
    expect((await send('POST', '/query', { query: { filter: { name: 'x' } } })).status).toBe(400);
  });
});

describe('403 is returned', () => {
  it.each(['editor', 'viewer'] as const)('when an %s, who may read apps, changes one', async (role) => {
    const as = await t.userToken(role);
    const { id } = await make();
    expect((await send('GET', `/${id}`, undefined, as)).status).toBe(200);
    expect((await send('PATCH', `/${id}`, { oAuthApp: { name: 'Mine' } }, as)).status).toBe(403);
    expect((await send('POST', '', { oAuthApp }, as)).status).toBe(403);
    expect((await send('DELETE', `/${id}`, undefined, as)).status).toBe(403);
  });

  it('when visitors, members and keys without the scope read one', async () => {
    for (const as of [t.visitor, t.member, await t.keyWith(['items:read'])]) {
      expect((await send('POST', '/query', {}, as)).status).toBe(403);
    }
  });

  it('when a key creates an app through the call that returns a secret', async () => {
    const body = { app: { name: 'Escalation' } };
    for (const as of [t.key, await t.keyWith(['apps:manage'])]) {
      expect((await t.call({ method: 'POST', path: '/portico/v1/apps', body, as })).status).toBe(403);
    }
  });
});

describe('404 is returned', () => {
  it('for an app that never existed and one of another site', async () => {
    const second = await t.secondSite();
    const headers = { authorization: second.key };
    const foreignResponse = await t.call({ method: 'POST', path: APPS, body: { oAuthApp }, headers });
    for (const id of ['00000000-0000-4000-8000-000000000000', foreignResponse.body.oAuthApp.id]) {
      expect(codeOf(await send('GET', `/${id}`))).toBe('APP_NOT_FOUND');
      expect(codeOf(await send('PATCH', `/${id}`, { oAuthApp: { name: 'Mine' } }))).toBe('APP_NOT_FOUND');
      expect(codeOf(await send('DELETE', `/${id}`))).toBe('APP_NOT_FOUND');
    }
  });
});
