import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { isGuid } from '../../kernel/ids.ts';
import { findKeptForm } from './form-cache.ts';
import { wholeDocument } from './nested-forms.ts';
import type { FormRow } from './wire.ts';

/**
 * The form as submissions are checked against it: with the forms that fill in its fields. Never to be stored so.
 * @throws AppError FORM_NOT_FOUND, also for what cannot be an id and for forms in the trash
 */
export async function loadWholeForm(ctx: SiteCtx, formId: string): Promise<FormRow> {
  const row = isGuid(formId) ? await findKeptForm(ctx, formId) : undefined;
  if (!row) throw new AppError('FORM_NOT_FOUND', { formId });
  return { ...row, document: await wholeDocument(ctx, row) };
}
