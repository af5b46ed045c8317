import { LRUCache } from 'lru-cache';
import { onChange } from '../../db/changes.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { isStorable } from '../query/text.ts';
import type { Collection } from './collection.ts';
import { isDeleted } from './deleted-store.ts';
import { findCollection } from './store.ts';

const cache = new LRUCache<string, Collection>({ max: 10_000 });
let generation = 0;

onChange('collection', evictCollection);

/** Returns the key under which changes of a collection are published to every process. */
export const changeKey = (siteId: string, collectionId: string): string => `${siteId}/${collectionId}`;

/** Evicts the collection with this key. Null means that the changed collection is unknown, and evicts all. */
export function evictCollection(key: string | null): void {
  generation++;
  if (key === null) cache.clear();
  else cache.delete(key);
}

/**
 * Returns a collection of the site, from the cache if possible.
 * @throws AppError WDE0025 if it does not exist, WDE0026 if it was deleted and can be restored
 */
export async function loadCollection(ctx: SiteCtx, id: string): Promise<Collection> {
  const key = changeKey(ctx.site.id, id);
  const cached = cache.get(key);
  if (cached) return cached;
  const started = generation;
  const collection = isStorable(id) ? await findCollection(ctx.db, ctx.site, id) : undefined;
  if (!collection) throw await collectionNotFound(ctx, id);
  // A change published during the read may be newer than its result, which is then not cached.
  if (started === generation) cache.set(key, collection);
  return collection;
}

/** Returns the error for an id without a collection. */
export async function collectionNotFound(ctx: SiteCtx, id: string): Promise<AppError> {
  const wasDeleted = isStorable(id) && (await isDeleted(ctx.db, ctx.site.id, id, ctx.now));
  return new AppError(wasDeleted ? 'WDE0026' : 'WDE0025', { collectionName: id });
}
