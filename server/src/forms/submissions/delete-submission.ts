/** Calls that move submissions to the trash and back, and delete them permanently (forms contract section 2.4). */
import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { transaction } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { isGuid } from '../../kernel/ids.ts';
import { runBulk } from '../bulk.ts';
import { requireSubmissionsManager, requireSubmissionsReader } from '../permissions.ts';
import {
  deleteDeletedSubmission,
  deleteSubmission as deleteStored,
  findDeletedSubmission,
  moveToTrash,
  restoreSubmission as restoreStored,
  type SubmissionRef,
} from '../records/trash-store.ts';
import { toWire } from '../records/wire.ts';
import { emitUpdated } from './emit-updated.ts';
import { emitDeleted, finishRemoval } from './finish-removal.ts';

type Endpoints = typeof formsEndpoints;

/**
 * Moves the submission to the trash, or deletes it at once with `permanent`. Its files are deleted with it unless
 * `preserveFiles` is true.
 */
export async function deleteSubmission(
  ctx: SiteCtx,
  { query }: Input<Endpoints['deleteSubmission']>,
): Promise<Output<Endpoints['deleteSubmission']>> {
  requireSubmissionsManager(ctx.caller);
  await discard(ctx, { id: query.submissionId }, query);
  return {};
}

/** Deletes several submissions of a form. Returns one result per submission. */
export async function bulkDeleteSubmissions(
  ctx: SiteCtx,
  { body }: Input<Endpoints['bulkDeleteSubmissions']>,
): Promise<Output<Endpoints['bulkDeleteSubmissions']>> {
  requireSubmissionsManager(ctx.caller);
  return runBulk(
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
  ref: SubmissionRef,
  { permanent = false, preserveFiles = false }: { permanent?: boolean; preserveFiles?: boolean },
): Promise<void> {
  return transaction(ctx, async (ctx) => {
    if (permanent)
      return finishRemoval(ctx, await runOnRows(ref, () => deleteStored(ctx.db, ctx.site.id, ref)), preserveFiles);
    const moved = await runOnRows(ref, async () => [
      await moveToTrash(ctx.db, ctx.site.id, ref, preserveFiles, ctx.now),
    ]);
    for (const row of moved) await emitDeleted(ctx, row);
  });
}

export async function getDeletedSubmission(
  ctx: SiteCtx,
  { query }: Input<Endpoints['getDeletedSubmission']>,
): Promise<Output<Endpoints['getDeletedSubmission']>> {
  requireSubmissionsReader(ctx.caller);
  const id = query.submissionId;
  const [row] = await runOnRows({ id }, async () => [await findDeletedSubmission(ctx.db, ctx.site.id, id)]);
  return { submission: toWire(row) };
}

/** Moves the submission from the trash back to its form. */
export async function restoreSubmission(
  ctx: SiteCtx,
  { query }: Pick<Input<Endpoints['restoreSubmission']>, 'query'>,
): Promise<Output<Endpoints['restoreSubmission']>> {
  requireSubmissionsManager(ctx.caller);
  const id = query.submissionId;
  return transaction(ctx, async (ctx) => {
    const [row] = await runOnRows({ id }, async () => [await restoreStored(ctx.db, ctx.site.id, id, ctx.now)]);
    // Subscribers have received a deletion. This event tells them that the submission exists again.
    await emitUpdated(ctx, row, []);
    return { submission: toWire(row) };
  });
}

/** Permanently deletes a submission in the trash. */
export async function removeDeletedSubmission(
  ctx: SiteCtx,
  { query }: Input<Endpoints['removeDeletedSubmission']>,
): Promise<Output<Endpoints['removeDeletedSubmission']>> {
  requireSubmissionsManager(ctx.caller);
  await removeDeleted(ctx, { id: query.submissionId });
  return {};
}

/** Permanently deletes several of a form's submissions from the trash. Returns one result per submission. */
export async function bulkRemoveDeletedSubmissions(
  ctx: SiteCtx,
  { body }: Input<Endpoints['bulkRemoveDeletedSubmissions']>,
): Promise<Output<Endpoints['bulkRemoveDeletedSubmissions']>> {
  requireSubmissionsManager(ctx.caller);
  return runBulk(
    body.submissionIds,
    (id) => id,
    async (id) => {
      await removeDeleted(ctx, { id, formId: body.formId });
      return undefined;
    },
  );
}

const removeDeleted = (ctx: SiteCtx, ref: SubmissionRef): Promise<void> =>
  transaction(ctx, async (ctx) =>
    finishRemoval(ctx, await runOnRows(ref, () => deleteDeletedSubmission(ctx.db, ctx.site.id, ref))),
  );

/**
 * Runs a statement and returns its rows.
 * @throws AppError SUBMISSION_NOT_FOUND if there are none, or if an id is not a GUID
 */
async function runOnRows<Row>(
  { id, formId }: SubmissionRef,
  run: () => Promise<readonly (Row | undefined)[]>,
): Promise<[Row, ...Row[]]> {
  const isValid = isGuid(id) && (formId === undefined || isGuid(formId));
  const rows = isValid ? await run() : [];
  const [first, ...rest] = rows.filter((row) => row !== undefined);
  if (first === undefined) throw new AppError('SUBMISSION_NOT_FOUND', { submissionId: id });
  return [first, ...rest];
}
