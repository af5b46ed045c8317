/**
 * Calls on the installation and its sites: those of Portico under /portico/v1, and the vendor's for OAuth apps
 * and scripts.
 */
import { accountCalls } from './sites/account-calls.ts';
import { appCalls } from './sites/apps-calls.ts';
import { auditCalls } from './sites/audit-calls.ts';
import { dashboardSessionCalls } from './sites/dashboard-session-calls.ts';
import { installationCalls } from './sites/installation-calls.ts';
import { keyCalls } from './sites/keys-calls.ts';
import { mailCalls } from './sites/mail-calls.ts';
import { oauthAppsCalls } from './sites/oauth-apps-calls.ts';
import { settingsCalls } from './sites/settings-calls.ts';
import { siteScriptsCalls } from './sites/site-scripts-calls.ts';
import { siteCalls } from './sites/sites-calls.ts';

export * from './sites/apps-calls.ts';
export * from './sites/dashboard-session-calls.ts';
export * from './sites/installation-calls.ts';
export * from './sites/keys-calls.ts';
export * from './sites/mail-calls.ts';
export * from './sites/oauth-apps-calls.ts';
export * from './sites/settings.ts';
export * from './sites/sites-calls.ts';

export const sitesEndpoints = {
  ...dashboardSessionCalls,
  ...accountCalls,
  ...siteCalls,
  ...appCalls,
  ...keyCalls,
  ...auditCalls,
  ...installationCalls,
  ...settingsCalls,
  ...mailCalls,
  ...oauthAppsCalls,
  ...siteScriptsCalls,
};
