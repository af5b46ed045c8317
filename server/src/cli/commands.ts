// All commands. Each loads its code only when it runs, because most need only a part of the server.
import { buildAll, isBundle } from '../builds/index.ts';
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

const startCommand = (mode: 'production' | 'development', summary: string): Command => ({
  summary,
  details: 'Settings are environment variables: see docs/configuration.md.',
  async run({ config }) {
    if (isBundle && mode === 'development')
      throw new Error('A bundle contains no development tools: run npm run dev in a clone of the repository.');
    const { start } = await import('../main.ts');
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
  'site limit': {
    summary: 'Show or change the limits of a site, which its owners cannot change',
    details:
      'The value of a limit is a number, "none", or "default" for the one of PORTICO_SITE_LIMITS. Without a limit, the\n' +
      'limits are shown.',
    options: {
      site,
      items: { value: 'N' },
      'storage-mb': { value: 'N' },
      'requests-per-minute': { value: 'N' },
      'mails-per-day': { value: 'N' },
    },
    run: async (invocation) => (await import('./limits.ts')).limitSite(invocation),
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
    details: 'Options that you omit stay unchanged. New addresses replace all old ones; one empty value clears them.',
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
  'upgrade-database': {
    summary: 'Move the embedded database to the major version of PostgreSQL that this version brings',
    details:
      'Stop the server first. --from is the folder of the earlier version, a bundle or a clone: its PostgreSQL reads the old\n' +
      'database. The old database remains in the data folder under another name.',
    options: { from: { value: 'FOLDER', isRequired: true } },
    run: async (invocation) => (await import('./upgrade-database.ts')).upgradeDatabase(invocation),
  },
  migrate: {
    summary: 'Create the database or bring it to this version (the server also does this when it starts)',
    run: async (invocation) => (await import('./database.ts')).migrateDatabase(invocation),
  },
  doctor: {
    summary: 'Report on the runtime, the data folder and the database',
    run: async (invocation) => (await import('./database.ts')).checkInstallation(invocation),
  },
  health: {
    summary:
      'Ask the running server whether it is ready; the exit code is 1 if not, as health checks of containers expect',
    run: async (invocation) => (await import('./health.ts')).checkHealth(invocation),
  },
  'cluster status': {
    summary: 'Show the nodes of a Citus cluster, and which of them hold each site',
    run: async (invocation) => (await import('./cluster.ts')).showCluster(invocation),
  },
  'cluster distribute': {
    summary: 'Distribute an existing installation over the nodes of its Citus cluster',
    details:
      'Writes wait while their table is copied, so stop the servers first. It can be repeated after an interruption.',
    run: async (invocation) => (await import('./cluster.ts')).distribute(invocation),
  },
  'cluster move': {
    summary: 'Move the items of a site to another node of the cluster, while the site is used',
    details: 'NODE is the address of the node as "cluster status" shows it, for example 10.0.0.7:5432.',
    arguments: ['SITE_ID', 'NODE'],
    run: async (invocation) => (await import('./cluster.ts')).move(invocation),
  },
  'cluster rebalance': {
    summary: 'Spread the data evenly over all nodes of the cluster, for example after a node was added',
    run: async (invocation) => (await import('./cluster.ts')).rebalanceCluster(invocation),
  },
  backup: {
    summary: 'Back up the installation into one new archive; the server may keep running',
    details: 'The archive is encrypted if PORTICO_BACKUP_KEY is set.',
    arguments: ['FILE'],
    run: async (invocation) => (await import('./backup.ts')).writeBackup(invocation),
  },
  'backup run': {
    summary: 'Run the scheduled backup to PORTICO_BACKUP_TO now',
    run: async (invocation) => (await import('./backup.ts')).runBackupNow(invocation),
  },
  'backup list': {
    summary: 'List the backups in PORTICO_BACKUP_TO',
    run: async (invocation) => (await import('./backup.ts')).showBackups(invocation),
  },
  'backup verify': {
    summary: 'Restore a backup into a scratch database and compare every table with the original one',
    details:
      'ARCHIVE is a file, the name of a backup in PORTICO_BACKUP_TO, or latest. The scratch database is on the same server\n' +
      'and dropped afterwards; --database names an empty one instead, which stays empty.',
    options: { database: { value: 'URL' } },
    arguments: ['ARCHIVE'],
    run: async (invocation) => (await import('./backup.ts')).verifyBackup(invocation),
  },
  'restore site': {
    summary: 'Restore one site of an archive beside the live one, as a new site with its uploads',
    details:
      'ARCHIVE is a file, the name of a backup in PORTICO_BACKUP_TO, or latest. The slug is by default that of the site with\n' +
      '-restored. Mails, webhooks, API keys and sessions are left out, and apps get new client ids.',
    options: { site, slug: { value: 'SLUG' } },
    arguments: ['ARCHIVE'],
    run: async (invocation) => (await import('./restore-part.ts')).restoreSiteCommand(invocation),
  },
  'restore collection': {
    summary: 'Restore one collection of an archive beside the live one, under another id',
    details:
      'ARCHIVE is a file, the name of a backup in PORTICO_BACKUP_TO, or latest. The new id is by default that of the\n' +
      'collection with -restored.',
    options: { site, collection: { value: 'COLLECTION_ID', isRequired: true }, as: { value: 'NEW_ID' } },
    arguments: ['ARCHIVE'],
    run: async (invocation) => (await import('./restore-part.ts')).restoreCollectionCommand(invocation),
  },
  restore: {
    summary: 'Fill an empty installation from an archive, or recover the embedded database to a moment',
    details:
      'ARCHIVE is a file, the name of a backup in PORTICO_BACKUP_TO, or latest. Instead of it, --to names a moment, such as\n' +
      '2026-11-23T12:00:00Z, or latest: the embedded database is recovered from what PORTICO_BACKUP_WAL=on has archived.',
    options: { to: { value: 'TIME' } },
    arguments: ['ARCHIVE'],
    insteadOfArguments: ['to'],
    run: async (invocation) => (await import('./backup.ts')).restoreBackup(invocation),
  },
};
