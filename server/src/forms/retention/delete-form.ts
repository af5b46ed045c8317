/** Forms into the trash, out of it, and away for good. */
import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { violation } from '@portico/domain';
import { sql } from 'kysely';
import { isConstraint } from '../../db/errors.ts';
import { transaction } from '../../db/index.ts';
import { emit } from '../../events/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { isGuid } from '../../kernel/ids.ts';
import { audit } from '../../sites/index.ts';
import { eachOf } from '../bulk.ts';
import { refuseForm } from '../forms/check-saved.ts';
import { changingForm } from '../forms/form-cache.ts';
import { freeName } from '../forms/free-name.ts';
import { loadForm } from '../forms/load-form.ts';
import { requireRoom } from '../forms/save-form.ts';
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
import { deleteSubmissionsOfForm } from '../records/store.ts';
import { deleteAll as deleteReports } from '../spam/delete-reports.ts';
import { noteRemoved } from '../submissions/note-removed.ts';

type Endpoints = typeof formsEndpoints;

/** Moves the form to the trash; with `permanent` it goes at once, and its submissions with it. */
export async function deleteForm(
  ctx: SiteCtx,
  { query }: Pick<Input<Endpoints['deleteForm']>, 'query'>,
): Promise<Output<Endpoints['deleteForm']>> {
  requireFormsManager(ctx.caller);
  const row = await loadForm(ctx, query.formId);
  if (query.permanent) {
    await removeForGood(ctx, row);
    return {};
  }
  await changingForm(ctx, row.id, async (ctx) => {
    await requireRoomInTrash(ctx);
    const moved = await moveFormToTrash(ctx.db, ctx.site.id, row.id, ctx.now);
    if (!moved) throw new AppError('FORM_NOT_FOUND', { formId: row.id });
    await noteDeleted(ctx, row);
  });
  return {};
}

/** Deletes several forms, each by itself (forms contract section 3). */
export async function bulkDeleteForms(
  ctx: SiteCtx,
  { body }: Input<Endpoints['bulkDeleteForms']>,
): Promise<Output<Endpoints['bulkDeleteForms']>> {
  requireFormsManager(ctx.caller);
  const permanent = body.permanent ?? false;
  return eachOf(
    body.formIds,
    (id) => id,
    async (formId) => {
      await deleteForm(ctx, { query: { formId, permanent } });
      return undefined;
    },
  );
}

/**
 * A full trash is the owner's to empty: the oldest form would go with all its submissions, which nobody asked for.
 * @throws ViolationError NAMESPACE_DELETED_FORMS_COUNT_EXCEEDED
 */
async function requireRoomInTrash(ctx: SiteCtx): Promise<void> {
  const { maxDeletedForms } = ctx.site.settings.forms.limits;
  await lockNewForms(ctx.db, ctx.site.id);
  const { deleted } = await countForms(ctx.db, ctx.site.id, null);
  if (deleted < maxDeletedForms) return;
  const description = `the trash holds ${deleted} forms, at most ${maxDeletedForms}`;
  refuseForm([violation('form', description, 'NAMESPACE_DELETED_FORMS_COUNT_EXCEEDED', { limit: maxDeletedForms })]);
}

/** Takes the form back from the trash, under a numbered name where its own was taken meanwhile. */
export async function restoreForm(
  ctx: SiteCtx,
  { query }: Input<Endpoints['restoreForm']>,
): Promise<Output<Endpoints['restoreForm']>> {
  requireFormsManager(ctx.caller);
  const stored = await loadDeletedForm(ctx, query.formId);
  return transaction(ctx, async (ctx) => {
    await requireRoom(ctx);
    const name = await freeName(ctx, stored.namespace, stored.name);
    const row = await restoreStored(ctx.db, ctx.site.id, stored.id, name, ctx.now).catch((error: unknown) => {
      if (isConstraint(error, 'forms_name_key')) throw new AppError('CONFLICT', {}, error);
      throw error;
    });
    if (!row) throw new AppError('FORM_NOT_FOUND', { formId: stored.id });
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
  await removeForGood(ctx, await loadDeletedForm(ctx, query.formId));
  return {};
}

async function loadDeletedForm(ctx: SiteCtx, formId: string): Promise<FormRow> {
  const row = isGuid(formId) ? await findDeletedForm(ctx.db, ctx.site.id, formId) : undefined;
  if (!row) throw new AppError('FORM_NOT_FOUND', { formId });
  return row;
}

const BATCH = 500;

/** What was submitted goes first and in batches, so that no statement runs into its timeout; repeating it after a crash ends the job. */
export async function removeForGood(ctx: SiteCtx, row: FormRow): Promise<void> {
  while ((await transaction(ctx, (ctx) => removeSubmissions(ctx, row.id))) === BATCH);
  await deleteReports(ctx, sql<boolean>`form_id = ${row.id}`);
  await changingForm(ctx, row.id, async (ctx) => {
    await removeSubmissions(ctx, row.id);
    const deleted = await deleteStored(ctx.db, ctx.site.id, row.id);
    if (!deleted) throw new AppError('FORM_NOT_FOUND', { formId: row.id });
    await noteDeleted(ctx, row);
  });
}

/** Some of the form's, with their files; answers how many. */
async function removeSubmissions(ctx: SiteCtx, formId: string): Promise<number> {
  const rows = await deleteSubmissionsOfForm(ctx.db, ctx.site.id, formId, BATCH);
  await noteRemoved(ctx, rows);
  return rows.length;
}

async function noteDeleted(ctx: SiteCtx, row: FormRow): Promise<void> {
  const deletedEntity = toWire(row);
  await audit(ctx, { siteId: ctx.site.id, action: 'forms.forms.delete', target: row.id, before: deletedEntity });
  await emit(ctx, { type: 'wix.forms.v4.form_deleted', entityId: row.id, payload: { deletedEntity } });
}
