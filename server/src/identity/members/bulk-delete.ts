import type { Input, Output } from '@portico/contract/endpoint';
import type { membersEndpoints } from '@portico/contract/members';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { requireManager } from '../permissions.ts';
import { withMember } from './administer-member.ts';
import { erase } from './delete-member.ts';

type Endpoint = (typeof membersEndpoints)['bulkDeleteMembers'];
type Result = Output<Endpoint>['results'][number];

/** Deletes members one by one, each in a separate transaction, so that a failure does not affect the others. */
export async function bulkDeleteMembers(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  requireManager(ctx.caller);
  const results: Result[] = [];
  for (const [originalIndex, id] of body.memberIds.entries()) {
    const error = await rejectionOf(() => withMember(ctx, id, (ctx, row) => erase(ctx, row, null)));
    results.push({ itemMetadata: { id, originalIndex, success: error === null, ...(error ? { error } : {}) } });
  }
  const totalSuccesses = results.filter(({ itemMetadata }) => itemMetadata.success).length;
  return { results, bulkActionMetadata: { totalSuccesses, totalFailures: results.length - totalSuccesses } };
}

/**
 * Runs the operation and returns the AppError with which it failed, or null if it succeeded. Other errors are thrown.
 */
export async function rejectionOf(
  operation: () => Promise<unknown>,
): Promise<{ code: string; description: string } | null> {
  try {
    await operation();
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { code: error.code, description: error.message };
  }
}
