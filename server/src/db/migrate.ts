import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

/** One numbered file of server/migrations. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly hash: string;
  readonly sql: string;
}

const FOLDER = new URL('../../migrations/', import.meta.url);

/** Any number; the same in every process of this product, so that two servers never migrate at once. */
const MIGRATION_LOCK = 4_017_220_501;

/** The code's migrations in order. */
export function listMigrations(): Migration[] {
  return readdirSync(FOLDER)
    .filter((file) => /^\d{4}_\w+\.sql$/.test(file))
    .sort()
    .map((file) => {
      const sql = readFileSync(new URL(file, FOLDER), 'utf8');
      const hash = createHash('sha256').update(sql).digest('hex');
      return { number: Number(file.slice(0, 4)), name: file.slice(5, -4), hash, sql };
    });
}

/**
 * Brings the database to the code's version (or to number `upTo`), each migration in its own transaction, under an
 * advisory lock. Returns the names of those applied.
 * @throws Error with one sentence where the database is newer than the code or was made by a changed migration
 */
export async function migrate(client: pg.ClientBase, options: { upTo?: number } = {}): Promise<string[]> {
  return withMigrationLock(client, async () => {
    const due = await dueMigrations(client, options.upTo);
    for (const migration of due) await apply(client, migration);
    return due.map((m) => m.name);
  });
}

/** Runs `work` while no other process migrates this database. */
export async function withMigrationLock<R>(client: pg.ClientBase, work: () => Promise<R>): Promise<R> {
  await client.query('set statement_timeout = 0');
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  try {
    return await work();
  } finally {
    // On a broken connection there is nothing left to unlock.
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
  }
}

/** Migrates inside the caller's transaction and under the caller's lock: a restore is whole or nothing. */
export async function migrateWithin(client: pg.ClientBase, upTo?: number): Promise<void> {
  for (const migration of await dueMigrations(client, upTo)) await run(client, migration);
}

let newest: number | undefined;

/** The number of the code's last migration. */
export function newestMigration(): number {
  newest ??= listMigrations().at(-1)?.number ?? 0;
  return newest;
}

async function appliedMigrations(client: pg.ClientBase): Promise<Map<number, string>> {
  const { rows } = await client.query('select number, hash from portico.migrations');
  return new Map(rows.map((row) => [row.number, row.hash]));
}

function refuseForeign(known: readonly Migration[], applied: ReadonlyMap<number, string>): void {
  for (const [number, hash] of applied) {
    const migration = known.find((m) => m.number === number);
    if (!migration) {
      throw new Error(
        `The database is newer than this version of Portico (it has migration ${number}): use a newer version.`,
      );
    }
    if (migration.hash !== hash) {
      throw new Error(`Migration ${number} (${migration.name}) is not the one that this database was made with.`);
    }
  }
}

async function dueMigrations(client: pg.ClientBase, upTo = Number.POSITIVE_INFINITY): Promise<Migration[]> {
  const known = listMigrations();
  await client.query('create schema if not exists portico');
  await client.query(
    `create table if not exists portico.migrations
       (number int primary key, name text not null, hash text not null, applied_at timestamptz not null default now())`,
  );
  const applied = await appliedMigrations(client);
  refuseForeign(known, applied);
  return known.filter((m) => !applied.has(m.number) && m.number <= upTo);
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
  await client.query(migration.sql);
  await client.query('insert into portico.migrations (number, name, hash) values ($1, $2, $3)', [
    migration.number,
    migration.name,
    migration.hash,
  ]);
}
