import type { ParseArgsConfig } from 'node:util';
import type { Config } from '../config.ts';
import { backupCommand, restoreCommand } from './backup.ts';
import { doctorCommand, migrateCommand } from './database.ts';
import { createOwnerCommand } from './owner.ts';
import { createAppCommand, createKeyCommand, createSiteCommand, listSitesCommand } from './sites.ts';

export interface Invocation {
  readonly config: Config;
  // biome-ignore lint/suspicious/noExplicitAny: each command knows the types of the options that it declares
  readonly values: any;
  readonly positionals: readonly string[];
}

export interface Command {
  readonly usage: string;
  readonly summary: string;
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** the answer in words and as JSON; nothing for a command that runs on */
  run(invocation: Invocation): Promise<{ text: string; json: unknown } | undefined>;
}

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
  migrate: migrateCommand,
  doctor: doctorCommand,
  backup: backupCommand,
  restore: restoreCommand,
};
