import { transaction } from '../db/index.ts';
import type { SiteCtx } from '../kernel/ctx.ts';
import { NIL_ID } from '../kernel/ids.ts';
import { deleteSubmissionsOfPersons, isOfPersons, updateSubmitter } from './records/submitter-store.ts';
import { deleteReportsInBatches } from './spam/delete-reports.ts';
import { finishRemoval } from './submissions/finish-removal.ts';

const BATCH = 500;

/**
 * Deletes every submission of these visitors and members with its files, or assigns the submissions to a member or to
 * nobody. This includes spam reports and the trash. Assigned submissions keep their answers, which belong to the owner
 * of the form. Works in batches; a repeated call has no effect.
 */
export async function forgetSubmitter(
  ctx: SiteCtx,
  submitterIds: readonly string[],
  contentAction: { readonly act: 'DELETE' | 'ANONYMISE' } | { readonly act: 'REASSIGN'; readonly to: string },
): Promise<void> {
  // Clients expect a GUID for every submitter. The nil id stands for nobody, because no caller ever has it.
  const to =
    contentAction.act === 'REASSIGN' ? { kind: 'member' as const, id: contentAction.to } : { kind: null, id: NIL_ID };
  let count: number;
  do {
    count =
      contentAction.act === 'DELETE'
        ? await deleteBatch(ctx, submitterIds)
        : await updateSubmitter(ctx.db, 'submissions', ctx.site.id, submitterIds, to, BATCH);
  } while (count === BATCH);
  if (contentAction.act === 'DELETE') return deleteReportsInBatches(ctx, isOfPersons(submitterIds));
  while ((await updateSubmitter(ctx.db, 'spam_reports', ctx.site.id, submitterIds, to, BATCH)) === BATCH);
}

function deleteBatch(ctx: SiteCtx, submitterIds: readonly string[]): Promise<number> {
  return transaction(ctx, async (ctx) => {
    const rows = await deleteSubmissionsOfPersons(ctx.db, ctx.site.id, submitterIds, BATCH);
    await finishRemoval(ctx, rows);
    return rows.length;
  });
}
