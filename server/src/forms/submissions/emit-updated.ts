import type { SubmissionStatus } from '@portico/domain';
import { emit } from '../../events/index.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { type SubmissionRow, toWire } from '../records/wire.ts';

/** Emits the event of an updated submission and, if the status has changed, the event of the new status. */
export async function emitUpdated(
  ctx: SiteCtx,
  row: SubmissionRow,
  modifiedFields: readonly string[],
  previousStatus: SubmissionStatus = row.status,
): Promise<void> {
  const submission = toWire(row);
  await emit(ctx, {
    type: 'wix.forms.v4.submission_updated',
    entityId: row.id,
    payload: { currentEntity: submission, modifiedFields },
  });
  if (previousStatus === row.status) return;
  await emit(ctx, {
    type: 'wix.forms.v4.submission_status_updated',
    entityId: row.id,
    payload: { submission, previousStatus },
  });
}
