/**
 * SQL of deferred notifications. Each counts the submissions beyond the hourly mail limit of a form, which a later mail
 * reports together.
 */
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';

/** Adds to the number of submissions without a mail. `notifyAt` has no effect if a notification is already deferred. */
export async function deferNotification(
  db: Db,
  siteId: string,
  formId: string,
  { count, notifyAt }: { readonly count: number; readonly notifyAt: Date },
): Promise<void> {
  await sql`
    insert into untold_submissions (site_id, form_id, untold, tell_at) values (${siteId}, ${formId}, ${count}, ${notifyAt})
    on conflict (site_id, form_id) do update set untold = untold_submissions.untold + excluded.untold`.execute(db);
}

export interface DeferredNotification {
  readonly site_id: string;
  readonly form_id: string;
  readonly count: number;
}

/** Claims due notifications: deletes up to `limit` of them and returns them. */
export async function claimDeferred(db: Db, now: Date, limit: number): Promise<DeferredNotification[]> {
  const { rows } = await sql<DeferredNotification>`
    delete from untold_submissions where (site_id, form_id) in
      (select site_id, form_id from untold_submissions where tell_at <= ${now} order by tell_at limit ${limit})
    returning site_id, form_id, untold as count`.execute(db);
  return rows;
}
