/** What others may use of the forms slice. */
import type { FormInput } from '@portico/contract/forms/form';
import type { Static } from 'typebox';
import type { SiteCtx } from '../kernel/ctx.ts';
import { createForm as create } from './forms/save-form.ts';
import type { WireForm } from './forms/wire.ts';

export { exportSubmissions } from './export-submissions.ts';
export { forgetSubmitter } from './forget-submitter.ts';
export { forgetContact } from './mapping/upsert-contact.ts';
export { tellOfMore, tellOfSubmissions } from './notify/tell-owner.ts';
export { sweepForms } from './retention/sweep-sites.ts';
export { sweepSpam } from './retention/sweep-spam.ts';
export { continueIndexing, INDEXING_DUE } from './search/ensure-indexed.ts';
export { mayReadSubmissionFiles } from './submissions/file-rights.ts';
export { continueTagging, TAGGING_DUE } from './submissions/tag-by-filter.ts';

/**
 * Makes a form, as the wire's call does: rights of the context's caller, form-save checks, numbered name.
 * @throws ViolationError naming everything that keeps it from being stored
 */
export async function createForm(ctx: SiteCtx, form: Static<typeof FormInput>): Promise<WireForm> {
  return (await create(ctx, { body: { form } })).form;
}
