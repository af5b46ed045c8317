import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';

/** More submissions of which no mail told. All are told of at the time that the first one named. */
export async function noteUntold(
  db: Db,
  siteId: string,
  formId: string,
  { untold, tellAt }: { readonly untold: number; readonly tellAt: Date },
): Promise<void> {
  await sql`
    insert into untold_submissions (site_id, form_id, untold, tell_at) values (${siteId}, ${formId}, ${untold}, ${tellAt})
    on conflict (site_id, form_id) do update set untold = untold_submissions.untold + excluded.untold`.execute(db);
}

/** Takes away what is due. */
export async function takeUntold(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ site_id: string; form_id: string; untold: number }[]> {
  const { rows } = await sql<{ site_id: string; form_id: string; untold: number }>`
    delete from untold_submissions where (site_id, form_id) in
      (select site_id, form_id from untold_submissions where tell_at <= ${now} order by tell_at limit ${limit})
    returning site_id, form_id, untold`.execute(db);
  return rows;
}
