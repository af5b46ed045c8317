import { sql } from 'kysely';
import type { Db } from './handle.ts';

/**
 * Creates the schema of a site. In a Citus cluster, all its tables are on one node, which Citus chooses. Call it in a
 * transaction. PostgreSQL without Citus ignores the setting.
 */
export async function createSiteSchema(db: Db, name: string): Promise<void> {
  await sql`set local citus.enable_schema_based_sharding to on`.execute(db);
  await sql`create schema ${sql.id(name)}`.execute(db);
  await sql`set local citus.enable_schema_based_sharding to off`.execute(db);
}
