// All commands. Each loads its code only when it runs, because most need only a part of the server.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildAll, isBuilt, readBuild } from '../builds/index.ts';
import type { Command } from './command.ts';
import { terminalLog } from './terminal-log.ts';

const site = { value: 'SITE_ID', isRequired: true } as const;
const email = { value: 'EMAIL', isRequired: true } as const;
const requiredName = { value: 'NAME', isRequired: true } as const;
const redirectOptions = {
  'redirect-uri': { value: 'URI', multiple: true },
  'redirect-domain': { value: 'HOST', multiple: true },
  'rotate-refresh-tokens': { value: 'on|off' },
} as const;

/** Loads the bundle of the server if an earlier start has built one, because sources take three times as long to load. */
function loadServer(mode: 'production' | 'development'): Promise<typeof import('../main.ts')> {
  const build = mode === 'production' ? readBuild('server') : undefined;
  return build && isBuilt(build) ? import(pathToFileURL(join(build.output, 'main.js')).href) : import('../main.ts');
}

const startCommand = (mode: 'production' | 'development', summary: string): Command => ({
  summary,
  details: 'Settings are environment variables: see docs/configuration.md.',
  async run({ config }) {
    const { start } = await loadServer(mode);
    await start(config, mode);
    return undefined;
  },
});

/** Every command by its name. */
export const commands: Readonly<Record<string, Command>> = {
  start: startCommand('production', 'Start the server'),
  dev: startCommand('development', 'Start the server with hot reload of the pages'),
  build: {
    summary: 'Build the pages and the server now, for example into an image (the server also does this when it starts)',
    async run() {
      const failed = await buildAll({ log: terminalLog });
      if (failed.length > 0) process.exitCode = 1;
      const text = failed.length > 0 ? `Could not build: ${failed.join(', ')}.` : 'Everything is built.';
      return { text, json: { failed } };
    },
  },
  'site list': {
    summary: 'List the sites',
    run: async (invocation) => (await import('./sites.ts')).showSites(invocation),
  },
  'site create': {
    summary: 'Create a site; its host is SLUG. before the host of PUBLIC_URL',
    options: { name: requiredName, slug: { value: 'SLUG' } },
    run: async (invocation) => (await import('./sites.ts')).createSiteCommand(invocation),
  },
  'app list': {
    summary: 'List the OAuth apps of a site',
    options: { site },
    run: async (invocation) => (await import('./apps.ts')).showApps(invocation),
  },
  'app create': {
    summary: 'Create an OAuth app',
    details: 'Repeat --redirect-uri and --redirect-domain for more addresses.',
    options: { site, name: requiredName, ...redirectOptions },
    run: async (invocation) => (await import('./apps.ts')).makeApp(invocation),
  },
  'app update': {
    summary: 'Change an OAuth app',
    details: 'Options that you omit stay unchanged. A list is replaced; one empty value clears it.',
    options: { site, id: { value: 'CLIENT_ID', isRequired: true }, name: { value: 'NAME' }, ...redirectOptions },
    run: async (invocation) => (await import('./apps.ts')).changeApp(invocation),
  },
  'app delete': {
    summary: 'Delete an OAuth app; its tokens stop working',
    options: { site, id: { value: 'CLIENT_ID', isRequired: true } },
    run: async (invocation) => (await import('./apps.ts')).removeApp(invocation),
  },
  'key list': {
    summary: 'List the API keys of a site, without their secrets',
    options: { site },
    run: async (invocation) => (await import('./keys.ts')).showKeys(invocation),
  },
  'key create': {
    summary: 'Create an API key; without a scope it has every right that a key can have',
    options: { site, name: requiredName, scope: { value: 'SCOPE', multiple: true } },
    run: async (invocation) => (await import('./keys.ts')).createKeyCommand(invocation),
  },
  'key revoke': {
    summary: 'Revoke an API key',
    options: { site, id: { value: 'KEY_ID', isRequired: true } },
    run: async (invocation) => (await import('./keys.ts')).revokeKey(invocation),
  },
  types: {
    summary: "Write the TypeScript types of a site's collections and forms for createClient<Site>()",
    details:
      'The server must be running; --url is its address, by default PUBLIC_URL. The key needs the scopes collections:read\n' +
      'and forms:read. Set PORTICO_KEY instead of --key to keep it out of the history of the shell. Without --out, the\n' +
      'types are printed.',
    options: { url: { value: 'URL' }, key: { value: 'KEY' }, out: { value: 'FILE' } },
    run: async (invocation) => (await import('./types.ts')).writeSiteTypes(invocation),
  },
  'owner create': {
    summary: 'Create an owner; the password is read from standard input, otherwise a one-time link is printed',
    options: { email },
    run: async (invocation) => (await import('./owner.ts')).createOwner(invocation),
  },
  'owner reset-password': {
    summary: 'Set a new password of a dashboard user from standard input, or print a one-time link for it',
    details: 'A new password ends all sessions of the user.',
    options: { email },
    run: async (invocation) => (await import('./owner.ts')).resetPassword(invocation),
  },
  'signing-key list': {
    summary: 'List the keys that sign or verify tokens, those that sign first',
    run: async (invocation) => (await import('./signing-keys.ts')).showSigningKeys(invocation),
  },
  'signing-key rotate': {
    summary:
      'Create new signing keys; the old ones keep verifying their tokens, unless --retire-now names a stolen one',
    options: { 'retire-now': { value: 'KEY_ID' } },
    run: async (invocation) => (await import('./signing-keys.ts')).rotateSigningKeys(invocation),
  },
  migrate: {
    summary: 'Create the database or bring it to this version (the server also does this when it starts)',
    run: async (invocation) => (await import('./database.ts')).migrateDatabase(invocation),
  },
  doctor: {
    summary: 'Report on the runtime, the data folder and the database',
    run: async (invocation) => (await import('./database.ts')).checkInstallation(invocation),
  },
  backup: {
    summary: 'Back up the installation into one new archive; the server may keep running',
    arguments: ['FILE'],
    run: async (invocation) => (await import('./backup.ts')).writeBackup(invocation),
  },
  restore: {
    summary: 'Fill an empty installation from an archive',
    arguments: ['FILE'],
    run: async (invocation) => (await import('./backup.ts')).restoreBackup(invocation),
  },
};
