import type { ItemOperation } from '@portico/domain';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { permissionDenied } from '../collections/permissions.ts';
import { buildReach, planWriteFilter, type Reach } from '../collections/reach.ts';
import { findItem } from './read-store.ts';

/**
 * Why a write touched no row. Another's item is refused openly only to those who may read it: to the rest it must look
 * as if it did not exist, or ids of other people's items could be probed.
 */
export async function notTouched(ctx: SiteCtx, reach: Reach, id: string, operation: ItemOperation): Promise<AppError> {
  const { collection, owner, readable } = reach;
  if (owner !== null && readable !== 'none') {
    const seen = buildReach(ctx, collection, readable === 'all' ? null : readable.owner);
    if (await findItem(ctx.db, seen, id, planWriteFilter(seen, { filter: { _owner: { $ne: owner } } }))) {
      return permissionDenied(collection.id, operation);
    }
  }
  return missing(reach, id);
}

export const missing = ({ collection }: Pick<Reach, 'collection'>, id: string): AppError =>
  new AppError('WDE0073', { itemId: id, collectionName: collection.id });
