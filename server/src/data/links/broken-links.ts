import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Collection } from '../collections/collection.ts';
import { type MultiReferenceField, readReach } from './reference.ts';
import { type Link, lockItemsInReach } from './store.ts';

/**
 * Returns the errors of links that cannot be inserted, by the id of the referenced item. A link is invalid if the other
 * collection does not exist. In a validated collection, a link is also invalid if the caller cannot read the referenced
 * item. Callers who may read no item of the other collection do not get this second error, because it would reveal
 * which items exist (side channel).
 */
export async function errorsOfBrokenLinks(
  ctx: SiteCtx,
  collection: Collection,
  { other, otherId }: MultiReferenceField,
  pairs: readonly Link[],
): Promise<Map<string, AppError>> {
  const ids = [...new Set(pairs.map(({ referencedId }) => referencedId))];
  if (!other) return new Map(ids.map((id) => [id, new AppError('WDE0025', { collectionName: otherId })]));
  const target = collection.validated ? readReach(ctx, other) : null;
  if (!target || ids.length === 0) return new Map();
  const existing = await lockItemsInReach(ctx.db, target, ids);
  return new Map(
    ids
      .filter((id) => !existing.has(id))
      .map((itemId) => [itemId, new AppError('WDE0153', { itemId, collectionName: other.id })]),
  );
}

/** Returns the collection that a reference points to. @throws AppError WDE0025 if it does not exist */
export function requireReferencedCollection({ other, otherId }: MultiReferenceField): Collection {
  if (!other) throw new AppError('WDE0025', { collectionName: otherId });
  return other;
}
