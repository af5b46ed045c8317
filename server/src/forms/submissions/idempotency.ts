/**
 * The Idempotency-Key header (draft-ietf-httpapi-idempotency-key-header): a client that does not know whether its
 * request arrived sends it again under the same key, and is answered with what the first one made.
 */
import { createHash } from 'node:crypto';
import type { Db } from '../../db/index.ts';
import type { RequestInfo } from '../../http/bind.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Submitter } from '../permissions.ts';
import { findKey, insertKey } from './key-store.ts';

export interface SentKey {
  readonly hash: Buffer;
  /** of the values: tells a repetition from another submission under a key used twice */
  readonly fingerprint: Buffer;
}

const LONGEST = 255;

/**
 * Null where the request names none. The key counts for one form and one submitter: nobody learns with somebody else's
 * key what they sent.
 * @throws AppError INVALID_IDEMPOTENCY_KEY for one that is empty or longer than 255 characters
 */
export function sentKey(
  request: RequestInfo | undefined,
  formId: string,
  submitter: Submitter,
  submission: unknown,
): SentKey | null {
  const key = request?.headers['idempotency-key'];
  if (key === undefined) return null;
  if (key.length === 0 || key.length > LONGEST) throw new AppError('INVALID_IDEMPOTENCY_KEY');
  return {
    hash: digest(JSON.stringify([formId, submitter.kind, submitter.id, key])),
    fingerprint: digest(JSON.stringify(submission)),
  };
}

/**
 * The id of the submission that was made under the key; null where there is none yet.
 * @throws AppError IDEMPOTENCY_KEY_REUSED where it was another submission
 */
export async function firstSent(db: Db, siteId: string, key: SentKey): Promise<string | null> {
  const row = await findKey(db, siteId, key.hash);
  if (!row) return null;
  if (!row.fingerprint.equals(key.fingerprint)) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  return row.submission_id;
}

/**
 * Takes the key for a submission, in its transaction: of two that arrive at once the second waits here for the first.
 * False where the key is taken; `firstSent` then knows by what.
 */
export const takeKey = (db: Db, siteId: string, key: SentKey, submissionId: string, now: Date): Promise<boolean> =>
  insertKey(db, siteId, key, submissionId, now);

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
