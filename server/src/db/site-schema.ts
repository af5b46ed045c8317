import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from './handle.ts';

/**
 * Returns the statements that create the schema of a site. In a Citus cluster, all its tables are on one node, which
 * Citus chooses. Run them one by one in a transaction. PostgreSQL without Citus ignores the setting.
 */
export const siteSchemaStatements = (name: string): string[] => [
  'set local citus.enable_schema_based_sharding to on',
  `create schema ${pg.escapeIdentifier(name)}`,
  'set local citus.enable_schema_based_sharding to off',
];

/** Creates the schema of a site. Call it in a transaction. */
export async function createSiteSchema(db: Db, name: string): Promise<void> {
  for (const statement of siteSchemaStatements(name)) await sql.raw(statement).execute(db);
}
