/**
 * The Idempotency-Key header (draft-ietf-httpapi-idempotency-key-header): a client that does not know whether its
 * request arrived repeats it with the same key and receives the submission that the first request stored.
 *
 * A key has three states: claimed by a request; classified, after the captcha and the spam filter have checked that
 * request; and settled, after the submission was stored. Only the request that holds the claim is checked; other
 * requests with the key wait for it.
 */
import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Db } from '../../db/index.ts';
import type { RequestInfo } from '../../http/bind.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import type { Submitter } from '../permissions.ts';
import { deleteClaim, findKey, insertClaim } from './idempotency-key-store.ts';

export interface IdempotencyKey {
  readonly hash: Buffer;
  /** Hash of the submission. It distinguishes a repeated request from one that reuses the key for other values. */
  readonly fingerprint: Buffer;
}

const MAX_LENGTH = 255;

/**
 * Reads the Idempotency-Key header. Returns null if the request has no key. The hash covers form and submitter, so
 * nobody can read what another person sent by guessing that person's key.
 * @throws AppError INVALID_IDEMPOTENCY_KEY if the key is empty or longer than 255 characters
 */
export function readKey(
  request: RequestInfo | undefined,
  formId: string,
  submitter: Submitter,
  submission: unknown,
): IdempotencyKey | null {
  const key = request?.headers['idempotency-key'];
  if (key === undefined) return null;
  if (key.length === 0 || key.length > MAX_LENGTH) throw new AppError('INVALID_IDEMPOTENCY_KEY');
  return {
    hash: sha256(JSON.stringify([formId, submitter.kind, submitter.id, key])),
    fingerprint: sha256(JSON.stringify(submission)),
  };
}

/**
 * Returns the id of the submission that was stored with the key, or null.
 * @throws AppError IDEMPOTENCY_KEY_REUSED if that submission had other values
 */
export async function findStoredId(db: Db, siteId: string, key: IdempotencyKey): Promise<string | null> {
  const row = await findKey(db, siteId, key.hash);
  if (!row?.stored) return null;
  if (!row.fingerprint.equals(key.fingerprint)) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  return row.submission_id;
}

/**
 * Milliseconds after which a claim expires if the captcha and the content of its request have not been checked by
 * then. Captcha providers respond sooner, so an older claim belongs to a process that was killed.
 */
const CLAIM_EXPIRES_MS = 15_000;
const MAX_WAIT_MS = 20_000;

/**
 * Claims the key for this request, outside of any transaction. If another request holds the claim, waits without a
 * database connection until that request is classified or releases the key. The other request has used up the captcha
 * token that both requests carry, so this request could not pass the captcha itself.
 * @returns the id of the submission to store, or null if the other request was classified
 * @throws AppError CONFLICT if the other request takes too long
 */
export async function claimKey(ctx: SiteCtx, key: IdempotencyKey): Promise<string | null> {
  const deadline = performance.now() + MAX_WAIT_MS;
  for (let pauseMs = 10; performance.now() < deadline; pauseMs = Math.min(2 * pauseMs, 500)) {
    const [submissionId, now] = [newId(), new Date()];
    const claim = { submissionId, now, expiredBefore: new Date(now.getTime() - CLAIM_EXPIRES_MS) };
    if (await insertClaim(ctx.db, ctx.site.id, key, claim)) return submissionId;
    const row = await findKey(ctx.db, ctx.site.id, key.hash);
    if (row?.judged) return null;
    if (row) await setTimeout(pauseMs);
  }
  throw new AppError('CONFLICT');
}

/** Releases the claim after a failure, so that the next request with the key starts over. */
export async function releaseKey(ctx: SiteCtx, key: IdempotencyKey, submissionId: string): Promise<void> {
  await deleteClaim(ctx.db, ctx.site.id, key, submissionId).catch((cause: unknown) =>
    ctx.log.warn({ err: cause }, 'The claim of an idempotency key could not be released. It expires by itself.'),
  );
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
