import { sql } from 'kysely';
import type { Db } from '../db/index.ts';
import { isCitus } from '../db/requirements.ts';

/** Returns the size of the database on disk, in bytes; in a cluster, the sum of the nodes that respond. */
export async function readDatabaseBytes(db: Db): Promise<number> {
  if (await isCitus(db)) return readClusterBytes(db);
  const { rows } = await sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}

async function readClusterBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select coalesce(sum(result::int8) filter (where success), 0) as bytes
      from run_command_on_all_nodes('select pg_database_size(current_database())')`.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}

/** Returns the version of PostgreSQL and its number of open connections, of every program. */
export async function readServerState(db: Db): Promise<{ version: string; connections: number }> {
  const { rows } = await sql<{ version: string; connections: number }>`
    select current_setting('server_version') as version,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections`.execute(db);
  const [state] = rows;
  if (!state) throw new Error('PostgreSQL returned no row for a query that always returns one.');
  return state;
}
