/** The exports of the forms slice. */
import type { FormInput } from '@portico/contract/forms/form';
import type { Static } from 'typebox';
import type { SiteCtx } from '../kernel/ctx.ts';
import { createForm as create } from './forms/save-form.ts';
import type { WireForm } from './forms/wire.ts';

export { exportSubmissions } from './export-submissions.ts';
export { forgetSubmitter } from './forget-submitter.ts';
export { forgetContact } from './mapping/upsert-contact.ts';
export { notifyOfDeferred, notifyOfSubmissions } from './notify/notify-owner.ts';
export { sweepForms } from './retention/sweep-sites.ts';
export { sweepSpam } from './retention/sweep-spam.ts';
export { continueIndexing, INDEXING_DUE, indexNewSubmissions } from './search/ensure-indexed.ts';
export { mayReadSubmissionFiles } from './submissions/file-rights.ts';
export { continueTagging, TAGGING_DUE } from './submissions/tag-by-filter.ts';

/**
 * Creates a form like the wire's call: with the permissions of the context's caller, all checks, and a numbered name.
 * @throws ViolationError with every violation of the rules for forms
 */
export async function createForm(ctx: SiteCtx, form: Static<typeof FormInput>): Promise<WireForm> {
  return (await create(ctx, { body: { form } })).form;
}
