import type pg from 'pg';

const OLDEST = 150_000;

/**
 * Refuses a PostgreSQL that Portico cannot run on, with one sentence: older than 15, or one whose text is not UTF-8.
 * (Whether it can fold case as the query language needs is asked by migration 0004, which chooses the collation.)
 */
export async function assertUsable(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ version: string; name: string; encoding: string }>(
    `select current_setting('server_version_num') as version, current_setting('server_version') as name,
            current_setting('server_encoding') as encoding`,
  );
  const { version, name, encoding } = rows[0] as { version: string; name: string; encoding: string };
  if (Number(version) < OLDEST)
    throw new Error(`Portico needs PostgreSQL 15 or newer; DATABASE_URL leads to version ${name}.`);
  if (encoding !== 'UTF8')
    throw new Error(`Portico needs a database whose encoding is UTF8; the one at DATABASE_URL has ${encoding}.`);
}
