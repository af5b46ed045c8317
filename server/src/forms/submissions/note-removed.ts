import { emit, forgetActivity } from '../../events/index.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { releaseFiles } from '../../media/index.ts';
import { fileOwner } from '../records/file-owners.ts';
import type { RemovedRow } from '../records/store.ts';
import { type SubmissionRow, toWire } from '../records/wire.ts';

/**
 * What follows when submissions are gone for good, in the transaction that removes them: the event; what was told of
 * them goes from the logs; and their files go too, unless those are to be preserved.
 */
export async function noteRemoved(ctx: SiteCtx, rows: readonly RemovedRow[], preserveFiles = false): Promise<void> {
  if (rows.length === 0) return;
  await forgetActivity(
    ctx,
    rows.map((row) => row.id),
  );
  for (const row of rows) {
    if (!row.was_trashed) await noteDeleted(ctx, row);
    else {
      const type = 'wix.forms.v4.submission_removed_submission_from_trash';
      await emit(ctx, { type, entityId: row.id, payload: { submission: toWire(row) } });
    }
  }
  const owners = rows.filter((row) => !preserveFiles && !row.preserve_files).map((row) => fileOwner(row.id));
  if (owners.length > 0) await releaseFiles(ctx, owners);
}

/** It is in the trash now, or gone at once. */
export const noteDeleted = (ctx: SiteCtx, row: SubmissionRow): Promise<void> =>
  emit(ctx, { type: 'wix.forms.v4.submission_deleted', entityId: row.id, payload: { deletedEntity: toWire(row) } });
