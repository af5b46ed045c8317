import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { nameDraft } from './cluster.ts';
import { resolveDataFolder } from './data-folder.ts';
import { EmbeddedDatabaseError } from './errors.ts';
import { type EmbeddedDatabase, startEmbedded } from './index.ts';
import type { RunAs } from './processes.ts';

export interface RecoveryOptions {
  /** The requested data folder; must not contain a database. */
  readonly dataDir: string;
  /** Time of the last transaction to recover; null for all that the recovery archive contains. */
  readonly to: Date | null;
  readonly log: { info(message: string): void; warn(message: string): void };
  /** Writes the copy of the cluster into a folder. */
  writeCluster(folder: string): Promise<void>;
  /** Writes the archived segments of the log into a folder. */
  writeLog(folder: string): Promise<void>;
}

export interface RecoveredDatabase {
  readonly embedded: EmbeddedDatabase;
  /** Commit time of the last recovered transaction; null if the log contained none. */
  readonly lastCommitAt: Date | null;
}

/**
 * Recovers the embedded database from a copy of its files and its archived write-ahead log, and starts it. After a
 * failure, the data folder contains no database.
 * @throws EmbeddedDatabaseError if there is a database already, or the log does not reach the requested time
 */
export async function recoverCluster(options: RecoveryOptions): Promise<RecoveredDatabase> {
  const { log, to } = options;
  const { dataDir, cluster, user } = resolveDataFolder(options.dataDir, log);
  if (existsSync(cluster)) {
    throw new EmbeddedDatabaseError(
      `The data folder ${dataDir} already contains a database: restore into another PORTICO_DATA_DIR.`,
    );
  }
  const draft = nameDraft(dataDir);
  const logFolder = join(dataDir, 'recovered-wal');
  try {
    for (const folder of [draft, logFolder]) mkdirSync(folder, { mode: 0o700 });
    await options.writeCluster(draft);
    await options.writeLog(logFolder);
    const settingsFile = join(draft, 'postgresql.auto.conf');
    const settings = existsSync(settingsFile) ? readFileSync(settingsFile, 'utf8') : '';
    writeFileSync(settingsFile, settings + describeRecovery(logFolder, to));
    writeFileSync(join(draft, 'recovery.signal'), '');
    if (user) for (const folder of [draft, logFolder]) giveTo(folder, user);
    renameSync(draft, cluster);
    const recovered = await startRecovered(dataDir, log);
    writeFileSync(join(cluster, 'postgresql.auto.conf'), settings);
    return recovered;
  } catch (error) {
    for (const folder of [draft, cluster]) rmSync(folder, { recursive: true, force: true });
    throw toRecoveryError(error, to);
  } finally {
    rmSync(logFolder, { recursive: true, force: true });
  }
}

/**
 * Returns PostgreSQL's settings for the recovery. Without hot standby, PostgreSQL accepts connections only once the
 * recovery has ended.
 */
function describeRecovery(logFolder: string, to: Date | null): string {
  const settings: Record<string, string> = {
    restore_command: `cp ${quoteForShell(logFolder)}/%f %p`,
    recovery_target_action: 'promote',
    hot_standby: 'off',
    // PostgreSQL cannot look up the zone Z before it has read its settings.
    ...(to ? { recovery_target_time: to.toISOString().replace('Z', '+00') } : {}),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`);
  return `\n${lines.join('')}`;
}

/** In restore_command, a percent sign begins a placeholder. */
const quoteForShell = (path: string): string => `'${path.replaceAll('%', '%%').replaceAll("'", `'\\''`)}'`;

async function startRecovered(dataDir: string, log: RecoveryOptions['log']): Promise<RecoveredDatabase> {
  const embedded = await startEmbedded({ dataDir, create: false, log, isExclusive: true, supervise: false });
  const client = new pg.Client(embedded.connection);
  client.on('error', () => undefined);
  try {
    await client.connect();
    for (;;) {
      const { rows } = await client.query(
        'select pg_is_in_recovery() as running, pg_last_xact_replay_timestamp() as "lastCommitAt"',
      );
      if (!rows[0].running) return { embedded, lastCommitAt: rows[0].lastCommitAt };
      await sleep(50);
    }
  } catch (error) {
    await embedded.stop();
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function giveTo(path: string, user: RunAs): void {
  chownSync(path, user.uid, user.gid);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) giveTo(child, user);
    else chownSync(child, user.uid, user.gid);
  }
}

function toRecoveryError(error: unknown, to: Date | null): unknown {
  const { message } = error as Error;
  if (!/recovery ended before configured recovery target/.test(message)) return error;
  return new EmbeddedDatabaseError(
    `The recovery archive does not reach ${to?.toISOString()}: name an earlier time, or "latest" for everything that it contains.`,
    { cause: error },
  );
}
