/** Calls that turn spam reports back into submissions (forms contract section 10). */
import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { transaction } from '../../db/index.ts';
import { emit } from '../../events/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { isGuid } from '../../kernel/ids.ts';
import { runBulk } from '../bulk.ts';
import { findFormWithNested } from '../forms/load-form.ts';
import { mapContact } from '../mapping/map-contact.ts';
import { requireSubmissionsManager } from '../permissions.ts';
import { toWire, type WireSubmission } from '../records/wire.ts';
import { moveToSubmissions } from './store.ts';

type Endpoints = typeof formsEndpoints;

/** Restores the submission with its id. Emits the creation event unless it was emitted before the report. */
export async function reportNotSpamSubmission(
  ctx: SiteCtx,
  { query }: Pick<Input<Endpoints['reportNotSpamSubmission']>, 'query'>,
): Promise<Output<Endpoints['reportNotSpamSubmission']>> {
  requireSubmissionsManager(ctx.caller);
  return { submission: await restore(ctx, query.formSpamSubmissionReportId, null) };
}

/** Restores several submissions of one form. Reports of other forms are not found. */
export async function bulkReportNotSpam(
  ctx: SiteCtx,
  { body }: Input<Endpoints['bulkReportNotSpam']>,
): Promise<Output<Endpoints['bulkReportNotSpam']>> {
  requireSubmissionsManager(ctx.caller);
  const ids = body.formSpamSubmissionReportIds;
  const { results, bulkActionMetadata } = await runBulk(
    ids,
    (id) => id,
    async (id) => {
      const item = await restore(ctx, id, body.formId);
      return body.returnEntity ? { item } : undefined;
    },
  );
  const resultsWithIds = results.map((result, index) => ({
    ...result,
    formSpamSubmissionReportId: ids[index] as string,
  }));
  return { results: resultsWithIds, bulkActionMetadata };
}

/** @param formId null accepts reports of any form */
function restore(ctx: SiteCtx, id: string, formId: string | null): Promise<WireSubmission> {
  return transaction(ctx, async (ctx) => {
    const isId = isGuid(id) && (formId === null || isGuid(formId));
    const row = isId ? await moveToSubmissions(ctx.db, ctx.site.id, { id, formId, now: ctx.now }) : undefined;
    if (!row) throw new AppError('SPAM_REPORT_NOT_FOUND', { reportId: id });
    if (row.announced) return toWire(row);
    const form = await findFormWithNested(ctx, row.form_id);
    const mapped = form && (await mapContact(ctx, { form, row }));
    const submission = toWire(mapped ? { ...row, contact_id: mapped.contactId } : row);
    await emit(ctx, { type: 'wix.forms.v4.submission_created', entityId: id, payload: { entity: submission } });
    return submission;
  });
}
