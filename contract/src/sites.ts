/**
 * Calls on the installation and its sites: Portico's own under /portico/v1, and the vendor's for OAuth apps and
 * scripts.
 */
import { accountCalls } from './sites/account-calls.ts';
import { siteCalls } from './sites/calls.ts';
import { mailCalls } from './sites/mail-calls.ts';
import { oauthAppsCalls } from './sites/oauth-apps-calls.ts';
import { settingsCalls } from './sites/settings-calls.ts';
import { siteScriptsCalls } from './sites/site-scripts-calls.ts';

export * from './sites/calls.ts';
export * from './sites/mail-calls.ts';
export * from './sites/oauth-apps-calls.ts';
export * from './sites/settings.ts';
export const sitesEndpoints = {
  ...siteCalls,
  ...accountCalls,
  ...settingsCalls,
  ...mailCalls,
  ...oauthAppsCalls,
  ...siteScriptsCalls,
};
