import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from './handle.ts';

const MIN_VERSION = 150_000;

/**
 * Rejects a PostgreSQL that Portico cannot use: a version before 15, or an encoding other than UTF-8. Migration 0004
 * checks whether PostgreSQL can fold case as the query language requires, and chooses the collation.
 */
export async function assertUsable(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ version: string; name: string; encoding: string }>(
    `select current_setting('server_version_num') as version, current_setting('server_version') as name,
            current_setting('server_encoding') as encoding`,
  );
  const { version, name, encoding } = rows[0] as { version: string; name: string; encoding: string };
  if (Number(version) < MIN_VERSION)
    throw new Error(`Portico needs PostgreSQL 15 or newer; DATABASE_URL leads to version ${name}.`);
  if (encoding !== 'UTF8')
    throw new Error(`Portico needs a database whose encoding is UTF8; the one at DATABASE_URL has ${encoding}.`);
}

/** Returns true if the database is a node of a Citus cluster. */
export async function isCitus(db: Db): Promise<boolean> {
  const { rows } = await sql`select from pg_extension where extname = 'citus'`.execute(db);
  return rows.length > 0;
}
