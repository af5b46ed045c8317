import { existsSync } from 'node:fs';
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
  type ArchiveEnd,
  END_ENTRY,
  MANIFEST_ENTRY,
  type Manifest,
  SECRET_ENTRY,
} from './archive.ts';
import * as catalog from './catalog.ts';
import { copyOutStatement, useStableFormats } from './copy.ts';
import { encryptStream } from './encryption.ts';
import { BackupError } from './errors.ts';
import { openFiles, openIfExists, type StoredFile, type UploadedFiles, writeFileAtomically } from './files.ts';
import { qualifyName } from './names.ts';
import { RowChecksum } from './row-checksum.ts';
import { type TarFile, textFile, writeTar } from './tar.ts';

export interface ArchiveOptions {
  /** Folder with `files/` and `secret`. */
  readonly dataDir: string;
  /** Storage of the uploaded files if they are not in the data folder. */
  readonly bucket?: UploadedFiles | null;
  /** Key that encrypts the archive; null for an archive that is not encrypted. */
  readonly key?: string | null;
  /** Cancels the backup. */
  readonly signal?: AbortSignal | undefined;
}

export interface BackupOptions extends ArchiveOptions {
  /** Path of the archive; must not exist yet. */
  readonly file: string;
}

/**
 * Approximate size in bytes of a part of the rows. A tar entry begins with its length, so each part must be buffered.
 */
const PART_BYTES = 4 * 1024 * 1024;

/**
 * Writes the installation into one new archive file. The file is given its name only after it has been written
 * completely and flushed to disk.
 * @throws BackupError with one sentence for the operator
 */
export async function backup(
  settings: ConnectionSettings,
  { file, ...options }: BackupOptions,
): Promise<ArchiveCounts> {
  // Never overwrites a file: it may be the only good archive, or an unrelated file whose name was typed by mistake.
  if (existsSync(file)) throw new BackupError(`${file} exists already: name a new file, or delete this one first.`);
  try {
    return await writeArchive(settings, options, (bytes) => writeFileAtomically(file, bytes));
  } catch (error) {
    throw toBackupError(error, file);
  }
}

/**
 * Passes an archive of the installation to `write` while servers keep reading and writing. All rows come from the
 * snapshot of one transaction. Files are read after the rows, so no file that a row refers to is missing.
 * @throws BackupError with one sentence for the operator, or the error of `write`
 */
export async function writeArchive(
  settings: ConnectionSettings,
  { dataDir, bucket = null, key = null, signal }: ArchiveOptions,
  write: (bytes: AsyncIterable<Buffer>) => Promise<void>,
): Promise<ArchiveCounts> {
  const client = new DatabaseClient({
    ...clientConfigOf(settings),
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const manifest = await takeSnapshot(client);
    const counts = { rows: 0, tables: manifest.tables.length, files: 0 };
    const entries = listEntries(client, manifest, { files: openFiles(dataDir, bucket), dataDir, counts });
    const zipped = createGzip({ level: 4 });
    const read = pipeline(writeTar(entries), zipped, { signal });
    // `write` fails with the same error, because it reads the stream. This handler prevents an unhandled rejection.
    read.catch(() => undefined);
    try {
      await write(key === null ? zipped : encryptStream(key, zipped));
      await read;
    } finally {
      zipped.destroy();
    }
    await client.query('commit');
    return counts;
  } finally {
    await client.end().catch(() => undefined);
  }
}

interface Contents {
  readonly files: AsyncIterable<StoredFile>;
  readonly dataDir: string;
  readonly counts: { rows: number; files: number; readonly tables: number };
}

async function* listEntries(
  client: pg.ClientBase,
  manifest: Manifest,
  { files, dataDir, counts }: Contents,
): AsyncGenerator<TarFile> {
  const checksums: string[] = [];
  yield textFile(MANIFEST_ENTRY, JSON.stringify(manifest));
  for (const [number, table] of manifest.tables.entries()) {
    const rows = client.query(copyTo(copyOutStatement(table)));
    const checksum = new RowChecksum();
    let part = 0;
    for await (const bytes of splitIntoParts(rows)) {
      checksum.update(bytes);
      yield { name: `tables/${number}/${part++}`, size: bytes.length, body: [bytes] };
    }
    counts.rows += rows.rowCount;
    checksums.push(checksum.digest());
  }
  for await (const { path, size, body } of files) {
    yield { name: `files/${path}`, size, body };
    counts.files++;
  }
  const secret = await openIfExists(join(dataDir, 'secret'));
  if (secret) yield { name: SECRET_ENTRY, size: secret.size, body: secret.read() };
  yield textFile(END_ENTRY, JSON.stringify({ ...counts, checksums } satisfies ArchiveEnd));
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
  await useStableFormats(client);
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
    before: [...catalog.describeSchemas(sites), ...(await catalog.describeTables(client, sites))],
    after: await catalog.describeConstraints(client, sites),
    sequences: await catalog.listSequences(client, schemas),
  };
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
