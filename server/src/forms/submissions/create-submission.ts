import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { transaction } from '../../db/index.ts';
import type { RequestInfo } from '../../http/bind.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import { loadWholeForm } from '../forms/load-form.ts';
import { requireSubmitter, submitterOf } from '../permissions.ts';
import { checkedValues } from '../records/check-values.ts';
import type { WireSubmission } from '../records/wire.ts';
import { judge } from '../spam/judge.ts';
import { signalsOf } from '../spam/signals.ts';
import { findAsSent } from '../spam/store.ts';
import { claimKey, findStoredId, type IdempotencyKey, readKey, releaseKey } from './idempotency.ts';
import { isFull } from './is-full.ts';
import { markJudged, settleKey, updateVerdict } from './key-store.ts';
import { passCaptcha } from './pass-captcha.ts';
import { shown } from './readable-rows.ts';
import { type AcceptedSubmission, storeSubmission, storeUnkeyed } from './store-submission.ts';

type Endpoint = (typeof formsEndpoints)['createSubmission'];
type Body = Input<Endpoint>['body'];
type Accepted = Omit<AcceptedSubmission, 'id' | 'verdict'>;

/**
 * Submits a form for the caller. The engine that checks the values also runs in the browser. A submission that is judged
 * spam is stored as a report and gets the same response as any other.
 * @throws ViolationError with all violations of the values
 */
export async function createSubmission(
  ctx: SiteCtx,
  { body }: Pick<Input<Endpoint>, 'body'>,
  request?: RequestInfo,
): Promise<Output<Endpoint>> {
  requireSubmitter(ctx.caller);
  const submitter = submitterOf(ctx.caller, ctx.paired);
  const form = await loadWholeForm(ctx, body.submission.formId);
  const key = readKey(request, form.id, submitter, body.submission);
  const earlier = await findEarlier(ctx, key);
  if (earlier) return { submission: earlier };
  let values: Record<string, unknown>;
  try {
    const closed = await isFull(ctx, form, submitter);
    values = checkedValues(ctx, form, body.submission.submissions ?? {}, { closed });
  } catch (error) {
    // A request with the same key may have been stored in the meantime and have filled the form itself.
    const stored = await findEarlier(ctx, key);
    if (stored) return { submission: stored };
    throw error;
  }
  const accepted = { form, submitter, values, input: body.submission };
  return { submission: key ? await createOnce(ctx, key, accepted, body) : await create(ctx, accepted, body) };
}

/** The captcha comes after the values: its token is valid once, and refused values are corrected and sent again. */
async function create(ctx: SiteCtx, accepted: Accepted, body: Body): Promise<WireSubmission> {
  await passCaptcha(ctx, accepted.form, body.captchaToken ?? undefined);
  const verdict = await judge(ctx, { ...accepted, signals: signalsOf(body.additionalMetadata) });
  return storeUnkeyed(ctx, { ...accepted, id: newId(), verdict });
}

/**
 * Judges and stores one submission per key, however many requests carry it at the same time or after a failure. Judging
 * and storing are two transactions: the rate windows, which many submitters share, stay locked only while they are
 * counted, and if storing fails, the next request with the key continues with the verdict that was reached.
 */
async function createOnce(ctx: SiteCtx, key: IdempotencyKey, accepted: Accepted, body: Body): Promise<WireSubmission> {
  const claim = await claimKey(ctx, key);
  if (claim) {
    try {
      await passCaptcha(ctx, accepted.form, body.captchaToken ?? undefined);
      await judgeClaimed(ctx, key, claim, accepted, body);
    } catch (error) {
      await releaseKey(ctx, key, claim);
      throw error;
    }
  }
  return transaction(ctx, async (ctx) => {
    const judged = await settleKey(ctx.db, ctx.site.id, key);
    if (judged) return storeSubmission(ctx, { ...accepted, ...judged });
    const stored = await findEarlier(ctx, key);
    // Without a stored submission, a request with other values has claimed the key in the meantime.
    if (!stored) throw new AppError('CONFLICT');
    return stored;
  });
}

/** Counts in the rate windows and records the verdict together, so that no request with the key is counted twice. */
const judgeClaimed = (
  ctx: SiteCtx,
  key: IdempotencyKey,
  claim: string,
  accepted: Accepted,
  body: Body,
): Promise<void> =>
  transaction(ctx, async (ctx) => {
    if (!(await markJudged(ctx.db, ctx.site.id, key, claim))) throw new AppError('CONFLICT');
    const verdict = await judge(ctx, { ...accepted, signals: signalsOf(body.additionalMetadata) });
    if (verdict) await updateVerdict(ctx.db, ctx.site.id, key, verdict);
  });

/**
 * The submission that an earlier request with the same key has stored.
 * @throws AppError SUBMISSION_NOT_FOUND if it has been deleted
 */
async function findEarlier(ctx: SiteCtx, key: IdempotencyKey | null): Promise<WireSubmission | null> {
  const submissionId = key && (await findStoredId(ctx.db, ctx.site.id, key));
  if (!submissionId) return null;
  const row = await findAsSent(ctx.db, ctx.site.id, submissionId);
  if (!row) throw new AppError('SUBMISSION_NOT_FOUND', { submissionId });
  return shown(ctx, row);
}
