import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';

export const findKey = (db: Db, siteId: string, hash: Buffer) =>
  db
    .selectFrom('submission_keys')
    .select(['fingerprint', 'submission_id'])
    .where('site_id', '=', siteId)
    .where('key_hash', '=', hash)
    .executeTakeFirst();

/** False when there is such a key already. */
export async function insertKey(
  db: Db,
  siteId: string,
  key: { readonly hash: Buffer; readonly fingerprint: Buffer },
  submissionId: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into submission_keys (site_id, key_hash, fingerprint, submission_id, created_at)
    values (${siteId}, ${key.hash}, ${key.fingerprint}, ${submissionId}, ${now})
    on conflict do nothing returning site_id`.execute(db);
  return rows.length > 0;
}

export const deleteOldKeys = (db: Db, siteId: string, before: Date) =>
  db.deleteFrom('submission_keys').where('site_id', '=', siteId).where('created_at', '<', before).execute();
