import type { Input } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { computeTotals, FORM_CLOSED } from '@portico/domain';
import { transaction } from '../../db/index.ts';
import { emitWith, hasSubscribers } from '../../events/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { policyOf } from '../forms/document.ts';
import { lockForm } from '../forms/store.ts';
import type { FormRow } from '../forms/wire.ts';
import { mapContact } from '../mapping/map-contact.ts';
import { readContact } from '../mapping/read-contact.ts';
import { mayManageSubmissions, type Submitter } from '../permissions.ts';
import { claimAnswerFiles } from '../records/claim-answer-files.ts';
import { listFileFields } from '../records/file-fields.ts';
import { invalidSubmissionError } from '../records/invalid-submission.ts';
import { insertSubmission, type NewSubmission } from '../records/store.ts';
import { toWire, type WireSubmission } from '../records/wire.ts';
import type { Verdict } from '../spam/store.ts';
import { storeSpam } from '../spam/store-spam.ts';
import { isFull } from './is-full.ts';
import { newRow } from './new-row.ts';
import { createOrder } from './orders.ts';
import { toVisibleWire } from './readable-rows.ts';
import { initialStatus } from './transitions.ts';

export interface AcceptedSubmission {
  readonly id: string;
  /** The form with its nested forms (`loadFormWithNested`). */
  readonly form: FormRow;
  readonly submitter: Submitter;
  /** The values that `checkValues` returned. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly input: Input<(typeof formsEndpoints)['createSubmission']>['body']['submission'];
  /** Null unless the submission is spam. */
  readonly verdict: Verdict | null;
}

/** Stores a submission without an idempotency key: in one statement if that is enough, else in a transaction. */
export async function storeWithoutKey(ctx: SiteCtx, accepted: AcceptedSubmission): Promise<WireSubmission> {
  if (await needsOneStatement(ctx, accepted)) return storeSubmission(ctx, accepted);
  return transaction(ctx, (ctx) => storeSubmission(ctx, accepted));
}

/**
 * Stores the submission with its files, order, event and contact in the transaction of `ctx`. A submission with a
 * verdict becomes a spam report instead.
 */
export async function storeSubmission(ctx: SiteCtx, accepted: AcceptedSubmission): Promise<WireSubmission> {
  const { id, form, submitter, values, verdict } = accepted;
  await enforceLimit(ctx, form, submitter);
  const answers = await claimAnswerFiles(ctx, { form, submissionId: id, values });
  const submission = await newSubmission(ctx, accepted, answers);
  if (verdict) return storeSpam(ctx, submission, verdict);
  const payload = { entity: toWire(newRow(submission, ctx.now)) };
  const event = { type: 'wix.forms.v4.submission_created', entityId: id, payload } as const;
  const row = await emitWith(ctx, event, (insertEvent) =>
    insertSubmission(ctx.db, ctx.site.id, submission, ctx.now, insertEvent),
  );
  const mapped = await mapContact(ctx, { form, row });
  return toVisibleWire(ctx, { ...row, contact_id: mapped?.contactId ?? null });
}

/**
 * Returns true if only the submission and its event are stored, which takes one statement. The most common forms thus
 * save the round trips of BEGIN and COMMIT.
 */
async function needsOneStatement(ctx: SiteCtx, { form, values }: AcceptedSubmission): Promise<boolean> {
  const { limitationRule, formFields, deletedFormFields } = form.document;
  const takesFiles = listFileFields({ ...form.document, formFields: [...formFields, ...deletedFormFields] }).length > 0;
  if (limitationRule || takesFiles || computeTotals(form.document, values).isPayable) return false;
  if (readContact(form.document, values)) return false;
  return !(await hasSubscribers(ctx, 'wix.forms.v4.submission_submission_contact_mapping_skipped'));
}

/** Locks a form that has a limit and counts again, so that parallel submissions cannot exceed it. */
async function enforceLimit(ctx: SiteCtx, form: FormRow, submitter: Submitter): Promise<void> {
  if (!form.document.limitationRule) return;
  const locked = await lockForm(ctx.db, ctx.site.id, form.id);
  if (!locked) throw new AppError('FORM_NOT_FOUND', { formId: form.id });
  if (await isFull(ctx, locked, submitter)) throw invalidSubmissionError([FORM_CLOSED]);
}

/** Uses the initial status, tags and extended fields of the input only if the caller manages submissions. */
async function newSubmission(
  ctx: SiteCtx,
  { id, form, submitter, input }: AcceptedSubmission,
  answers: Record<string, unknown>,
): Promise<NewSubmission> {
  const isTrusted = mayManageSubmissions(ctx.caller);
  const order = await createOrder(ctx, form.document, answers);
  const requestsPending = isTrusted && input.status === 'PENDING';
  const startsPending = requestsPending || policyOf(form.document).startsPending === true;
  return {
    id,
    formId: form.id,
    namespace: form.namespace,
    status: initialStatus({ hasOrder: order !== null, startsPending }),
    submitter,
    answers,
    extendedFields: isTrusted ? input.extendedFields : undefined,
    tags: isTrusted ? input.tags : undefined,
    appointmentDetails: isTrusted ? input.appointmentDetails : undefined,
    orderDetails: order ?? undefined,
  };
}
