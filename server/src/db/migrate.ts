import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { distributeAfterMigration } from './cluster/distribute.ts';
import { isUndefinedObject } from './errors.ts';
import { splitStatements } from './split-statements.ts';

/** One numbered file of server/migrations. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly hash: string;
  readonly sql: string;
  /**
   * Number of the newest migration that the oldest compatible version of the code knows. A migration that breaks older
   * code declares this number in a line `-- compatible from 0021`. Null if older code keeps working.
   */
  readonly compatibleFrom: number | null;
}

const FOLDER = new URL('../../migrations/', import.meta.url);

/** Returns the code's migrations in ascending order. */
export function listMigrations(): Migration[] {
  return readdirSync(FOLDER)
    .filter((file) => /^\d{4}_\w+\.sql$/.test(file))
    .sort()
    .map((file) => {
      const sql = readFileSync(new URL(file, FOLDER), 'utf8');
      const hash = createHash('sha256').update(sql).digest('hex');
      const compatibleFrom = /^-- compatible from (\d{4})\b/m.exec(sql)?.[1];
      return {
        number: Number(file.slice(0, 4)),
        name: file.slice(5, -4),
        hash,
        sql,
        compatibleFrom: compatibleFrom === undefined ? null : Number(compatibleFrom),
      };
    });
}

/**
 * Migrates the database to the code's version (or to number `upTo`), each migration in its own transaction, under an
 * advisory lock. Returns the names of the applied migrations. A database that is newer but compatible stays unchanged,
 * because versions run side by side during an upgrade. On a Citus cluster, new tables are distributed afterwards.
 * @throws Error if the database is too new for the code, or if a migration file differs from the one that was applied
 */
export async function migrate(client: pg.ClientBase, options: { upTo?: number } = {}): Promise<string[]> {
  return withMigrationLock(client, async () => {
    const due = await listDueMigrations(client, options.upTo);
    for (const migration of due) await apply(client, migration);
    if (options.upTo === undefined) await distributeAfterMigration(client);
    return due.map((m) => m.name);
  });
}

/** Runs `work` while no other process migrates this database. */
export async function withMigrationLock<R>(client: pg.ClientBase, work: () => Promise<R>): Promise<R> {
  await client.query('set statement_timeout = 0');
  await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.migration]);
  try {
    return await work();
  } finally {
    // A broken connection has already released the lock.
    await client.query('select pg_advisory_unlock($1)', [ADVISORY_LOCKS.migration]).catch(() => undefined);
  }
}

/** Migrates within the transaction and the lock that the calling code holds, so that a restore is atomic. */
export async function migrateWithin(client: pg.ClientBase, upTo?: number): Promise<void> {
  for (const migration of await listDueMigrations(client, upTo)) await run(client, migration);
}

let newest: number | undefined;

/** Returns the number of the code's last migration. */
export function findNewestMigration(): number {
  newest ??= listMigrations().at(-1)?.number ?? 0;
  return newest;
}

/**
 * How the schema of the database relates to this version: `older` lacks migrations, `newer` has a migration that breaks
 * this version.
 */
export type SchemaState = 'absent' | 'older' | 'compatible' | 'newer';

/** Reads the schema state, on a single connection or from the pool. */
export async function readSchemaState(
  query: (text: string) => Promise<{ rows: readonly unknown[] }>,
): Promise<SchemaState> {
  try {
    const { rows } = await query(
      'select max(number) as newest, max(compatible_from) as "compatibleFrom" from portico.migrations',
    );
    const { newest, compatibleFrom } = rows[0] as { newest: number | null; compatibleFrom: number | null };
    if ((compatibleFrom ?? 0) > findNewestMigration()) return 'newer';
    return (newest ?? 0) < findNewestMigration() ? 'older' : 'compatible';
  } catch (error) {
    if (isUndefinedObject(error, 'column')) return 'older';
    if (isUndefinedObject(error, 'table')) return 'absent';
    throw error;
  }
}

/** @throws Error if this version cannot use the database with its current schema */
export async function assertMigrated(client: pg.ClientBase): Promise<void> {
  const state = await readSchemaState((text) => client.query(text));
  if (state === 'absent')
    throw new Error(
      'The database contains no installation of Portico: run "portico migrate" or start the server first.',
    );
  if (state === 'older')
    throw new Error(
      'The database is older than this version of Portico: run "portico migrate" or start the server first.',
    );
  if (state === 'newer') throw tooNewError();
}

const tooNewError = (number?: number): Error =>
  new Error(
    `The database is newer than this version of Portico${number ? ` (it has migration ${number})` : ''}: use a newer version.`,
  );

interface AppliedMigration {
  readonly number: number;
  readonly hash: string;
  readonly compatible_from: number | null;
}

function rejectForeignMigrations(known: readonly Migration[], applied: readonly AppliedMigration[]): void {
  const newest = known.at(-1)?.number ?? 0;
  const breakingMigration = applied.find((row) => (row.compatible_from ?? 0) > newest);
  if (breakingMigration) throw tooNewError(breakingMigration.number);
  for (const { number, hash } of applied) {
    const migration = known.find((m) => m.number === number);
    // An unknown migration with a number below the newest known one comes from different code, not from a later
    // version.
    if (!migration && number <= newest) throw tooNewError(number);
    if (migration && migration.hash !== hash) {
      throw new Error(
        `Migration ${number} (${migration.name}) differs from the migration of this number that was applied to this database.`,
      );
    }
  }
}

async function listDueMigrations(client: pg.ClientBase, upTo = Number.POSITIVE_INFINITY): Promise<Migration[]> {
  const knownMigrations = listMigrations();
  // With this setting of Citus, the shared schema would become the schema of one tenant. PostgreSQL without Citus
  // ignores it.
  await client.query('set citus.enable_schema_based_sharding to off');
  // On a Citus cluster, "if not exists" asks all nodes, so no server could start while one is down.
  const { rows: schemas } = await client.query(`select from pg_namespace where nspname = 'portico'`);
  if (schemas.length === 0) await client.query('create schema portico');
  await client.query(
    `create table if not exists portico.migrations
       (number int primary key, name text not null, hash text not null, applied_at timestamptz not null default now())`,
  );
  await addCompatibleFrom(client);
  const { rows: applied } = await client.query<AppliedMigration>(
    'select number, hash, compatible_from from portico.migrations order by number',
  );
  rejectForeignMigrations(knownMigrations, applied);
  const done = new Set(applied.map((row) => row.number));
  return knownMigrations.filter((m) => !done.has(m.number) && m.number <= upTo);
}

/**
 * Adds the column only if it is missing, because the statement would wait for a running backup, which locks every
 * table.
 */
async function addCompatibleFrom(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query(
    `select from pg_attribute where attrelid = 'portico.migrations'::regclass and attname = 'compatible_from'`,
  );
  if (rows.length === 0) await client.query('alter table portico.migrations add column compatible_from int');
}

async function apply(client: pg.ClientBase, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await run(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${migration.number} (${migration.name}) failed: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

async function run(client: pg.ClientBase, migration: Migration): Promise<void> {
  await client.query('set local search_path = portico');
  // On a Citus cluster, tables that refer to reference tables are altered on one connection per node.
  await client.query(`set local citus.multi_shard_modify_mode to 'sequential'`);
  for (const statement of splitStatements(migration.sql)) await client.query(statement);
  await client.query('insert into portico.migrations (number, name, hash, compatible_from) values ($1, $2, $3, $4)', [
    migration.number,
    migration.name,
    migration.hash,
    migration.compatibleFrom,
  ]);
}
