/** The settings of a site, for its owner and, in part, for its pages. */
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { PublicSignInSettings, SiteSettings, SiteSettingsChanges } from './settings.ts';

export const settingsCalls = {
  getSettings: endpoint({
    id: 'sites.settings.get',
    slice: 'sites',
    method: 'GET',
    path: '/portico/v1/settings',
    summary: 'What the owner has decided about the site: pages, sign-in, members, mail',
    response: Type.Object({ settings: SiteSettings }),
    errors: ['SITE_NOT_FOUND'],
  }),
  updateSettings: endpoint({
    id: 'sites.settings.update',
    slice: 'sites',
    method: 'PATCH',
    path: '/portico/v1/settings',
    summary: 'Change what is named of the settings; the rest stays',
    body: Type.Object({ settings: SiteSettingsChanges }),
    response: Type.Object({ settings: SiteSettings }),
    errors: ['SITE_NOT_FOUND'],
  }),
  getSignInSettings: endpoint({
    id: 'sites.settings.signIn',
    slice: 'sites',
    method: 'GET',
    path: '/portico/v1/sign-in-settings',
    summary:
      'What a sign-in page needs to know: captcha, required fields, looks. The site is that of the token, else of the Host header',
    response: PublicSignInSettings,
    errors: ['SITE_NOT_FOUND'],
  }),
};
