import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../testing/index.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const get = (path: string, as?: string) => t.call({ method: 'GET', path, as });
const requestAppToken = async (): Promise<string> => {
  const { clientId, clientSecret } = t.app;
  const body = { grantType: 'client_credentials', clientId, clientSecret, instanceId: t.site.id };
  return (await t.call({ method: 'POST', path: '/oauth2/token', body })).body.access_token;
};

describe('200 is returned', () => {
  it.each(['/assets/scripts/v1/site-scripts', '/_api/site-scripts/v1/site-scripts'])('%s lists none', async (path) => {
    const response = await get(`${path}?pageUrl=https%3A%2F%2Fa.example%2F&pageName=home`, t.visitor);
    expect(response).toMatchObject({ status: 200, body: { siteScripts: [] } });
  });

  it('with the language of the site in metadata and essentials', async () => {
    await t.configure({ language: 'de' });
    const properties = { language: 'de', locale: { languageCode: 'de' } };
    const metadata = await get('/_api/site-scripts/v1/site-scripts/metadata', t.visitor);
    expect(metadata.body).toEqual({ siteScripts: [], properties });
    expect((await get('/assets/scripts/v1/site-scripts/essentials', t.visitor)).body).toEqual({ properties });
  });

  it('with the site on which an app is installed', async () => {
    const { body } = await get('/apps/v1/instance', await requestAppToken());
    expect(body.instance).toEqual({ instanceId: t.site.id, appName: 'Test', isFree: true });
    expect(body.site).toMatchObject({ siteId: t.site.id, siteDisplayName: t.site.name, url: t.origin });
  });
});

it('returns 401 without a token', async () => {
  expect((await get('/assets/scripts/v1/site-scripts')).status).toBe(401);
  expect((await get('/apps/v1/instance')).status).toBe(401);
});

it('returns 403 for a visitor who requests the app', async () => {
  expect((await get('/apps/v1/instance', t.visitor)).status).toBe(403);
});

it('returns 404 for a key, because it is not an app', async () => {
  expect((await get('/apps/v1/instance', t.key)).body.details.applicationError.code).toBe('APP_NOT_FOUND');
});
