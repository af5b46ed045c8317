import { sql } from 'kysely';
import { type Db, withoutWaiting } from '../../db/index.ts';
import type { Verdict } from '../spam/store.ts';

interface Key {
  readonly hash: Buffer;
  readonly fingerprint: Buffer;
}

export const findKey = (db: Db, siteId: string, hash: Buffer) =>
  db
    .selectFrom('submission_keys')
    .select(['fingerprint', 'submission_id', 'stored', 'judged'])
    .where('site_id', '=', siteId)
    .where('key_hash', '=', hash)
    .executeTakeFirst();

interface Taking {
  readonly submissionId: string;
  /** false where that is still to come, outside of the transaction */
  readonly judged: boolean;
  readonly now: Date;
  /** who took the key before this and has not got on since is taken for dead */
  readonly deadBefore: Date;
}

/**
 * False when there is such a key already. One of other values that nothing was stored under counts for nothing: it is
 * this one's now. What is not stored yet needs no place on the disk either: the transaction that stores the submission
 * waits for this one too.
 */
export async function insertKey(db: Db, siteId: string, key: Key, taking: Taking): Promise<boolean> {
  const { submissionId, judged, now, deadBefore } = taking;
  const { rows } = await sql`
    insert into submission_keys (site_id, key_hash, fingerprint, submission_id, judged, created_at)
    values (${siteId}, ${key.hash}, ${key.fingerprint}, ${submissionId}, ${judged}, ${now})
    on conflict (site_id, key_hash) do update set fingerprint = excluded.fingerprint,
      submission_id = excluded.submission_id, judged = excluded.judged, created_at = excluded.created_at, verdict = null
      where not submission_keys.stored and (submission_keys.fingerprint <> excluded.fingerprint
        or (not submission_keys.judged and submission_keys.created_at < ${deadBefore}))
    returning ${withoutWaiting}`.execute(db);
  return rows.length > 0;
}

/** The key of a submission that was not judged: others may take it again. */
export const deleteUnjudged = (db: Db, siteId: string, key: Key, submissionId: string) =>
  sql`delete from submission_keys
      where site_id = ${siteId} and key_hash = ${key.hash} and submission_id = ${submissionId} and not judged`.execute(
    db,
  );

/** False where somebody else has taken the key meanwhile. */
export async function markJudged(db: Db, siteId: string, key: Key, submissionId: string): Promise<boolean> {
  const { rows } = await sql`
    update submission_keys set judged = true
    where site_id = ${siteId} and key_hash = ${key.hash} and submission_id = ${submissionId} and not judged
    returning key_hash`.execute(db);
  return rows.length > 0;
}

export const updateVerdict = (db: Db, siteId: string, key: Key, verdict: Verdict) =>
  sql`update submission_keys set verdict = ${JSON.stringify(verdict)}::jsonb
      where site_id = ${siteId} and key_hash = ${key.hash}`.execute(db);

/**
 * Notes that the submission of the key is stored, and answers which it is. Of two at once the second waits for the end of
 * the first. Undefined where it is stored already, and where the key is gone or of other values.
 */
export async function markStored(
  db: Db,
  siteId: string,
  key: Key,
): Promise<{ id: string; verdict: Verdict | null } | undefined> {
  const { rows } = await sql<{ id: string; verdict: Verdict | null }>`
    with held as (
      select submission_id as id, verdict from submission_keys
      where site_id = ${siteId} and key_hash = ${key.hash} and fingerprint = ${key.fingerprint} and judged and not stored
      for update
    )
    update submission_keys set stored = true, verdict = null from held
    where site_id = ${siteId} and key_hash = ${key.hash} returning held.id, held.verdict`.execute(db);
  return rows[0];
}

export const deleteOldKeys = (db: Db, siteId: string, before: Date) =>
  db.deleteFrom('submission_keys').where('site_id', '=', siteId).where('created_at', '<', before).execute();
