import { createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { DatabaseClient } from '../client.ts';
import { type ConnectionSettings, clientConfigOf } from '../pool.ts';
import {
  ARCHIVE_FORMAT,
  type ArchiveCounts,
  END_ENTRY,
  MANIFEST_ENTRY,
  type Manifest,
  SECRET_ENTRY,
} from './archive.ts';
import * as catalog from './catalog.ts';
import { BackupError } from './errors.ts';
import { listStoredFiles, openIfExists } from './files.ts';
import { qualifyName, quoteName } from './names.ts';
import { type TarFile, writeTar } from './tar.ts';

export interface BackupOptions {
  /** Path of the archive; must not exist yet. */
  readonly file: string;
  /** Folder with `files/` and `secret`. */
  readonly dataDir: string;
}

/**
 * Approximate size in bytes of a part of the rows. A tar entry begins with its length, so each part must be buffered.
 */
const PART_BYTES = 4 * 1024 * 1024;

/**
 * Writes the installation into one archive while servers keep reading and writing. All rows come from the snapshot of
 * one transaction. Files are read after the rows, so no file that a row refers to is missing.
 * The archive is given its name only after it has been written completely and flushed to disk.
 * @throws BackupError with one sentence for the operator
 */
export async function backup(settings: ConnectionSettings, { file, dataDir }: BackupOptions): Promise<ArchiveCounts> {
  // Never overwrites a file: it may be the only good archive, or an unrelated file whose name was typed by mistake.
  if (existsSync(file)) throw new BackupError(`${file} exists already: name a new file, or delete this one first.`);
  const client = new DatabaseClient({
    ...clientConfigOf(settings),
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  });
  client.on('error', () => undefined);
  await client.connect();
  const partial = `${file}.partial`;
  try {
    const manifest = await takeSnapshot(client);
    const counts = { rows: 0, tables: manifest.tables.length, files: 0 };
    // The archive contains password hashes and the secret that signs sessions. Only its owner may read it, regardless
    // of the umask.
    await rm(partial, { force: true });
    await pipeline(
      writeTar(listEntries(client, manifest, dataDir, counts)),
      createGzip({ level: 4 }),
      createWriteStream(partial, { mode: 0o600, flags: 'wx' }),
    );
    await client.query('commit');
    await sync(partial);
    await rename(partial, file);
    return counts;
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw toBackupError(error, file);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function* listEntries(
  client: pg.ClientBase,
  manifest: Manifest,
  dataDir: string,
  counts: { rows: number; files: number },
): AsyncGenerator<TarFile> {
  yield jsonFile(MANIFEST_ENTRY, manifest);
  for (const [number, table] of manifest.tables.entries()) {
    const rows = client.query(
      copyTo(`copy ${qualifyName(table.schema, table.name)} (${table.columns.map(quoteName).join(', ')}) to stdout`),
    );
    let part = 0;
    for await (const bytes of splitIntoParts(rows)) {
      yield { name: `tables/${number}/${part++}`, size: bytes.length, body: [bytes] };
    }
    counts.rows += rows.rowCount;
  }
  const folder = join(dataDir, 'files');
  for await (const path of listStoredFiles(folder)) {
    const opened = await openIfExists(join(folder, path));
    if (!opened) continue;
    yield { name: `files/${path}`, size: opened.size, body: opened.read() };
    counts.files++;
  }
  const secret = await openIfExists(join(dataDir, 'secret'));
  if (secret) yield { name: SECRET_ENTRY, size: secret.size, body: secret.read() };
  yield jsonFile(END_ENTRY, counts);
}

function jsonFile(name: string, value: unknown): TarFile {
  const bytes = Buffer.from(JSON.stringify(value));
  return { name, size: bytes.length, body: [bytes] };
}

async function* splitIntoParts(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of source) {
    pieces.push(piece);
    length += piece.length;
    if (length < PART_BYTES) continue;
    yield Buffer.concat(pieces);
    pieces = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(pieces);
}

const SNAPSHOT_ATTEMPTS = 10;

/**
 * Begins the transaction whose snapshot is backed up, and locks every table in it against being dropped. If a table was
 * dropped between the snapshot and the lock, it retries.
 */
async function takeSnapshot(client: pg.ClientBase): Promise<Manifest> {
  const { rows } = await client.query("select to_regclass('portico.migrations') is not null as migrated");
  if (!rows[0].migrated)
    throw new BackupError('There is nothing to back up: this database contains no installation of Portico.');
  for (let attempt = 1; ; attempt++) {
    try {
      return await describe(client);
    } catch (error) {
      await client.query('rollback');
      const isDropped = ['42P01', '3F000', 'XX000'].includes((error as pg.DatabaseError).code ?? '');
      if (!isDropped || attempt === SNAPSHOT_ATTEMPTS) throw error;
    }
  }
}

async function describe(client: pg.ClientBase): Promise<Manifest> {
  await client.query('begin isolation level repeatable read, read only');
  // Makes PostgreSQL print qualified names, and values in formats that do not depend on its version or settings.
  await client.query(`set local search_path = pg_catalog`);
  await client.query(`set local datestyle = 'ISO, YMD'`);
  await client.query(`set local intervalstyle = 'postgres'`);
  await client.query(`set local timezone = 'UTC'`);
  await client.query(`set local bytea_output = 'hex'`);
  await client.query(`set local extra_float_digits = 1`);
  const sites = await catalog.listSiteSchemas(client);
  const schemas = ['portico', ...sites];
  const tables = await catalog.listTables(client, schemas);
  for (const { schema, name } of tables)
    await client.query(`lock table ${qualifyName(schema, name)} in access share mode`);
  await catalog.rejectUnknownObjects(client, sites);
  const migrations = await client.query('select number, name, hash from portico.migrations order by number');
  const version = await client.query('show server_version');
  return {
    product: 'portico',
    format: ARCHIVE_FORMAT,
    createdAt: new Date().toISOString(),
    postgres: version.rows[0].server_version,
    migrations: migrations.rows,
    tables,
    before: await catalog.describeTables(client, sites),
    after: await catalog.describeConstraints(client, sites),
    sequences: await catalog.listSequences(client, schemas),
  };
}

async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function toBackupError(error: unknown, file: string): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (['ENOSPC', 'EDQUOT'].includes(code))
    return new BackupError(`The disk is full: ${file} was not written.`, { cause: error });
  if (['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EISDIR'].includes(code)) {
    return new BackupError(`${file} cannot be written (${code}).`, { cause: error });
  }
  return error;
}
