/** Our own calls of the installation and its sites, all under /portico/v1. */
import { siteCalls } from './sites/calls.ts';
import { mailCalls } from './sites/mail-calls.ts';
import { settingsCalls } from './sites/settings-calls.ts';

export * from './sites/calls.ts';
export * from './sites/mail-calls.ts';
export * from './sites/settings.ts';
export const sitesEndpoints = { ...siteCalls, ...settingsCalls, ...mailCalls };
