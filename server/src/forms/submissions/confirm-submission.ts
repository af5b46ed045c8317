import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { transaction } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { requireSubmissionsManager } from '../permissions.ts';
import { updateStatus } from '../records/store.ts';
import { toWire } from '../records/wire.ts';
import { emitUpdated } from './emit-updated.ts';
import { loadSubmission } from './read-submissions.ts';

type Endpoint = (typeof formsEndpoints)['confirmSubmission'];

/**
 * Confirms a pending submission.
 * @throws AppError INVALID_STATUS_TRANSITION from any other status
 */
export async function confirmSubmission(
  ctx: SiteCtx,
  { query }: Pick<Input<Endpoint>, 'query'>,
): Promise<Output<Endpoint>> {
  requireSubmissionsManager(ctx.caller);
  return transaction(ctx, async (ctx) => {
    const stored = await loadSubmission(ctx, query.submissionId);
    // The update checks the status again, so that only one of two parallel calls confirms the submission.
    const row = await updateStatus(ctx.db, ctx.site.id, stored.id, 'PENDING', 'CONFIRMED', ctx.now);
    if (!row) throw new AppError('INVALID_STATUS_TRANSITION', { from: stored.status, to: 'CONFIRMED' });
    await emitUpdated(ctx, row, ['status'], 'PENDING');
    return { submission: toWire(row) };
  });
}
