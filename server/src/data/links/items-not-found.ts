import type { ItemOperation } from '@portico/domain';
import type { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { permissionDenied } from '../collections/permissions.ts';
import type { Reach } from '../collections/reach.ts';
import { itemNotFound } from '../table/item-not-found.ts';
import { readReach } from './reference.ts';
import { listIdsInReach } from './store.ts';

/**
 * Returns the errors for items that a write did not find, by id. The error is WDE0027 only if the caller may read the
 * item. Otherwise the item must look as if it did not exist, or callers could probe for ids of other people's items.
 */
export async function errorsOfMissingItems(
  ctx: SiteCtx,
  { collection, owner }: Reach,
  ids: readonly string[],
  operation: ItemOperation,
): Promise<Map<string, AppError>> {
  const readable = owner === null || ids.length === 0 ? null : readReach(ctx, collection);
  const visible = readable ? await listIdsInReach(ctx.db, readable, ids) : new Set<string>();
  return new Map(
    ids.map((itemId) => [
      itemId,
      visible.has(itemId) ? permissionDenied(collection.id, operation) : itemNotFound({ collection }, itemId),
    ]),
  );
}
