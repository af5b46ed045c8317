import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { json } from '../../db/statements.ts';

export const insertActivity = (
  db: Db,
  rows: readonly {
    readonly site_id: string;
    readonly id: string;
    readonly type: string;
    readonly entity_id: string;
    readonly summary: unknown;
    readonly occurred_at: Date;
  }[],
) =>
  sql`
    insert into activity (site_id, id, type, entity_id, summary, occurred_at)
    select * from jsonb_to_recordset(${json(rows)})
      as noted (site_id uuid, id uuid, type text, entity_id text, summary jsonb, occurred_at timestamptz)`.execute(db);

export const emptyActivity = (db: Db, siteId: string, entityIds: readonly string[]) =>
  db
    .updateTable('activity')
    .set({ summary: sql<never>`'{}'::jsonb` })
    .where('site_id', '=', siteId)
    .where('entity_id', '=', sql<string>`any(${entityIds}::text[])`)
    .execute();

export const deleteOldActivity = (db: Db, siteId: string, days: number) =>
  db
    .deleteFrom('activity')
    .where('site_id', '=', siteId)
    .where('occurred_at', '<', sql<Date>`now() - ${days} * interval '1 day'`)
    .execute();

export const listRecentActivity = (db: Db, siteId: string, limit: number) =>
  db
    .selectFrom('activity')
    .selectAll()
    .where('site_id', '=', siteId)
    .orderBy('occurred_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Counts events of one type per day of the time zone, since `days` days ago. */
export async function countActivityByDay(
  db: Db,
  siteId: string,
  { days, timeZone }: { days: number; timeZone: string },
) {
  const { rows } = await sql<{ date: string; type: string; count: number }>`
    select to_char(occurred_at at time zone ${timeZone}, 'YYYY-MM-DD') as date, type, count(*)::int as count
    from activity
    where site_id = ${siteId} and occurred_at >= date_trunc('day', now(), ${timeZone}) - ${days} * interval '1 day'
    group by 1, 2`.execute(db);
  return rows;
}
