/** A form by its id, as it is stored and as submissions look at it. */
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { isGuid } from '../../kernel/ids.ts';
import { findKeptForm } from './form-cache.ts';
import { wholeDocument } from './nested-forms.ts';
import { findDeletedForm, findForm } from './store.ts';
import type { FormRow } from './wire.ts';

/**
 * The form as it is stored, from the database.
 * @throws AppError FORM_NOT_FOUND, also for what cannot be an id and for forms in the trash
 */
export async function loadForm(ctx: SiteCtx, formId: string): Promise<FormRow> {
  const row = isGuid(formId) ? await findForm(ctx.db, ctx.site.id, formId) : undefined;
  return row ?? notFound(formId);
}

/**
 * The form as submissions are checked against it, mapped and shown: with the forms that fill in its fields. From memory,
 * so shared; never to be stored so.
 * @throws AppError FORM_NOT_FOUND, also for what cannot be an id and for forms in the trash
 */
export async function loadWholeForm(ctx: SiteCtx, formId: string): Promise<FormRow> {
  return (await findWholeForm(ctx, formId)) ?? notFound(formId);
}

/** As `loadWholeForm`; undefined where the site has none. `trashed` finds it in the trash, too. */
export async function findWholeForm(
  ctx: SiteCtx,
  formId: string,
  { trashed = false }: { readonly trashed?: boolean } = {},
): Promise<FormRow | undefined> {
  if (!isGuid(formId)) return undefined;
  const row =
    (await findKeptForm(ctx, formId)) ?? (trashed ? await findDeletedForm(ctx.db, ctx.site.id, formId) : undefined);
  return row && { ...row, document: await wholeDocument(ctx, row) };
}

function notFound(formId: string): never {
  throw new AppError('FORM_NOT_FOUND', { formId });
}
