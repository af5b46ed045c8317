/** Calls that move forms to the trash and back, and delete them permanently. */
import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { violation } from '@portico/domain';
import { violatesConstraint } from '../../db/errors.ts';
import { transaction } from '../../db/index.ts';
import { emit } from '../../events/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { isGuid } from '../../kernel/ids.ts';
import { audit } from '../../sites/index.ts';
import { runBulk } from '../bulk.ts';
import { requireNoViolations } from '../forms/assert-storable.ts';
import { withFormChange } from '../forms/form-cache.ts';
import { findFreeName } from '../forms/free-name.ts';
import { loadForm } from '../forms/load-form.ts';
import { requireFormQuota } from '../forms/save-form.ts';
import {
  countForms,
  deleteForm as deleteStored,
  findDeletedForm,
  lockNewForms,
  moveFormToTrash,
  restoreForm as restoreStored,
} from '../forms/store.ts';
import { type FormRow, toWire } from '../forms/wire.ts';
import { requireFormsManager } from '../permissions.ts';
import { isOfForm } from '../records/filter-store.ts';
import { deleteMatching } from '../records/trash-store.ts';
import { deleteReportsInBatches } from '../spam/delete-reports.ts';
import { finishRemoval } from '../submissions/finish-removal.ts';

type Endpoints = typeof formsEndpoints;

/** Moves the form to the trash. With `permanent`, deletes it and its submissions at once. */
export async function deleteForm(
  ctx: SiteCtx,
  { query }: Pick<Input<Endpoints['deleteForm']>, 'query'>,
): Promise<Output<Endpoints['deleteForm']>> {
  requireFormsManager(ctx.caller);
  const row = await loadForm(ctx, query.formId);
  if (query.permanent) {
    await deletePermanently(ctx, row);
    return {};
  }
  await withFormChange(ctx, row.id, async (ctx) => {
    await requireTrashQuota(ctx);
    const moved = await moveFormToTrash(ctx.db, ctx.site.id, row.id, ctx.now);
    if (!moved) throw new AppError('FORM_NOT_FOUND', { formId: row.id });
    await recordDeletion(ctx, row);
  });
  return {};
}

/** Deletes several forms, each in its own transaction (forms contract section 3). */
export async function bulkDeleteForms(
  ctx: SiteCtx,
  { body }: Input<Endpoints['bulkDeleteForms']>,
): Promise<Output<Endpoints['bulkDeleteForms']>> {
  requireFormsManager(ctx.caller);
  const permanent = body.permanent ?? false;
  return runBulk(
    body.formIds,
    (id) => id,
    async (formId) => {
      await deleteForm(ctx, { query: { formId, permanent } });
      return undefined;
    },
  );
}

/**
 * Rejects the deletion of another form if the trash is full. To make space, the oldest form in the trash would have to
 * be deleted with all of its submissions, which only the owner may decide.
 * @throws ViolationError NAMESPACE_DELETED_FORMS_COUNT_EXCEEDED
 */
async function requireTrashQuota(ctx: SiteCtx): Promise<void> {
  const { maxDeletedForms } = ctx.site.settings.forms.limits;
  await lockNewForms(ctx.db, ctx.site.id);
  const { deleted } = await countForms(ctx.db, ctx.site.id, null);
  if (deleted < maxDeletedForms) return;
  const description = `cannot be deleted: the trash contains ${deleted} forms and may contain at most ${maxDeletedForms}`;
  requireNoViolations([
    violation('form', description, 'NAMESPACE_DELETED_FORMS_COUNT_EXCEEDED', { limit: maxDeletedForms }),
  ]);
}

/** Moves the form from the trash back to the site, with a numbered name if another form has taken its name. */
export async function restoreForm(
  ctx: SiteCtx,
  { query }: Input<Endpoints['restoreForm']>,
): Promise<Output<Endpoints['restoreForm']>> {
  requireFormsManager(ctx.caller);
  const storedForm = await loadDeletedForm(ctx, query.formId);
  return transaction(ctx, async (ctx) => {
    await requireFormQuota(ctx);
    const name = await findFreeName(ctx, storedForm.namespace, storedForm.name);
    const row = await restoreStored(ctx.db, ctx.site.id, storedForm.id, name, ctx.now).catch((error: unknown) => {
      if (violatesConstraint(error, 'forms_name_key')) throw new AppError('CONFLICT', {}, error);
      throw error;
    });
    if (!row) throw new AppError('FORM_NOT_FOUND', { formId: storedForm.id });
    const form = toWire(row);
    await audit(ctx, { siteId: ctx.site.id, action: 'forms.forms.restore', target: form.id, after: form });
    return { form };
  });
}

export async function getDeletedForm(
  ctx: SiteCtx,
  { query }: Input<Endpoints['getDeletedForm']>,
): Promise<Output<Endpoints['getDeletedForm']>> {
  requireFormsManager(ctx.caller);
  return { form: toWire(await loadDeletedForm(ctx, query.formId)) };
}

export async function removeDeletedForm(
  ctx: SiteCtx,
  { query }: Input<Endpoints['removeDeletedForm']>,
): Promise<Output<Endpoints['removeDeletedForm']>> {
  requireFormsManager(ctx.caller);
  await deletePermanently(ctx, await loadDeletedForm(ctx, query.formId));
  return {};
}

async function loadDeletedForm(ctx: SiteCtx, formId: string): Promise<FormRow> {
  const row = isGuid(formId) ? await findDeletedForm(ctx.db, ctx.site.id, formId) : undefined;
  if (!row) throw new AppError('FORM_NOT_FOUND', { formId });
  return row;
}

const BATCH = 500;

/**
 * Deletes a form with its submissions and spam reports. The submissions and reports are deleted first, in batches that
 * keep each statement within its timeout. After a crash, another call completes the deletion.
 */
export async function deletePermanently(ctx: SiteCtx, row: FormRow): Promise<void> {
  while ((await transaction(ctx, (ctx) => deleteBatch(ctx, row.id))) === BATCH);
  await deleteReportsInBatches(ctx, isOfForm(row.id));
  await withFormChange(ctx, row.id, async (ctx) => {
    await deleteBatch(ctx, row.id);
    const deleted = await deleteStored(ctx.db, ctx.site.id, row.id);
    if (!deleted) throw new AppError('FORM_NOT_FOUND', { formId: row.id });
    await recordDeletion(ctx, row);
  });
}

/** Deletes a batch of the form's submissions with their files and returns their number. */
async function deleteBatch(ctx: SiteCtx, formId: string): Promise<number> {
  const rows = await deleteMatching(ctx.db, ctx.site.id, isOfForm(formId), BATCH);
  await finishRemoval(ctx, rows);
  return rows.length;
}

async function recordDeletion(ctx: SiteCtx, row: FormRow): Promise<void> {
  const deletedEntity = toWire(row);
  await audit(ctx, { siteId: ctx.site.id, action: 'forms.forms.delete', target: row.id, before: deletedEntity });
  await emit(ctx, { type: 'wix.forms.v4.form_deleted', entityId: row.id, payload: { deletedEntity } });
}
