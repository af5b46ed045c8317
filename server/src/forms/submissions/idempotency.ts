/**
 * The Idempotency-Key header (draft-ietf-httpapi-idempotency-key-header): a client that does not know whether its
 * request arrived sends it again under the same key, and is answered with what the first one made.
 */
import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type Db, transaction } from '../../db/index.ts';
import type { RequestInfo } from '../../http/bind.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import type { Submitter } from '../permissions.ts';
import type { Verdict } from '../spam/store.ts';
import { deleteUnjudged, findKey, insertKey, markJudged, markStored, updateVerdict } from './key-store.ts';

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
  /** asked of who comes first, outside of any transaction: it uses a token up for good. Null where there is none to ask of */
  readonly passCaptcha: (() => Promise<void>) | null;
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
  await judgeOnce(ctx, key, work);
  return transaction(ctx, async (ctx) => {
    const judged = await markStored(ctx.db, ctx.site.id, key);
    if (judged) return work.store(ctx, judged);
    const id = await firstSent(ctx.db, ctx.site.id, key);
    // other values came under the key meanwhile
    if (id === null) throw new AppError('CONFLICT');
    return work.answer(ctx, id);
  });
}

type Judging = Pick<Once<unknown>, 'passCaptcha' | 'judge'>;

/** who asks a captcha's provider and has not heard for so long was killed */
const DEAD_AFTER_MS = 15_000;
const LONGEST_WAIT_MS = 20_000;

/** Until the submission is judged, by this request or by one of the same that came first; no connection is held meanwhile. */
async function judgeOnce(ctx: SiteCtx, key: SentKey, { passCaptcha, judge }: Judging): Promise<void> {
  const until = performance.now() + LONGEST_WAIT_MS;
  for (let pauseMs = 10; performance.now() < until; pauseMs = Math.min(2 * pauseMs, 500)) {
    const isFirst = passCaptcha ? passAndJudge(ctx, key, { passCaptcha, judge }) : judgeAtOnce(ctx, key, judge);
    if (await isFirst) return;
    const row = await findKey(ctx.db, ctx.site.id, key.hash);
    if (row?.judged) return;
    if (row) await setTimeout(pauseMs);
  }
  throw new AppError('CONFLICT');
}

function judgeAtOnce(ctx: SiteCtx, key: SentKey, judge: Judging['judge']): Promise<boolean> {
  return transaction(ctx, async (ctx) => {
    if (!(await takeKey(ctx, key, { submissionId: newId(), judged: true }))) return false;
    await noteVerdict(ctx, key, judge);
    return true;
  });
}

/**
 * The key is taken before the captcha is passed. A repetition would find the token used, and be told that it is wrong; so
 * it waits here, and answers what the first one made, or asks anew where the first one was refused.
 */
async function passAndJudge(
  ctx: SiteCtx,
  key: SentKey,
  { passCaptcha, judge }: { readonly passCaptcha: () => Promise<void>; readonly judge: Judging['judge'] },
): Promise<boolean> {
  const submissionId = newId();
  if (!(await takeKey(ctx, key, { submissionId, judged: false }))) return false;
  try {
    await passCaptcha();
    await transaction(ctx, async (ctx) => {
      if (!(await markJudged(ctx.db, ctx.site.id, key, submissionId))) throw new AppError('CONFLICT');
      await noteVerdict(ctx, key, judge);
    });
    return true;
  } catch (error) {
    await deleteUnjudged(ctx.db, ctx.site.id, key, submissionId).catch((cause: unknown) =>
      ctx.log.warn({ err: cause }, 'a key could not be given back; it is free again in a moment'),
    );
    throw error;
  }
}

function takeKey(ctx: SiteCtx, key: SentKey, how: { submissionId: string; judged: boolean }): Promise<boolean> {
  const now = new Date();
  const deadBefore = new Date(now.getTime() - DEAD_AFTER_MS);
  return insertKey(ctx.db, ctx.site.id, key, { ...how, now, deadBefore });
}

async function noteVerdict(ctx: SiteCtx, key: SentKey, judge: Judging['judge']): Promise<void> {
  const verdict = await judge(ctx);
  if (verdict) await updateVerdict(ctx.db, ctx.site.id, key, verdict);
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
