import type { ItemOperation } from '@portico/domain';
import type { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { permissionDenied } from '../collections/permissions.ts';
import type { Reach } from '../collections/reach.ts';
import { missing } from '../table/not-touched.ts';
import { readReach } from './reference.ts';
import { listIdsWithin } from './store.ts';

/**
 * Why items that a write did not find were not touched. Another's item is refused openly only to those who may read it:
 * to the rest it must look as if it did not exist, or ids of other people's items could be probed.
 */
export async function absentItems(
  ctx: SiteCtx,
  { collection, owner }: Reach,
  ids: readonly string[],
  operation: ItemOperation,
): Promise<Map<string, AppError>> {
  const readable = owner === null || ids.length === 0 ? null : readReach(ctx, collection);
  const seen = readable ? await listIdsWithin(ctx.db, readable, ids) : new Set<string>();
  return new Map(
    ids.map((itemId) => [
      itemId,
      seen.has(itemId) ? permissionDenied(collection.id, operation) : missing({ collection }, itemId),
    ]),
  );
}
