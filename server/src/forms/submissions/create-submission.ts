import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { checkSubmission } from '@portico/domain';
import { verifyCaptcha } from '../../captcha/index.ts';
import { transaction } from '../../db/index.ts';
import { emit } from '../../events/index.ts';
import type { RequestInfo } from '../../http/bind.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import { checkOptions } from '../engine.ts';
import { policyOf } from '../forms/document.ts';
import { loadForm } from '../forms/read-forms.ts';
import { lockForm } from '../forms/store.ts';
import type { FormRow } from '../forms/wire.ts';
import { requireSubmitter, type Submitter, setsSubmissionState, submitterOf } from '../permissions.ts';
import { claimAnswers } from './claim-answers.ts';
import { firstSent, type SentKey, sentKey, takeKey } from './idempotency.ts';
import { invalidSubmission } from './invalid-submission.ts';
import { isFull } from './is-full.ts';
import { loadSubmission } from './read-submissions.ts';
import { insertSubmission } from './store.ts';
import { firstStatus } from './transitions.ts';
import { toWire, type WireSubmission } from './wire.ts';

type Endpoint = (typeof formsEndpoints)['createSubmission'];
type Sent = Input<Endpoint>['body'];

/**
 * Submits a form. The values are checked by the engine that the browser runs too; the submitter is the caller; the
 * submission and its event are stored in one transaction, and what is answered is what was stored.
 * @throws ViolationError with every violation at once
 */
export async function createSubmission(
  ctx: SiteCtx,
  { body }: Pick<Input<Endpoint>, 'body'>,
  request?: RequestInfo,
): Promise<Output<Endpoint>> {
  requireSubmitter(ctx.caller);
  const submitter = submitterOf(ctx.caller, ctx.paired);
  const form = await loadForm(ctx, body.submission.formId);
  const key = sentKey(request, form.id, submitter, body.submission);
  const sent = key && (await firstSent(ctx.db, ctx.site.id, key));
  if (sent) return { submission: toWire(await loadSubmission(ctx, sent)) };
  await passCaptcha(ctx, form, body.captchaToken ?? undefined);

  return transaction(ctx, async (ctx) => {
    const id = newId();
    if (key && !(await takeKey(ctx.db, ctx.site.id, key, id, ctx.now))) return again(ctx, key);
    const submission = await store(ctx, { id, form, submitter, sent: body });
    await emit(ctx, { type: 'wix.forms.v4.submission_created', entityId: id, payload: { entity: submission } });
    return { submission };
  });
}

/** Somebody was quicker with the same key, and has ended by now: this one waited for it. */
async function again(ctx: SiteCtx, key: SentKey): Promise<Output<Endpoint>> {
  const id = await firstSent(ctx.db, ctx.site.id, key);
  if (id === null) throw new AppError('CONFLICT');
  return { submission: toWire(await loadSubmission(ctx, id)) };
}

/**
 * Robots have to solve the site's captcha where the form's owner wants it. The site's own people and apps do not. A
 * token is checked where captchas are in use at all: a plain client sends none.
 */
async function passCaptcha(ctx: SiteCtx, form: FormRow, token: string | undefined): Promise<void> {
  const required = policyOf(form.document).captchaRequired === true && !setsSubmissionState(ctx.caller);
  const given = token !== undefined && ctx.site.settings.signIn.captcha.mode !== 'OFF';
  if (!required && !given) return;
  await verifyCaptcha(ctx, token).catch((error: unknown) => {
    throw error instanceof AppError ? new AppError('INVALID_CAPTCHA', {}, error) : error;
  });
}

async function store(
  ctx: SiteCtx,
  { id, form, submitter, sent }: { id: string; form: FormRow; submitter: Submitter; sent: Sent },
): Promise<WireSubmission> {
  const { submission } = sent;
  const trusted = setsSubmissionState(ctx.caller);
  // Submissions of a form with a limit come one after another.
  if (form.document.limitationRule && !(await lockForm(ctx.db, ctx.site.id, form.id))) {
    throw new AppError('FORM_NOT_FOUND', { formId: form.id });
  }
  const closed = await isFull(ctx, form, submitter);
  const schema = { ...form.document, enabled: form.enabled };
  const { values, errors } = checkSubmission(schema, submission.submissions ?? {}, {
    ...checkOptions(ctx.now),
    closed,
  });
  if (errors.length > 0) throw invalidSubmission(errors);

  const startsPending = (trusted && submission.status === 'PENDING') || policyOf(form.document).startsPending === true;
  const row = await insertSubmission(
    ctx.db,
    ctx.site.id,
    {
      id,
      formId: form.id,
      namespace: form.namespace,
      status: firstStatus({ toPay: false, startsPending }),
      submitter,
      answers: await claimAnswers(ctx, { form, submissionId: id, values }),
      extendedFields: trusted ? submission.extendedFields : undefined,
      tags: trusted ? submission.tags : undefined,
      appointmentDetails: trusted ? submission.appointmentDetails : undefined,
    },
    ctx.now,
  );
  return toWire(row);
}
