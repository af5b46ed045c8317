import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { transaction } from '../../db/index.ts';
import type { RequestInfo } from '../../http/bind.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import { loadFormWithNested } from '../forms/load-form.ts';
import { requireAllowedOrigin } from '../forms/require-allowed-origin.ts';
import { requireSubmitter, submitterOf } from '../permissions.ts';
import { checkValues } from '../records/check-values.ts';
import type { WireSubmission } from '../records/wire.ts';
import { classify } from '../spam/classify.ts';
import { signalsOf } from '../spam/signals.ts';
import { findSubmissionOrReport } from '../spam/store.ts';
import { claimKey, findStoredId, type IdempotencyKey, readKey, releaseKey } from './idempotency.ts';
import { markClassified, settleKey, updateVerdict } from './idempotency-key-store.ts';
import { isFull } from './is-full.ts';
import { passCaptcha } from './pass-captcha.ts';
import { toVisibleWire } from './readable-rows.ts';
import { type AcceptedSubmission, storeSubmission, storeWithoutKey } from './store-submission.ts';

type Endpoint = (typeof formsEndpoints)['createSubmission'];
type Body = Input<Endpoint>['body'];
type ValidatedSubmission = Omit<AcceptedSubmission, 'id' | 'verdict'>;

/**
 * Submits a form for the caller. The code that checks the values is in domain/, because it also runs in the browser. A
 * submission that is classified as spam is stored as a report and gets the same response as any other.
 * @throws ViolationError with all violations of the values
 */
export async function createSubmission(
  ctx: SiteCtx,
  { body }: Pick<Input<Endpoint>, 'body'>,
  request?: RequestInfo,
): Promise<Output<Endpoint>> {
  requireSubmitter(ctx.caller);
  const submitter = submitterOf(ctx.caller, ctx.paired);
  const form = await loadFormWithNested(ctx, body.submission.formId);
  requireAllowedOrigin(ctx, form, request);
  const key = readKey(request, form.id, submitter, body.submission);
  const earlierSubmission = await findEarlierSubmission(ctx, key);
  if (earlierSubmission) return { submission: earlierSubmission };
  let values: Record<string, unknown>;
  try {
    const hasReachedLimit = await isFull(ctx, form, submitter);
    values = checkValues(ctx, form, body.submission.submissions ?? {}, { isFull: hasReachedLimit });
  } catch (error) {
    // A parallel request with the same key may have stored the submission, which may be why the form is full now.
    const stored = await findEarlierSubmission(ctx, key);
    if (stored) return { submission: stored };
    throw error;
  }
  const validated = { form, submitter, values, input: body.submission };
  return { submission: key ? await createOnce(ctx, key, validated, body) : await create(ctx, validated, body) };
}

/**
 * Verifies the captcha after the values, because a token is valid only once, and the visitor may have to correct
 * rejected values and send them again.
 */
async function create(ctx: SiteCtx, validated: ValidatedSubmission, body: Body): Promise<WireSubmission> {
  await passCaptcha(ctx, validated.form, body.captchaToken ?? undefined);
  const verdict = await classify(ctx, { ...validated, signals: signalsOf(body.additionalMetadata) });
  return storeWithoutKey(ctx, { ...validated, id: newId(), verdict });
}

/**
 * Classifies and stores at most one submission per idempotency key, even with concurrent requests and retries. It uses
 * two transactions, because many submitters share the rate windows, which should be locked only while they are counted.
 * If storing fails, a retry with the same key reuses the verdict.
 */
async function createOnce(
  ctx: SiteCtx,
  key: IdempotencyKey,
  validated: ValidatedSubmission,
  body: Body,
): Promise<WireSubmission> {
  const claim = await claimKey(ctx, key);
  if (claim) {
    try {
      await passCaptcha(ctx, validated.form, body.captchaToken ?? undefined);
      await classifyClaimed(ctx, key, claim, validated, body);
    } catch (error) {
      await releaseKey(ctx, key, claim);
      throw error;
    }
  }
  return transaction(ctx, async (ctx) => {
    const classification = await settleKey(ctx.db, ctx.site.id, key);
    if (classification) return storeSubmission(ctx, { ...validated, ...classification });
    const stored = await findEarlierSubmission(ctx, key);
    // The key was claimed by a request with other values, which has not stored a submission yet.
    if (!stored) throw new AppError('CONFLICT');
    return stored;
  });
}

/**
 * Counts the request in the rate windows and records its verdict in one transaction, so that no request with the key is
 * counted twice.
 */
const classifyClaimed = (
  ctx: SiteCtx,
  key: IdempotencyKey,
  claim: string,
  validated: ValidatedSubmission,
  body: Body,
): Promise<void> =>
  transaction(ctx, async (ctx) => {
    if (!(await markClassified(ctx.db, ctx.site.id, key, claim))) throw new AppError('CONFLICT');
    const verdict = await classify(ctx, { ...validated, signals: signalsOf(body.additionalMetadata) });
    if (verdict) await updateVerdict(ctx.db, ctx.site.id, key, verdict);
  });

/**
 * Returns the submission that an earlier request with the same key has stored.
 * @throws AppError SUBMISSION_NOT_FOUND if it has been deleted
 */
async function findEarlierSubmission(ctx: SiteCtx, key: IdempotencyKey | null): Promise<WireSubmission | null> {
  const submissionId = key && (await findStoredId(ctx.db, ctx.site.id, key));
  if (!submissionId) return null;
  const row = await findSubmissionOrReport(ctx.db, ctx.site.id, submissionId);
  if (!row) throw new AppError('SUBMISSION_NOT_FOUND', { submissionId });
  return toVisibleWire(ctx, row);
}
