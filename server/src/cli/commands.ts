import { backupCommand, restoreCommand } from './backup.ts';
import type { Command } from './command.ts';
import { doctorCommand, migrateCommand } from './database.ts';
import { listKeysCommand, rotateKeysCommand } from './keys.ts';
import { createOwnerCommand } from './owner.ts';
import { createAppCommand, createKeyCommand, createSiteCommand, listSitesCommand } from './sites.ts';

const startCommand = (mode: 'production' | 'development', summary: string): Command => ({
  usage: '',
  summary,
  options: {},
  async run({ config }) {
    // Loaded here: the command line need not load the pages' build tools.
    const { start } = await import('../main.ts');
    await start(config, mode);
    return undefined;
  },
});

/** Every command by its words. */
export const commands: Readonly<Record<string, Command>> = {
  start: startCommand('production', 'Start the server'),
  dev: startCommand('development', 'Start the server with hot reload of the pages'),
  'site list': listSitesCommand,
  'site create': createSiteCommand,
  'app create': createAppCommand,
  'key create': createKeyCommand,
  'owner create': createOwnerCommand,
  'keys list': listKeysCommand,
  'keys rotate': rotateKeysCommand,
  migrate: migrateCommand,
  doctor: doctorCommand,
  backup: backupCommand,
  restore: restoreCommand,
};
