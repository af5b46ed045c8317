import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { DatabaseClient } from '../client.ts';
import { listMigrations, migrateWithin, withMigrationLock } from '../migrate.ts';
import { type ConnectionSettings, clientConfigOf } from '../pool.ts';
import {
  type ArchiveCounts,
  type ArchiveEnd,
  checkManifest,
  END_ENTRY,
  MANIFEST_ENTRY,
  type Manifest,
  readJson,
  SECRET_ENTRY,
} from './archive.ts';
import { runStatements, setSequences } from './catalog.ts';
import { compareTables } from './compare.ts';
import { copyInStatement } from './copy.ts';
import { BackupError } from './errors.ts';
import type { UploadedFiles } from './files.ts';
import { dropForeignKeys } from './foreign-keys.ts';
import { discardFiles, type IncomingFiles, receiveFiles } from './incoming-files.ts';
import { qualifyName } from './names.ts';
import { checkArchive, type Entries, readArchive } from './read-archive.ts';
import type { TarEntry } from './tar.ts';

export interface RestoreOptions {
  readonly file: string;
  /** Data folder without files; receives `files/` and `secret`. */
  readonly dataDir: string;
  /** Storage for the uploaded files if they do not belong into the data folder. */
  readonly bucket?: UploadedFiles | null;
  /** Key of an encrypted archive; null if there is none. */
  readonly key?: string | null;
}

/**
 * Reads only the start of an archive. Call it before a database is created for the archive.
 * @throws BackupError unless the file is an archive that this version can restore with this key
 */
export async function assertArchive(file: string, key: string | null): Promise<void> {
  await readArchive(file, key, readManifest);
}

/**
 * Fills an empty database (PostgreSQL 15 or newer, as its ordinary owner) from an archive and migrates it to the code's
 * version. Runs in one transaction, so that any failure leaves the database unchanged. An encrypted archive is
 * authenticated as a whole before anything is written.
 * @throws BackupError if the target is not empty, or the archive is newer than the code, damaged, truncated or encrypted
 * with another key
 */
export async function restore(
  settings: ConnectionSettings,
  { file, dataDir, bucket = null, key = null }: RestoreOptions,
): Promise<ArchiveCounts> {
  await checkArchive(file, key);
  return withTransaction(settings, async (client) => {
    const files = await receiveFiles(dataDir, bucket);
    try {
      const { amounts, tables } = await readArchive(file, key, (entries) => load(client, entries, { files }));
      await files.commit();
      await client.query('commit');
      await analyze(client, tables);
      return amounts;
    } catch (error) {
      await files.discard();
      throw error;
    }
  });
}

/**
 * Fills an empty database like `restore`, and passes the files to `files`.
 * @throws BackupError like `restore`
 */
export async function restoreRows(
  settings: ConnectionSettings,
  { file, key, files }: { readonly file: string; readonly key: string | null; readonly files: IncomingFiles },
): Promise<void> {
  await checkArchive(file, key);
  await withTransaction(settings, async (client) => {
    await readArchive(file, key, (entries) => load(client, entries, { files }));
    await client.query('commit');
  });
}

/**
 * Restores an archive into an empty database, compares every table with what the backup read, and rolls back.
 * @throws BackupError if a table differs, and for the same reasons as `restore`
 */
export async function verifyArchive(
  settings: ConnectionSettings,
  { file, key = null }: Pick<RestoreOptions, 'file' | 'key'>,
): Promise<ArchiveCounts> {
  await checkArchive(file, key);
  return withTransaction(settings, async (client) => {
    const { amounts } = await readArchive(file, key, (entries) =>
      load(client, entries, { files: discardFiles, compare: compareTables }),
    );
    await client.query('rollback');
    return amounts;
  });
}

async function withTransaction<R>(settings: ConnectionSettings, work: (client: pg.Client) => Promise<R>): Promise<R> {
  const client = new DatabaseClient({
    ...clientConfigOf(settings),
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await withMigrationLock(client, async () => {
      await client.query('begin');
      try {
        return await work(client);
      } catch (error) {
        await client.query('rollback').catch(() => undefined);
        throw error;
      }
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Updates the planner's statistics. Skips archived tables that a newer migration has dropped. */
async function analyze(client: pg.ClientBase, tables: readonly string[]): Promise<void> {
  const text = 'select name from unnest($1::text[]) as name where to_regclass(name) is not null';
  const { rows } = await client.query<{ name: string }>(text, [tables]);
  for (const { name } of rows) await client.query(`analyze ${name}`);
}

type CompareTables = (client: pg.ClientBase, manifest: Manifest, checksums: readonly string[]) => Promise<void>;

async function load(
  client: pg.ClientBase,
  entries: Entries,
  { files, compare }: { readonly files: IncomingFiles; readonly compare?: CompareTables },
): Promise<{ amounts: ArchiveCounts; tables: string[] }> {
  const { manifest, newest } = await readManifest(entries);
  await rejectOccupied(client);
  await client.query('drop schema if exists portico cascade');
  await migrateWithin(client, newest);
  await client.query('set local search_path = pg_catalog');
  for (const statement of manifest.before) await client.query(statement);
  const restoreForeignKeys = await dropForeignKeys(client);
  await truncateTables(client, manifest);

  const amounts = { rows: 0, tables: manifest.tables.length, files: 0 };
  let entry = await readNextEntry(entries);
  while (entry && entry.name !== END_ENTRY) {
    const table = tableOf(entry, manifest);
    if (table) {
      const number = entry.name.split('/')[1];
      const rows = client.query(copyFrom(copyInStatement(table)));
      await pipeline(async function* () {
        for (; entry?.name.startsWith(`tables/${number}/`); entry = await readNextEntry(entries)) yield* entry.body;
      }, rows);
      amounts.rows += rows.rowCount;
      continue;
    }
    if (entry.name.startsWith('files/')) {
      await files.add(entry.name.slice('files/'.length), entry);
      amounts.files++;
    } else if (entry.name === SECRET_ENTRY) {
      await files.addSecret(entry);
    } else {
      throw new BackupError(`The archive is damaged: ${JSON.stringify(entry.name)} does not belong in it.`);
    }
    entry = await readNextEntry(entries);
  }
  const end = await readJson<ArchiveEnd>(entry, END_ENTRY);
  // Reading to the end verifies the archive's checksum before anything is committed.
  if (await readNextEntry(entries)) throw new BackupError('The archive is damaged: it continues after its end.');
  if (end.rows !== amounts.rows || end.files !== amounts.files) {
    throw new BackupError(
      `The archive is damaged: it contains ${amounts.rows} of ${end.rows} rows and ${amounts.files} of ${end.files} files.`,
    );
  }
  await compare?.(client, manifest, end.checksums ?? []);
  await setSequences(client, manifest.sequences);
  await runStatements(client, manifest.after);
  await restoreForeignKeys();
  await migrateWithin(client);
  return { amounts, tables: manifest.tables.map((table) => qualifyName(table.schema, table.name)) };
}

/** @throws BackupError unless the entries are those of an archive that this version can restore */
async function readManifest(entries: Entries): Promise<{ manifest: Manifest; newest: number }> {
  const manifest = await readJson<Manifest>(await readNextEntry(entries), MANIFEST_ENTRY);
  checkManifest(manifest);
  return { manifest, newest: rejectNewer(manifest) };
}

async function readNextEntry(entries: Entries): Promise<TarEntry | undefined> {
  const { value, done } = await entries.next();
  return done ? undefined : value;
}

function tableOf(entry: TarEntry, manifest: Manifest): Manifest['tables'][number] | undefined {
  const number = /^tables\/(\d+)\/\d+$/.exec(entry.name)?.[1];
  return number === undefined ? undefined : manifest.tables[Number(number)];
}

/** Returns the number of the archive's newest migration. Rejects an archive with a migration that the code lacks. */
function rejectNewer({ migrations }: Manifest): number {
  const known = new Map(listMigrations().map((m) => [m.number, m]));
  for (const { number, name, hash } of migrations) {
    const knownMigration = known.get(number);
    if (!knownMigration) {
      throw new BackupError(
        `This backup was written by a newer version of Portico (it has migration ${number}): restore it with that version.`,
      );
    }
    if (knownMigration.hash !== hash)
      throw new BackupError(`The backup has another version of migration ${number} (${name}).`);
  }
  return migrations.at(-1)?.number ?? 0;
}

/**
 * Rejects a database that contains an installation. Accepts a database without the schema `portico`, or with Portico's
 * schema but without accounts. Never modifies a schema of that name that Portico did not create.
 */
async function rejectOccupied(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ exists: boolean; isOurs: boolean; hasAccounts: boolean }>(
    `select to_regnamespace('portico') is not null as exists, to_regclass('portico.migrations') is not null as "isOurs",
            to_regclass('portico.accounts') is not null as "hasAccounts"`,
  );
  const [found] = rows;
  if (!found?.exists) return;
  const isOccupied = found.hasAccounts
    ? (await client.query('select exists (select from portico.accounts) as yes')).rows[0].yes
    : !found.isOurs &&
      (await client.query(`select exists (select from pg_class where relnamespace = 'portico'::regnamespace) as yes`))
        .rows[0].yes;
  if (isOccupied) {
    throw new BackupError(
      'The database already contains an installation: restore into an empty one (another PORTICO_DATA_DIR or DATABASE_URL).',
    );
  }
}

/** Deletes the rows that migrations inserted, because the archive contains them too. */
async function truncateTables(client: pg.ClientBase, { tables }: Manifest): Promise<void> {
  const shared = tables
    .filter(({ schema }) => schema === 'portico')
    .map(({ schema, name }) => qualifyName(schema, name));
  if (shared.length > 0) await client.query(`truncate ${shared.join(', ')}`);
}
