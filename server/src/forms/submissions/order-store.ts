import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';

/** The number of a site's first order. */
const FIRST_NUMBER = 10_001;

/** Returns the next order number. The numbers have no gaps, because the row stays locked until the transaction ends. */
export async function takeOrderNumber(db: Db, siteId: string): Promise<string> {
  const { rows } = await sql<{ last_number: string }>`
    insert into submission_orders (site_id, last_number) values (${siteId}, ${FIRST_NUMBER})
    on conflict (site_id) do update set last_number = submission_orders.last_number + 1
    returning last_number`.execute(db);
  return rows[0]?.last_number as string;
}
