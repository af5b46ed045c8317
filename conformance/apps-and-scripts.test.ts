/** Tests the calls of `@wix/astro` at run time with the vendor's packages: OAuth apps, app instance, site scripts. */
import { appInstances } from '@wix/app-management';
import { oAuthApps } from '@wix/auth-management';
import { scripts } from '@wix/headless-site-assets';
import { ApiKeyStrategy, AppStrategy, createClient, OAuthStrategy } from '@wix/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedSite, serveSite, thrownBy } from './support/served-site.ts';

let site: ServedSite;
beforeAll(async () => {
  site = await serveSite();
});
afterAll(() => site.stop());

const modules = { oAuthApps, appInstances, scripts };
const withKey = () => createClient({ modules, auth: ApiKeyStrategy({ apiKey: site.t.key, siteId: site.t.site.id }) });
const asApp = () => {
  const { clientId: appId, clientSecret: appSecret } = site.t.app;
  return createClient({ modules, auth: AppStrategy({ appId, appSecret, instanceId: site.t.site.id }) });
};
const asVisitor = () => createClient({ modules, auth: OAuthStrategy({ clientId: site.t.app.clientId }) });

describe('oAuthApps', () => {
  it('creates, gets, queries and updates an app with a key; a deleted one is gone', async () => {
    const { oAuthApps } = withKey();
    const created = await oAuthApps.createOAuthApp({
      name: 'My storefront',
      allowedRedirectUris: ['https://shop.example/callback'],
      allowedRedirectDomains: ['shop.example'],
    });
    expect(created).toMatchObject({ name: 'My storefront', _createdDate: expect.any(Date) });
    const id = created._id as string;
    expect(await oAuthApps.getOAuthApp(id)).toEqual(created);
    expect((await oAuthApps.queryOAuthApps().find()).items.map(({ _id }) => _id)).toContain(id);
    const changes = { allowedRedirectUris: ['https://shop.example/auth'] };
    expect(await oAuthApps.updateOAuthApp(id, changes, ['allowedRedirectUris'])).toMatchObject({
      ...changes,
      name: 'My storefront',
    });
    await site.t.call({ method: 'DELETE', path: `/oauth-app/v1/oauth-apps/${id}`, as: site.t.key });
    expect(await thrownBy(oAuthApps.getOAuthApp(id))).toMatchObject({ status: 404, code: 'APP_NOT_FOUND' });
  });

  it('returns the address of the site’s own pages for paths that the app does not serve', async () => {
    const { redirectUrlWixPages } = await asApp().oAuthApps.getOAuthApp(site.t.app.clientId);
    expect(redirectUrlWixPages).toBe(site.t.origin);
  });

  it('rejects a visitor', async () => {
    expect((await thrownBy(asVisitor().oAuthApps.getOAuthApp(site.t.app.clientId))).status).toBe(403);
  });
});

it('getAppInstance returns the site of the app', async () => {
  const { instance, site: installedOn } = await asApp().appInstances.getAppInstance();
  expect(instance).toMatchObject({ instanceId: site.t.site.id });
  expect(installedOn).toMatchObject({ siteId: site.t.site.id, url: site.t.origin });
});

it('a visitor can call listSiteScripts and getSiteMetadata', async () => {
  const { scripts } = asVisitor();
  expect(await scripts.listSiteScripts({ pageUrl: 'https://shop.example/', pageName: 'home' })).toEqual({
    siteScripts: [],
  });
  expect(await scripts.getSiteMetadata()).toMatchObject({ siteScripts: [], properties: { language: 'en' } });
});
