import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Collection } from '../collections/collection.ts';
import { type Links, readReach } from './reference.ts';
import { type Link, lockItems } from './store.ts';

/**
 * Why links to some items cannot be made, by the item's id: their collection is gone, or, in a collection whose items are
 * held to its fields, they are not there. The latter only as far as the caller may read the other collection: a refusal
 * would tell of items that they may not know (side channel).
 */
export async function brokenLinks(
  ctx: SiteCtx,
  collection: Collection,
  { other, otherId }: Links,
  pairs: readonly Link[],
): Promise<Map<string, AppError>> {
  const ids = [...new Set(pairs.map(({ far }) => far))];
  if (!other) return new Map(ids.map((id) => [id, new AppError('WDE0025', { collectionName: otherId })]));
  const target = collection.validated ? readReach(ctx, other) : null;
  if (!target || ids.length === 0) return new Map();
  const there = await lockItems(ctx.db, target, ids);
  return new Map(
    ids
      .filter((id) => !there.has(id))
      .map((itemId) => [itemId, new AppError('WDE0153', { itemId, collectionName: other.id })]),
  );
}

/** The collection that the links lead to, where there is one. @throws AppError WDE0025 */
export function requireOther({ other, otherId }: Links): Collection {
  if (!other) throw new AppError('WDE0025', { collectionName: otherId });
  return other;
}
