/** Submissions into the trash, out of it, and away for good (forms contract section 2.4). */
import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { transaction } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { isGuid } from '../../kernel/ids.ts';
import { eachOf } from '../bulk.ts';
import { requireSubmissionsManager, requireSubmissionsReader } from '../permissions.ts';
import {
  deleteDeletedSubmission,
  deleteSubmission as deleteStored,
  findDeletedSubmission,
  moveToTrash,
  type Named,
  restoreSubmission as restoreStored,
} from '../records/store.ts';
import { toWire } from '../records/wire.ts';
import { noteDeleted, noteRemoved } from './note-removed.ts';
import { noteUpdated } from './note-updated.ts';

type Endpoints = typeof formsEndpoints;

/** Moves the submission to the trash; with `permanent` it goes at once. Its files go with it, unless they are to be preserved. */
export async function deleteSubmission(
  ctx: SiteCtx,
  { query }: Input<Endpoints['deleteSubmission']>,
): Promise<Output<Endpoints['deleteSubmission']>> {
  requireSubmissionsManager(ctx.caller);
  await discard(ctx, { id: query.submissionId }, query);
  return {};
}

/** Deletes some submissions of a form, one result for each. */
export async function bulkDeleteSubmissions(
  ctx: SiteCtx,
  { body }: Input<Endpoints['bulkDeleteSubmissions']>,
): Promise<Output<Endpoints['bulkDeleteSubmissions']>> {
  requireSubmissionsManager(ctx.caller);
  return eachOf(
    body.submissionIds,
    (id) => id,
    async (id) => {
      await discard(ctx, { id, formId: body.formId }, body);
      return undefined;
    },
  );
}

/** @throws AppError SUBMISSION_NOT_FOUND */
function discard(
  ctx: SiteCtx,
  which: Named,
  { permanent = false, preserveFiles = false }: { permanent?: boolean; preserveFiles?: boolean },
): Promise<void> {
  return transaction(ctx, async (ctx) => {
    if (permanent)
      return noteRemoved(ctx, await affected(which, () => deleteStored(ctx.db, ctx.site.id, which)), preserveFiles);
    const moved = await affected(which, async () => [
      await moveToTrash(ctx.db, ctx.site.id, which, preserveFiles, ctx.now),
    ]);
    for (const row of moved) await noteDeleted(ctx, row);
  });
}

export async function getDeletedSubmission(
  ctx: SiteCtx,
  { query }: Input<Endpoints['getDeletedSubmission']>,
): Promise<Output<Endpoints['getDeletedSubmission']>> {
  requireSubmissionsReader(ctx.caller);
  const id = query.submissionId;
  const [row] = await affected({ id }, async () => [await findDeletedSubmission(ctx.db, ctx.site.id, id)]);
  return { submission: toWire(row) };
}

/** Takes the submission back from the trash. */
export async function restoreSubmission(
  ctx: SiteCtx,
  { query }: Pick<Input<Endpoints['restoreSubmission']>, 'query'>,
): Promise<Output<Endpoints['restoreSubmission']>> {
  requireSubmissionsManager(ctx.caller);
  const id = query.submissionId;
  return transaction(ctx, async (ctx) => {
    const [row] = await affected({ id }, async () => [await restoreStored(ctx.db, ctx.site.id, id, ctx.now)]);
    // who follows the events saw it deleted: now it is there again
    await noteUpdated(ctx, row, []);
    return { submission: toWire(row) };
  });
}

/** Removes a submission in the trash for good. */
export async function removeDeletedSubmission(
  ctx: SiteCtx,
  { query }: Input<Endpoints['removeDeletedSubmission']>,
): Promise<Output<Endpoints['removeDeletedSubmission']>> {
  requireSubmissionsManager(ctx.caller);
  await removeDeleted(ctx, { id: query.submissionId });
  return {};
}

/** Removes some submissions of a form in the trash for good, one result for each. */
export async function bulkRemoveDeletedSubmissions(
  ctx: SiteCtx,
  { body }: Input<Endpoints['bulkRemoveDeletedSubmissions']>,
): Promise<Output<Endpoints['bulkRemoveDeletedSubmissions']>> {
  requireSubmissionsManager(ctx.caller);
  return eachOf(
    body.submissionIds,
    (id) => id,
    async (id) => {
      await removeDeleted(ctx, { id, formId: body.formId });
      return undefined;
    },
  );
}

const removeDeleted = (ctx: SiteCtx, which: Named): Promise<void> =>
  transaction(ctx, async (ctx) =>
    noteRemoved(ctx, await affected(which, () => deleteDeletedSubmission(ctx.db, ctx.site.id, which))),
  );

/** @throws AppError SUBMISSION_NOT_FOUND when no row was there */
async function affected<Row>(
  { id, formId }: Named,
  run: () => Promise<readonly (Row | undefined)[]>,
): Promise<[Row, ...Row[]]> {
  const possible = isGuid(id) && (formId === undefined || isGuid(formId));
  const rows = possible ? await run() : [];
  const [first, ...rest] = rows.filter((row) => row !== undefined);
  if (first === undefined) throw new AppError('SUBMISSION_NOT_FOUND', { submissionId: id });
  return [first, ...rest];
}
