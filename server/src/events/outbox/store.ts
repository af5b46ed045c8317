import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { Outbox } from '../../db/tables.gen.ts';

export type OutboxRow = Selectable<Outbox>;

/** Deletes and returns due events, oldest first. Of two competing workers, the second waits and then finds them deleted. */
export async function takeDueEvents(db: Db, limit: number): Promise<OutboxRow[]> {
  const { rows } = await sql<OutboxRow>`
    delete from outbox where (site_id, id) in
      (select site_id, id from outbox where next_attempt_at <= now() order by next_attempt_at, id limit ${limit})
    returning *`.execute(db);
  return rows.sort((a, b) => Number(BigInt(a.id) - BigInt(b.id)));
}

/** Returns true if the event still existed. */
export async function takeEvent(db: Db, row: Pick<OutboxRow, 'site_id' | 'id'>): Promise<boolean> {
  const taken = await db
    .deleteFrom('outbox')
    .where('site_id', '=', row.site_id)
    .where('id', '=', row.id)
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

export const deferEvent = (db: Db, row: Pick<OutboxRow, 'site_id' | 'id'>, delayMs: number) =>
  db
    .updateTable('outbox')
    .set({ attempts: sql`attempts + 1`, next_attempt_at: sql`now() + ${delayMs} * interval '1 millisecond'` })
    .where('site_id', '=', row.site_id)
    .where('id', '=', row.id)
    .execute();
