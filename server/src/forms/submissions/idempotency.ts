/**
 * The Idempotency-Key header (draft-ietf-httpapi-idempotency-key-header): a client that does not know whether its
 * request arrived sends it again under the same key, and is answered with what the first one made.
 */
import { createHash } from 'node:crypto';
import { type Db, transaction } from '../../db/index.ts';
import type { RequestInfo } from '../../http/bind.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import type { Submitter } from '../permissions.ts';
import type { Verdict } from '../spam/store.ts';
import { findKey, insertKey, markStored, updateVerdict } from './key-store.ts';

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
 * The id of the submission that was stored under the key; null where there is none yet.
 * @throws AppError IDEMPOTENCY_KEY_REUSED where it was another submission
 */
export async function firstSent(db: Db, siteId: string, key: SentKey): Promise<string | null> {
  const row = await findKey(db, siteId, key.hash);
  if (!row?.stored) return null;
  if (!row.fingerprint.equals(key.fingerprint)) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  return row.submission_id;
}

interface Once<Result> {
  /** counts in windows that many share; called once for a key, in a transaction that does nothing else */
  readonly judge: (ctx: SiteCtx) => Promise<Verdict | null>;
  readonly store: (ctx: SiteCtx, judged: { readonly id: string; readonly verdict: Verdict | null }) => Promise<Result>;
  /** for who came second */
  readonly answer: (ctx: SiteCtx, submissionId: string) => Promise<Result>;
}

/**
 * Judges and stores the submission of a key once, whoever repeats the request, at once or after something broke off. In
 * two transactions: the shared windows are held no longer than it takes to count, and what was counted stays counted where
 * storing fails; the next request under the key goes on from there.
 */
export async function once<Result>(ctx: SiteCtx, key: SentKey, work: Once<Result>): Promise<Result> {
  await transaction(ctx, async (ctx) => {
    if (!(await insertKey(ctx.db, ctx.site.id, key, newId(), ctx.now))) return;
    const verdict = await work.judge(ctx);
    if (verdict) await updateVerdict(ctx.db, ctx.site.id, key, verdict);
  });
  return transaction(ctx, async (ctx) => {
    const judged = await markStored(ctx.db, ctx.site.id, key);
    if (judged) return work.store(ctx, judged);
    const id = await firstSent(ctx.db, ctx.site.id, key);
    // other values came under the key meanwhile
    if (id === null) throw new AppError('CONFLICT');
    return work.answer(ctx, id);
  });
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
