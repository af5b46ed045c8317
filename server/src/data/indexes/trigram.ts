import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';

/** Returns the schema of pg_trgm in this database, or null if it is not installed. */
export async function findTrigramSchema(db: Db): Promise<string | null> {
  const { rows } = await sql<{ schema: string }>`
    select n.nspname as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace
     where e.extname = 'pg_trgm'`.execute(db);
  return rows[0]?.schema ?? null;
}

/**
 * Installs pg_trgm, which indexes substrings, if it is missing. It is a trusted extension and needs no superuser.
 * @returns null, or the reason why it cannot be installed
 */
export async function ensureTrigram(db: Db): Promise<string | null> {
  if (await findTrigramSchema(db)) return null;
  try {
    await sql`create extension if not exists pg_trgm with schema portico`.execute(db);
    return null;
  } catch (error) {
    if (await findTrigramSchema(db)) return null;
    return error instanceof Error ? error.message : String(error);
  }
}
