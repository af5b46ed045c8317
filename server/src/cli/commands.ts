// What there is to command. What a command runs on is loaded when it runs: none of them needs the whole server, and
// help needs nothing.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildAll, isBuilt, readBuild } from '../builds/index.ts';
import type { Command } from './command.ts';
import { terminalLog } from './terminal-log.ts';

const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true } as const;

/** The server in the few files that an earlier start built, which load in a third of the time; else its sources. */
function serverFor(mode: 'production' | 'development'): Promise<typeof import('../main.ts')> {
  const build = mode === 'production' ? readBuild('server') : undefined;
  return build && isBuilt(build) ? import(pathToFileURL(join(build.output, 'main.js')).href) : import('../main.ts');
}

const startCommand = (mode: 'production' | 'development', summary: string): Command => ({
  usage: '',
  summary,
  options: {},
  async run({ config }) {
    const { start } = await serverFor(mode);
    await start(config, mode);
    return undefined;
  },
});

/** Every command by its words. */
export const commands: Readonly<Record<string, Command>> = {
  start: startCommand('production', 'Start the server'),
  dev: startCommand('development', 'Start the server with hot reload of the pages'),
  build: {
    usage: '',
    summary: 'Build the pages and the server now, for example into an image (starting does it too)',
    options: {},
    async run() {
      const failed = await buildAll({ log: terminalLog });
      if (failed.length > 0) process.exitCode = 1;
      return { text: failed.length > 0 ? `Not built: ${failed.join(', ')}.` : 'All is built.', json: { failed } };
    },
  },
  'site list': {
    usage: '',
    summary: 'List the sites',
    options: {},
    run: async (invocation) => (await import('./sites.ts')).showSites(invocation),
  },
  'site create': {
    usage: '--name N [--slug S]',
    summary: 'Make a site; it answers at its own host, SLUG before that of PUBLIC_URL',
    options: { name: text, slug: text },
    run: async (invocation) => (await import('./sites.ts')).makeSite(invocation),
  },
  'app create': {
    usage: '--site ID --name N --redirect-uri U [--redirect-domain D]',
    summary: 'Make an OAuth app; repeat the options for more addresses',
    options: { site: text, name: text, 'redirect-uri': texts, 'redirect-domain': texts },
    run: async (invocation) => (await import('./sites.ts')).makeApp(invocation),
  },
  'key create': {
    usage: '--site ID --name N [--scope S]',
    summary: 'Make an API key; without a scope it may do all that a key may',
    options: { site: text, name: text, scope: texts },
    run: async (invocation) => (await import('./sites.ts')).makeKey(invocation),
  },
  'owner create': {
    usage: '--email E',
    summary: 'Make an owner; the password is read from standard input, else a one-time link is printed',
    options: { email: text },
    run: async (invocation) => (await import('./owner.ts')).createOwner(invocation),
  },
  'keys list': {
    usage: '',
    summary: 'List the signing keys that are in use, those that sign first',
    options: {},
    run: async (invocation) => (await import('./keys.ts')).showKeys(invocation),
  },
  'keys rotate': {
    usage: '[--retire-now ID]',
    summary: 'New signing keys; the old ones verify what they signed, unless one was stolen and is retired now',
    options: { 'retire-now': text },
    run: async (invocation) => (await import('./keys.ts')).rotateKeys(invocation),
  },
  migrate: {
    usage: '',
    summary: 'Bring the database to this version (starting does it too)',
    options: {},
    run: async (invocation) => (await import('./database.ts')).migrateDatabase(invocation),
  },
  doctor: {
    usage: '',
    summary: 'Look at the runtime, the data folder and the database, and say what is wrong',
    options: {},
    run: async (invocation) => (await import('./database.ts')).examine(invocation),
  },
  backup: {
    usage: 'FILE',
    summary: 'Write everything into one archive, also while the server runs',
    options: {},
    run: async (invocation) => (await import('./backup.ts')).writeBackup(invocation),
  },
  restore: {
    usage: 'FILE',
    summary: 'Fill an empty installation from an archive',
    options: {},
    run: async (invocation) => (await import('./backup.ts')).restoreBackup(invocation),
  },
};
