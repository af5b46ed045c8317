import type { ItemOperation } from '@portico/domain';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Collection } from '../collections/collection.ts';
import { accessTo, refused } from '../permissions.ts';
import { rowsOf } from './open.ts';
import { findItem } from './store.ts';

/**
 * Why a write touched no row. Another's item is refused openly only to those who may read it: to the rest it must look
 * as if it did not exist, or ids of other people's items could be probed.
 */
export async function notTouched(
  ctx: SiteCtx,
  collection: Collection,
  id: string,
  operation: ItemOperation,
  owner: string | null,
): Promise<AppError> {
  const readable = accessTo(ctx.caller, collection.levels, 'read');
  if (owner !== null && readable !== 'none') {
    const visible = rowsOf(readable === 'all' ? null : readable.owner, { filter: { _owner: { $ne: owner } } });
    if (await findItem(ctx.db, collection, id, visible)) return refused(collection.id, operation);
  }
  return new AppError('WDE0073', { itemId: id, collectionName: collection.id });
}
