// A copy of the embedded database's files. PostgreSQL recovers from it with the write-ahead log archived since then.
// The entries of its tar archive, in this order:
//   base.json          the folders of the cluster
//   postgres/<path>    the files of the cluster, except those that PostgreSQL recreates when it starts
//   secret             the installation's secret, unless it is in the environment
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { DatabaseClient } from '../client.ts';
import { type ConnectionSettings, clientConfigOf } from '../pool.ts';
import { SECRET_ENTRY } from './archive.ts';
import { BackupError } from './errors.ts';
import { openIfExists } from './files.ts';
import { type TarFile, textFile, writeTar } from './tar.ts';

export const BASE_ENTRY = 'base.json';
export const CLUSTER_PREFIX = 'postgres/';

/** What a recovery needs to know about a base copy. */
export interface BaseCopy {
  readonly product: 'portico';
  /** The server_version of the database. */
  readonly postgres: string;
  /** The first segment of the write-ahead log that a recovery needs. */
  readonly startWal: string;
  /** The last segment that a recovery needs to reach a consistent state. */
  readonly stopWal: string;
  /** Earliest time at which a recovery can stop, in ISO 8601. */
  readonly consistentAt: string;
}

export interface BaseCopyOptions {
  /** Data folder, with the cluster in `postgres` and perhaps the `secret`. */
  readonly dataDir: string;
  /** Cancels the copy. */
  readonly signal?: AbortSignal | undefined;
}

/** Milliseconds that PostgreSQL may take to archive the last segment of the copy. */
const ARCHIVE_TIMEOUT_MS = 120_000;

/** The copy has these folders without their files, because PostgreSQL recreates the files when it starts. */
const EMPTIED = /^(pg_wal|pg_dynshmem|pg_notify|pg_replslot|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)(\/|$)/;
const SKIPPED =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?)$|(^|\/)(pgsql_tmp.*|pg_internal\.init)/;
const CONTROL_FILE = 'global/pg_control';

/**
 * Passes a copy of the cluster's files to `write` while the database is used. PostgreSQL repairs files that change
 * during the copy from the write-ahead log (PostgreSQL's documentation, "Making a Base Backup Using the Low Level
 * API").
 * @throws BackupError if PostgreSQL does not archive its log, or the error of `write`
 */
export async function writeBaseCopy(
  settings: ConnectionSettings,
  { dataDir, signal }: BaseCopyOptions,
  write: (bytes: AsyncIterable<Buffer>) => Promise<void>,
): Promise<BaseCopy> {
  // Start and stop must use one connection; PostgreSQL ends the copy if the connection ends.
  const client = new DatabaseClient({ ...clientConfigOf(settings), statement_timeout: 0 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query('show archive_mode');
    if (rows[0].archive_mode !== 'on')
      throw new BackupError('PostgreSQL does not archive its log: restart the server.');
    await client.query(`select pg_backup_start('portico', fast => true)`);
    const stopped: BaseCopy[] = [];
    const entries = listEntries({ dataDir, signal }, async () => {
      const { copy, label } = await stopCopy(client);
      stopped.push(copy);
      return label;
    });
    await write(writeTar(entries));
    return stopped[0] as BaseCopy;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function stopCopy(client: pg.Client): Promise<{ copy: BaseCopy; label: string }> {
  await client.query(`set statement_timeout = ${ARCHIVE_TIMEOUT_MS}`);
  const { rows } = await client.query(
    `select labelfile as label, pg_walfile_name(lsn) as "stopWal", clock_timestamp() as at,
            current_setting('server_version') as postgres from pg_backup_stop(wait_for_archive => true)`,
  );
  const [{ label, stopWal, at, postgres }] = rows;
  const startWal = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? stopWal;
  return { label, copy: { product: 'portico', postgres, startWal, stopWal, consistentAt: at.toISOString() } };
}

async function* listEntries(
  { dataDir, signal }: BaseCopyOptions,
  stop: () => Promise<string>,
): AsyncGenerator<TarFile> {
  const cluster = join(dataDir, 'postgres');
  const folders: string[] = [];
  const files: string[] = [];
  for await (const { path, isFolder } of walk(cluster)) (isFolder ? folders : files).push(path);
  yield textFile(BASE_ENTRY, JSON.stringify({ product: 'portico', folders }));
  for (const path of files) {
    signal?.throwIfAborted();
    if (path !== CONTROL_FILE) yield* clusterFile(cluster, path);
  }
  yield* clusterFile(cluster, CONTROL_FILE);
  const secret = await openIfExists(join(dataDir, 'secret'));
  if (secret) yield { name: SECRET_ENTRY, size: secret.size, body: secret.read() };
  yield textFile(`${CLUSTER_PREFIX}backup_label`, await stop());
}

async function* walk(cluster: string, subfolder = ''): AsyncGenerator<{ path: string; isFolder: boolean }> {
  for await (const entry of await opendir(join(cluster, subfolder))) {
    const path = subfolder ? `${subfolder}/${entry.name}` : entry.name;
    if (SKIPPED.test(path)) continue;
    if (entry.isDirectory()) {
      yield { path, isFolder: true };
      yield* walk(cluster, path);
    } else if (entry.isFile() && !EMPTIED.test(path)) {
      yield { path, isFolder: false };
    }
  }
}

/** Yields a file with its current length. If it shrinks meanwhile, zeros fill the rest, as in pg_basebackup. */
async function* clusterFile(cluster: string, path: string): AsyncGenerator<TarFile> {
  const opened = await openIfExists(join(cluster, path));
  if (opened) yield { name: CLUSTER_PREFIX + path, size: opened.size, body: padToSize(opened.read(), opened.size) };
}

async function* padToSize(body: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const bytes of body) {
    length += bytes.length;
    yield bytes;
  }
  if (length < size) yield Buffer.alloc(size - length);
}

/** Returns PostgreSQL's identifier of the database, which all copies and segments of it share. */
export async function readSystemId(settings: ConnectionSettings): Promise<string> {
  const client = new DatabaseClient(clientConfigOf(settings));
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query('select system_identifier::text as id from pg_control_system()');
    return rows[0].id;
  } finally {
    await client.end().catch(() => undefined);
  }
}
