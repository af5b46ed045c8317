import { accessSync, constants } from 'node:fs';
import { isBuilt, readBuild } from '../builds/index.ts';
import { connect, withConnection } from '../database.ts';
import { describeDatabase } from '../db/describe.ts';
import { listMigrations, migrate } from '../db/migrate.ts';
import type { CommandOutput, Invocation } from './command.ts';
import { terminalLog } from './terminal-log.ts';

export async function migrateDatabase({ config }: Invocation): Promise<CommandOutput> {
  const connection = await connect(config, terminalLog, { use: 'tool', create: true });
  try {
    const applied = await withConnection(connection.settings, (client) => migrate(client));
    const text = applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`;
    return { text, json: { applied } };
  } finally {
    await connection.stop();
  }
}

/** Returns the report of `doctor`. */
export async function checkInstallation({ config }: Invocation): Promise<CommandOutput> {
  const connection = await connect(config, terminalLog, { use: 'tool', create: false });
  try {
    const database = await withConnection(connection.settings, describeDatabase);
    const json = {
      node: process.versions.node,
      runsFrom: isBuilt(readBuild('server')) ? 'build' : 'sources',
      database: connection.isEmbedded ? 'embedded' : 'external',
      postgresql: database.version,
      encoding: database.encoding,
      collation: database.collation,
      size: database.size,
      migrations: `${database.appliedMigrations} of ${listMigrations().length}`,
      dataDir: connection.dataDir,
      dataDirWritable: isWritable(connection.dataDir),
    };
    const text = Object.entries(json)
      .map(([name, value]) => `${name.padEnd(16)} ${value}`)
      .join('\n');
    return { text, json };
  } finally {
    await connection.stop();
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
