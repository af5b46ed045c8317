import type { ItemOperation } from '@portico/domain';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { permissionDenied } from '../collections/permissions.ts';
import { buildReach, planWriteFilter, type Reach } from '../collections/reach.ts';
import { findItem } from './read-store.ts';

/**
 * Returns the error for a write that changed no row. It is WDE0027 only if the caller may read the item. Otherwise the
 * item must look as if it did not exist, or callers could probe for ids of other people's items.
 */
export async function notFoundOrForbidden(
  ctx: SiteCtx,
  reach: Reach,
  id: string,
  operation: ItemOperation,
): Promise<AppError> {
  const { collection, owner, readable } = reach;
  if (owner !== null && readable !== 'none') {
    const seen = buildReach(ctx, collection, readable === 'all' ? null : readable.owner);
    if (await findItem(ctx.db, seen, id, planWriteFilter(seen, { filter: { _owner: { $ne: owner } } }))) {
      return permissionDenied(collection.id, operation);
    }
  }
  return itemNotFound(reach, id);
}

export const itemNotFound = ({ collection }: Pick<Reach, 'collection'>, id: string): AppError =>
  new AppError('WDE0073', { itemId: id, collectionName: collection.id });
