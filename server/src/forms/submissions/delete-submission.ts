/** Submissions into the trash, out of it, and away for good (forms contract section 2.4). */
import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { transaction } from '../../db/index.ts';
import { emit } from '../../events/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { isGuid } from '../../kernel/ids.ts';
import { requireSubmissionsManager, requireSubmissionsReader } from '../permissions.ts';
import {
  deleteDeletedSubmission,
  deleteSubmission as deleteStored,
  findDeletedSubmission,
  moveToTrash,
  restoreSubmission as restoreStored,
} from './store.ts';
import { type SubmissionRow, toWire } from './wire.ts';

type Endpoints = typeof formsEndpoints;

/** Moves the submission to the trash; with `permanent` it goes at once. */
export async function deleteSubmission(
  ctx: SiteCtx,
  { query }: Input<Endpoints['deleteSubmission']>,
): Promise<Output<Endpoints['deleteSubmission']>> {
  requireSubmissionsManager(ctx.caller);
  const { submissionId, permanent } = query;
  await transaction(ctx, async (ctx) => {
    const row = await affected(submissionId, (id) =>
      permanent ? deleteStored(ctx.db, ctx.site.id, id) : moveToTrash(ctx.db, ctx.site.id, id, ctx.now),
    );
    const payload = { deletedEntity: toWire(row) };
    await emit(ctx, { type: 'wix.forms.v4.submission_deleted', entityId: row.id, payload });
  });
  return {};
}

export async function getDeletedSubmission(
  ctx: SiteCtx,
  { query }: Input<Endpoints['getDeletedSubmission']>,
): Promise<Output<Endpoints['getDeletedSubmission']>> {
  requireSubmissionsReader(ctx.caller);
  const row = await affected(query.submissionId, (id) => findDeletedSubmission(ctx.db, ctx.site.id, id));
  return { submission: toWire(row) };
}

export async function restoreSubmission(
  ctx: SiteCtx,
  { query }: Pick<Input<Endpoints['restoreSubmission']>, 'query'>,
): Promise<Output<Endpoints['restoreSubmission']>> {
  requireSubmissionsManager(ctx.caller);
  const row = await affected(query.submissionId, (id) => restoreStored(ctx.db, ctx.site.id, id, ctx.now));
  return { submission: toWire(row) };
}

/** Removes a submission in the trash for good. */
export async function removeDeletedSubmission(
  ctx: SiteCtx,
  { query }: Input<Endpoints['removeDeletedSubmission']>,
): Promise<Output<Endpoints['removeDeletedSubmission']>> {
  requireSubmissionsManager(ctx.caller);
  await transaction(ctx, async (ctx) => {
    const row = await affected(query.submissionId, (id) => deleteDeletedSubmission(ctx.db, ctx.site.id, id));
    const type = 'wix.forms.v4.submission_removed_submission_from_trash';
    await emit(ctx, { type, entityId: row.id, payload: { submission: toWire(row) } });
  });
  return {};
}

/** @throws AppError SUBMISSION_NOT_FOUND when no row was there */
async function affected(
  submissionId: string,
  run: (id: string) => Promise<SubmissionRow | undefined>,
): Promise<SubmissionRow> {
  const row = isGuid(submissionId) ? await run(submissionId) : undefined;
  if (!row) throw new AppError('SUBMISSION_NOT_FOUND', { submissionId });
  return row;
}
