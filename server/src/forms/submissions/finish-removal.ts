import { emit, eraseActivity } from '../../events/index.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { releaseFiles } from '../../media/index.ts';
import { fileOwnerOf } from '../records/file-owners.ts';
import type { DeletedRow } from '../records/trash-store.ts';
import { type SubmissionRow, toWire } from '../records/wire.ts';

/**
 * Completes a permanent deletion in its transaction: emits the events, deletes the submissions from the activity log,
 * and releases their files.
 * @param preserveFiles True keeps the files of all rows. Rows that were trashed with preserved files keep them in any
 *   case.
 */
export async function finishRemoval(ctx: SiteCtx, rows: readonly DeletedRow[], preserveFiles = false): Promise<void> {
  if (rows.length === 0) return;
  await eraseActivity(
    ctx,
    rows.map((row) => row.id),
  );
  for (const row of rows) {
    if (!row.was_trashed) await emitDeleted(ctx, row);
    else {
      const type = 'wix.forms.v4.submission_removed_submission_from_trash';
      await emit(ctx, { type, entityId: row.id, payload: { submission: toWire(row) } });
    }
  }
  const owners = rows.filter((row) => !preserveFiles && !row.preserve_files).map((row) => fileOwnerOf(row.id));
  if (owners.length > 0) await releaseFiles(ctx, owners);
}

/** Emits the event of a submission that was moved to the trash, or that was deleted without having been there. */
export const emitDeleted = (ctx: SiteCtx, row: SubmissionRow): Promise<void> =>
  emit(ctx, { type: 'wix.forms.v4.submission_deleted', entityId: row.id, payload: { deletedEntity: toWire(row) } });
