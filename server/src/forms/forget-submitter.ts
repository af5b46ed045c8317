import { transaction } from '../db/index.ts';
import type { SiteCtx } from '../kernel/ctx.ts';
import { NIL_ID } from '../kernel/ids.ts';
import { deleteSubmissionsOf, sentBy, updateSubmitter } from './records/people-store.ts';
import { deleteAll } from './spam/delete-reports.ts';
import { noteRemoved } from './submissions/note-removed.ts';

const BATCH = 500;

/**
 * Removes every submission of these visitors and members with its files, or gives them to a member, or to nobody; those in the trash,
 * too, and those that are spam. What people answered stays as it is where it is kept: the form is the owner's. In
 * batches; a second run finds nothing left to do.
 */
export async function forgetSubmitter(
  ctx: SiteCtx,
  submitterIds: readonly string[],
  what: { readonly act: 'DELETE' | 'ANONYMISE' } | { readonly act: 'GIVE'; readonly to: string },
): Promise<void> {
  // Whose the submissions of somebody who left are: a GUID, as clients expect, that no caller ever has.
  const to = what.act === 'GIVE' ? { kind: 'member' as const, id: what.to } : { kind: null, id: NIL_ID };
  let done: number;
  do {
    done =
      what.act === 'DELETE'
        ? await deleteBatch(ctx, submitterIds)
        : await updateSubmitter(ctx.db, 'submissions', ctx.site.id, submitterIds, to, BATCH);
  } while (done === BATCH);
  if (what.act === 'DELETE') return deleteAll(ctx, sentBy(submitterIds));
  while ((await updateSubmitter(ctx.db, 'spam_reports', ctx.site.id, submitterIds, to, BATCH)) === BATCH);
}

function deleteBatch(ctx: SiteCtx, submitterIds: readonly string[]): Promise<number> {
  return transaction(ctx, async (ctx) => {
    const rows = await deleteSubmissionsOf(ctx.db, ctx.site.id, submitterIds, BATCH);
    await noteRemoved(ctx, rows);
    return rows.length;
  });
}
