import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { Site } from '../../kernel/ctx.ts';
import { qualifyTable } from './item-table-store.ts';

/** Counts the items of all collections of a site that are not deleted. */
export async function countItemsOfSite(db: Db, site: Site): Promise<number> {
  const { rows: tables } = await sql<{ table_name: string }>`
    select table_name from collections where site_id = ${site.id}`.execute(db);
  let total = 0;
  for (const { table_name: table } of tables) {
    const { rows } = await sql<{ count: string }>`
      select count(*) from ${sql.raw(qualifyTable(site, table))}`.execute(db);
    total += Number(rows[0]?.count ?? 0);
  }
  return total;
}
