/** Finds a form by its id, as it is stored or with its nested forms. */
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { isGuid } from '../../kernel/ids.ts';
import { findCachedForm } from './form-cache.ts';
import { loadDocument } from './nested-forms.ts';
import { findDeletedForm, findForm } from './store.ts';
import type { FormRow } from './wire.ts';

/**
 * Returns the form as it is stored, from the database.
 * @throws AppError FORM_NOT_FOUND, also if the id is not a GUID or the form is in the trash
 */
export async function loadForm(ctx: SiteCtx, formId: string): Promise<FormRow> {
  const row = isGuid(formId) ? await findForm(ctx.db, ctx.site.id, formId) : undefined;
  return row ?? throwNotFound(formId);
}

/**
 * Returns the form with its nested forms, as needed to check, map and show its submissions. The document comes
 * from the cache, so it is shared and frozen. It must not be stored, because nested forms have their own rows.
 * @throws AppError FORM_NOT_FOUND, also if the id is not a GUID or the form is in the trash
 */
export async function loadFormWithNested(ctx: SiteCtx, formId: string): Promise<FormRow> {
  return (await findFormWithNested(ctx, formId)) ?? throwNotFound(formId);
}

/**
 * Like `loadFormWithNested`, but returns undefined if the site has no such form.
 * @param options.includesTrash true to find forms in the trash, too
 */
export async function findFormWithNested(
  ctx: SiteCtx,
  formId: string,
  { includesTrash = false }: { readonly includesTrash?: boolean } = {},
): Promise<FormRow | undefined> {
  if (!isGuid(formId)) return undefined;
  const row =
    (await findCachedForm(ctx, formId)) ??
    (includesTrash ? await findDeletedForm(ctx.db, ctx.site.id, formId) : undefined);
  return row && { ...row, document: await loadDocument(ctx, row) };
}

function throwNotFound(formId: string): never {
  throw new AppError('FORM_NOT_FOUND', { formId });
}
