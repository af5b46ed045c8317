/** Calls to read and change the settings of a site. */
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { PublicSignInSettings, SiteSettings, SiteSettingsChanges } from './settings.ts';

export const settingsCalls = {
  getSettings: endpoint({
    id: 'sites.settings.get',
    slice: 'sites',
    access: 'site:read',
    method: 'GET',
    path: '/portico/v1/settings',
    summary: 'Get the settings of the site: pages, sign-in, members, mail, forms',
    response: Type.Object({ settings: SiteSettings }),
    errors: ['SITE_NOT_FOUND'],
  }),
  updateSettings: endpoint({
    id: 'sites.settings.update',
    slice: 'sites',
    access: 'site:manage',
    method: 'PATCH',
    path: '/portico/v1/settings',
    summary: 'Change the settings that the request contains',
    body: Type.Object({ settings: SiteSettingsChanges }),
    response: Type.Object({ settings: SiteSettings }),
    errors: ['SITE_NOT_FOUND'],
  }),
  getSignInSettings: endpoint({
    id: 'sites.settings.signIn',
    slice: 'sites',
    access: 'open',
    method: 'GET',
    path: '/portico/v1/sign-in-settings',
    summary:
      'Get what a sign-in page needs: captcha, required fields, theme. The token selects the site, otherwise the Host header',
    response: PublicSignInSettings,
    errors: ['SITE_NOT_FOUND'],
  }),
};
