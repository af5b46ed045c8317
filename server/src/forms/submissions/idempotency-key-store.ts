/** SQL of idempotency keys of submissions. */
import { sql } from 'kysely';
import { asynchronousCommit, type Db } from '../../db/index.ts';
import { firstRow } from '../../db/statements.ts';
import type { Verdict } from '../spam/store.ts';

interface Key {
  readonly hash: Buffer;
  readonly fingerprint: Buffer;
}

interface KeyRow {
  readonly fingerprint: Buffer;
  readonly submission_id: string;
  readonly stored: boolean;
  readonly judged: boolean;
}

export const findKey = (db: Db, siteId: string, hash: Buffer) =>
  firstRow<KeyRow>(
    db,
    sql`select fingerprint, submission_id, stored, judged from submission_keys
        where site_id = ${siteId} and key_hash = ${hash}`,
  );

interface Claim {
  readonly submissionId: string;
  readonly now: Date;
  /** A claim from before this time may be replaced if its request was not classified. */
  readonly expiredBefore: Date;
}

/**
 * Claims a key. Returns false if another request has claimed it. Replaces an earlier claim for which no submission is
 * stored if its request had other values, or if it has expired and its request was not classified. The commit does not
 * wait for the disk, because the transaction that stores the submission makes the claim durable, too.
 */
export async function insertClaim(db: Db, siteId: string, key: Key, claim: Claim): Promise<boolean> {
  const { submissionId, now, expiredBefore } = claim;
  const { rows } = await sql`
    insert into submission_keys (site_id, key_hash, fingerprint, submission_id, judged, created_at)
    values (${siteId}, ${key.hash}, ${key.fingerprint}, ${submissionId}, not (${asynchronousCommit}), ${now})
    on conflict (site_id, key_hash) do update set fingerprint = excluded.fingerprint,
      submission_id = excluded.submission_id, judged = false, created_at = excluded.created_at, verdict = null
      where not submission_keys.stored and (submission_keys.fingerprint <> excluded.fingerprint
        or (not submission_keys.judged and submission_keys.created_at < ${expiredBefore}))
    returning submission_id`.execute(db);
  return rows.length > 0;
}

/** Deletes a claim whose request has not been classified (idempotency.ts). */
export const deleteClaim = (db: Db, siteId: string, key: Key, submissionId: string) =>
  sql`delete from submission_keys
      where site_id = ${siteId} and key_hash = ${key.hash} and submission_id = ${submissionId} and not judged`.execute(
    db,
  );

/**
 * Marks the request of a claim as classified. Returns false if another request has replaced the claim. As in
 * `insertClaim`, the commit does not wait for the disk.
 */
export async function markClassified(db: Db, siteId: string, key: Key, submissionId: string): Promise<boolean> {
  const { rows } = await sql`
    with commit as materialized (select ${asynchronousCommit} as judged)
    update submission_keys set judged = commit.judged from commit
    where site_id = ${siteId} and key_hash = ${key.hash} and submission_id = ${submissionId} and not submission_keys.judged
    returning submission_id`.execute(db);
  return rows.length > 0;
}

export const updateVerdict = (db: Db, siteId: string, key: Key, verdict: Verdict) =>
  sql`update submission_keys set verdict = ${JSON.stringify(verdict)}::jsonb
      where site_id = ${siteId} and key_hash = ${key.hash}`.execute(db);

/**
 * Marks the submission of a classified key as stored and returns the submission's id and verdict. A parallel call waits
 * until this transaction ends. Returns undefined if the submission is stored already, or if the key was deleted or has
 * other values.
 */
export async function settleKey(
  db: Db,
  siteId: string,
  key: Key,
): Promise<{ id: string; verdict: Verdict | null } | undefined> {
  const { rows } = await sql<{ id: string; verdict: Verdict | null }>`
    with locked as (
      select submission_id as id, verdict from submission_keys
      where site_id = ${siteId} and key_hash = ${key.hash} and fingerprint = ${key.fingerprint} and judged and not stored
      for update
    )
    update submission_keys set stored = true, verdict = null from locked
    where site_id = ${siteId} and key_hash = ${key.hash} returning locked.id, locked.verdict`.execute(db);
  return rows[0];
}

/** Deletes the keys of requests that were made before this time. */
export const deleteOldKeys = (db: Db, siteId: string, before: Date) =>
  sql`delete from submission_keys where site_id = ${siteId} and created_at < ${before}`.execute(db);
