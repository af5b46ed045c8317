/** Calls that the vendor's `@wix/astro` makes before it renders a page. */
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Guid } from '../shared.ts';
import { LanguageCode } from './settings.ts';

const text = Type.Optional(Type.String({ maxLength: 2048 }));
const Page = Type.Object({ pageUrl: text, pageName: text });
/** The list is always empty, because owners add scripts in the code of their websites. */
const SiteScripts = Type.Array(Type.Object({ position: Type.String(), html: Type.String() }), { maxItems: 0 });
const EssentialProperties = Type.Object({
  language: LanguageCode,
  locale: Type.Object({ languageCode: LanguageCode }),
});

export const siteScriptsCalls = {
  listSiteScripts: endpoint({
    id: 'sites.siteScripts.list',
    slice: 'sites',
    access: 'token',
    method: 'GET',
    path: '/v1/site-scripts',
    summary: 'List the scripts that a page of the site must contain: always none',
    query: Page,
    response: Type.Object({ siteScripts: SiteScripts }),
    errors: [],
  }),
  getSiteMetadata: endpoint({
    id: 'sites.siteScripts.metadata',
    slice: 'sites',
    access: 'token',
    method: 'GET',
    path: '/v1/site-scripts/metadata',
    summary: 'List the scripts and the language of the site',
    query: Page,
    response: Type.Object({ siteScripts: SiteScripts, properties: EssentialProperties }),
    errors: [],
  }),
  getEssentialProperties: endpoint({
    id: 'sites.siteScripts.essentials',
    slice: 'sites',
    access: 'token',
    method: 'GET',
    path: '/v1/site-scripts/essentials',
    summary: 'Get the language of the site',
    response: Type.Object({ properties: EssentialProperties }),
    errors: [],
  }),
  getAppInstance: endpoint({
    id: 'sites.appInstance.get',
    slice: 'sites',
    access: 'apps:read',
    method: 'GET',
    path: '/v1/instance',
    summary: 'Get the app of the caller and the site on which it is installed',
    response: Type.Object({
      instance: Type.Object({ instanceId: Guid, appName: Type.String(), isFree: Type.Boolean() }),
      site: Type.Object({
        siteId: Guid,
        siteDisplayName: Type.String(),
        url: Type.String(),
        locale: LanguageCode,
        installedWixApps: Type.Array(Type.String()),
      }),
    }),
    errors: ['APP_NOT_FOUND'],
  }),
};
