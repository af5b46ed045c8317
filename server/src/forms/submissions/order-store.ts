import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';

/** the number of a site's first order */
const FIRST = 10_001;

export async function nextOrderNumber(db: Db, siteId: string): Promise<string> {
  const { rows } = await sql<{ last_number: string }>`
    insert into submission_orders (site_id, last_number) values (${siteId}, ${FIRST})
    on conflict (site_id) do update set last_number = submission_orders.last_number + 1
    returning last_number`.execute(db);
  return rows[0]?.last_number as string;
}
