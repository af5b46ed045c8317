import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { FORM_CLOSED, paymentTotals } from '@portico/domain';
import { transaction } from '../../db/index.ts';
import { emitWith, isHeard } from '../../events/index.ts';
import type { RequestInfo } from '../../http/bind.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import { policyOf } from '../forms/document.ts';
import { loadWholeForm } from '../forms/load-form.ts';
import { lockForm } from '../forms/store.ts';
import type { FormRow } from '../forms/wire.ts';
import { mapContact } from '../mapping/map-contact.ts';
import { readContact } from '../mapping/read-contact.ts';
import { requireSubmitter, type Submitter, setsSubmissionState, submitterOf } from '../permissions.ts';
import { checkedValues } from '../records/check-values.ts';
import { claimAnswers } from '../records/claim-answers.ts';
import { fileFields } from '../records/file-fields.ts';
import { invalidSubmission } from '../records/invalid-submission.ts';
import { insertSubmission, type NewSubmission } from '../records/store.ts';
import { toWire, type WireSubmission } from '../records/wire.ts';
import { judge } from '../spam/judge.ts';
import { signalsOf } from '../spam/signals.ts';
import { findAsSent, type Verdict } from '../spam/store.ts';
import { storeSpam } from '../spam/store-spam.ts';
import { firstSent, once, sentKey } from './idempotency.ts';
import { isFull } from './is-full.ts';
import { newRow } from './new-row.ts';
import { newOrder } from './orders.ts';
import { captchaToPass } from './pass-captcha.ts';
import { shown } from './readable-rows.ts';
import { firstStatus } from './transitions.ts';

type Endpoint = (typeof formsEndpoints)['createSubmission'];
type Sent = Input<Endpoint>['body']['submission'];

/**
 * Submits a form. The values are checked by the engine that the browser runs too; the submitter is the caller; the
 * submission and its event are stored together. What is judged spam becomes a report, and is answered like any
 * other.
 * @throws ViolationError with every violation at once
 */
export async function createSubmission(
  ctx: SiteCtx,
  { body }: Pick<Input<Endpoint>, 'body'>,
  request?: RequestInfo,
): Promise<Output<Endpoint>> {
  requireSubmitter(ctx.caller);
  const submitter = submitterOf(ctx.caller, ctx.paired);
  const form = await loadWholeForm(ctx, body.submission.formId);
  const key = sentKey(request, form.id, submitter, body.submission);
  const sent = key && (await firstSent(ctx.db, ctx.site.id, key));
  if (sent) return { submission: await answered(ctx, sent) };
  let values: Record<string, unknown>;
  try {
    const closed = await isFull(ctx, form, submitter);
    values = checkedValues(ctx, form, body.submission.submissions ?? {}, { closed });
  } catch (error) {
    // The first of the same requests may have been stored since, and have taken the last place itself.
    const first = key && (await firstSent(ctx.db, ctx.site.id, key));
    if (first) return { submission: await answered(ctx, first) };
    throw error;
  }
  // Only now: a token counts once, and values that are refused come again.
  const passCaptcha = captchaToPass(ctx, form, body.captchaToken ?? undefined);
  const signals = signalsOf(body.additionalMetadata);
  const judged = (ctx: SiteCtx) => judge(ctx, { form, values, signals });
  const stored = (ctx: SiteCtx, how: Pick<Accepted, 'id' | 'verdict'>) =>
    store(ctx, { ...how, form, submitter, values, sent: body.submission });
  if (key) {
    const work = { passCaptcha, judge: judged, store: stored, answer: answered };
    return { submission: await once(ctx, key, work) };
  }
  await passCaptcha?.();
  const how = { id: newId(), verdict: await judged(ctx) };
  const isPlain = await isOneStatement(ctx, form, values);
  return { submission: await (isPlain ? stored(ctx, how) : transaction(ctx, (ctx) => stored(ctx, how))) };
}

/** @throws AppError SUBMISSION_NOT_FOUND where the owner has deleted it since */
async function answered(ctx: SiteCtx, submissionId: string): Promise<WireSubmission> {
  const { db, site } = ctx;
  const row = await findAsSent(db, site.id, submissionId);
  if (!row) throw new AppError('SUBMISSION_NOT_FOUND', { submissionId });
  return shown(ctx, row);
}

interface Accepted {
  readonly id: string;
  readonly form: FormRow;
  readonly submitter: Submitter;
  readonly values: Readonly<Record<string, unknown>>;
  readonly sent: Sent;
  readonly verdict: Verdict | null;
}

async function store(ctx: SiteCtx, accepted: Accepted): Promise<WireSubmission> {
  const { id, form, submitter, values, verdict } = accepted;
  await keepLimit(ctx, form, submitter);
  const answers = await claimAnswers(ctx, { form, submissionId: id, values });
  const submission = await newSubmission(ctx, accepted, answers);
  if (verdict) return storeSpam(ctx, submission, verdict);
  const payload = { entity: toWire(newRow(submission, ctx.now)) };
  const event = { type: 'wix.forms.v4.submission_created', entityId: id, payload } as const;
  const row = await emitWith(ctx, event, (telling) =>
    insertSubmission(ctx.db, ctx.site.id, submission, ctx.now, telling),
  );
  const mapped = await mapContact(ctx, { form, row });
  return shown(ctx, { ...row, contact_id: mapped?.contactId ?? null });
}

/**
 * Whether nothing but the submission and its event is stored: then the one statement is the transaction, and the many
 * plain forms do without its begin and commit.
 */
async function isOneStatement(ctx: SiteCtx, { document }: FormRow, values: Accepted['values']): Promise<boolean> {
  const { limitationRule, formFields, deletedFormFields } = document;
  const takesFiles = fileFields({ ...document, formFields: [...formFields, ...deletedFormFields] }).length > 0;
  if (limitationRule || takesFiles || paymentTotals(document, values).isPayable) return false;
  if (readContact(document, values)) return false;
  return !(await isHeard(ctx, 'wix.forms.v4.submission_submission_contact_mapping_skipped'));
}

/** Submissions of a form with a limit come one after another, and are counted anew when it is their turn. */
async function keepLimit(ctx: SiteCtx, form: FormRow, submitter: Submitter): Promise<void> {
  if (!form.document.limitationRule) return;
  const held = await lockForm(ctx.db, ctx.site.id, form.id);
  if (!held) throw new AppError('FORM_NOT_FOUND', { formId: form.id });
  if (await isFull(ctx, held, submitter)) throw invalidSubmission([FORM_CLOSED]);
}

/** With the status that it starts with: of what the body says about it, only staff is heard. */
async function newSubmission(
  ctx: SiteCtx,
  { id, form, submitter, sent }: Accepted,
  answers: Record<string, unknown>,
): Promise<NewSubmission> {
  const trusted = setsSubmissionState(ctx.caller);
  const order = await newOrder(ctx, form.document, answers);
  const asked = trusted && sent.status === 'PENDING';
  const startsPending = asked || policyOf(form.document).startsPending === true;
  return {
    id,
    formId: form.id,
    namespace: form.namespace,
    status: firstStatus({ toPay: order !== null, startsPending }),
    submitter,
    answers,
    extendedFields: trusted ? sent.extendedFields : undefined,
    tags: trusted ? sent.tags : undefined,
    appointmentDetails: trusted ? sent.appointmentDetails : undefined,
    orderDetails: order ?? undefined,
  };
}
