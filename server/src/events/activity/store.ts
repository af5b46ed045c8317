import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { json } from '../../db/statements.ts';

interface ActivityRow {
  readonly site_id: string;
  readonly id: string;
  readonly type: string;
  readonly entity_id: string;
  readonly summary: unknown;
  readonly occurred_at: Date;
}

/** Inserts all rows through one parameter, so that batches of every size share one prepared statement. */
export const insertActivity = (db: Db, rows: readonly ActivityRow[]) =>
  db
    .insertInto('activity')
    .columns(['site_id', 'id', 'type', 'entity_id', 'summary', 'occurred_at'])
    .expression((eb) =>
      eb
        .selectFrom(
          sql<ActivityRow>`jsonb_to_recordset(${json(rows)})`.as<'entry'>(
            sql`entry (site_id uuid, id uuid, type text, entity_id text, summary jsonb, occurred_at timestamptz)`,
          ),
        )
        .select(['site_id', 'id', 'type', 'entity_id', 'summary', 'occurred_at']),
    )
    .execute();

/** Erases the summaries of deleted members or submissions. The entries remain. */
export const eraseActivitySummaries = (db: Db, siteId: string, entityIds: readonly string[]) =>
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

/** Counts events per type and day in the time zone, since `days` days ago. */
export const countActivityByDay = (
  db: Db,
  siteId: string,
  { days, timeZone }: { days: number; timeZone: string },
): Promise<{ date: string; type: string; count: number }[]> =>
  db
    .selectFrom('activity')
    .select([
      sql<string>`to_char(occurred_at at time zone ${timeZone}, 'YYYY-MM-DD')`.as('date'),
      'type',
      sql<number>`count(*)::int`.as('count'),
    ])
    .where('site_id', '=', siteId)
    .where('occurred_at', '>=', sql<Date>`date_trunc('day', now(), ${timeZone}) - ${days} * interval '1 day'`)
    .groupBy(['date', 'type'])
    .execute();
