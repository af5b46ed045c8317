import { onChange } from '../../db/changes.ts';
import type { Position } from '../../db/replicas/position.ts';
import { readPosition } from '../../db/replicas/replicas.ts';
import { AppError } from '../../kernel/app-error.ts';
import { createBoundedCache } from '../../kernel/bounded-cache.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { nameCache } from '../../kernel/diagnostics.ts';
import { isStorable } from '../query/text.ts';
import type { Collection } from './collection.ts';
import { isDeleted } from './deleted-store.ts';
import { findCollection } from './store.ts';

const cache = nameCache('collections', createBoundedCache<Collection>(10_000));
/** WAL position of the primary after each collection was loaded; empty without replicas. */
const definitionPositions = new WeakMap<Collection, Position>();
let evictionCount = 0;

onChange('collection', evictCollection);

/** Returns the key under which changes of a collection are published to every process. */
export const changeKey = (siteId: string, collectionId: string): string => `${siteId}/${collectionId}`;

/** Evicts the collection with this key. Null means that the changed collection is unknown, and evicts all. */
export function evictCollection(key: string | null): void {
  evictionCount++;
  if (key === null) cache.clear();
  else cache.delete(key);
}

/**
 * Returns a collection of the site, from the cache if possible.
 * @throws AppError WDE0025 if it does not exist, WDE0026 if it was deleted and can be restored
 */
export async function loadCollection(ctx: SiteCtx, id: string): Promise<Collection> {
  const key = changeKey(ctx.site.id, id);
  const cachedCollection = cache.get(key);
  if (cachedCollection) return cachedCollection;
  const countAtStart = evictionCount;
  const collection = isStorable(id) ? await findCollection(ctx.db, ctx.site, id) : undefined;
  if (!collection) throw await collectionNotFound(ctx, id);
  // In a transaction, the definition may not be committed yet, so no position covers it.
  if (ctx.env.connectionPools.replicas && !ctx.db.isTransaction)
    definitionPositions.set(collection, await readPosition(ctx.db));
  // If a change is published during the read, the result may be older than the change and is not cached.
  if (countAtStart === evictionCount) cache.set(key, collection);
  return collection;
}

/** Returns a WAL position of the primary that covers the collection's definition; undefined if none is known. */
export const findDefinitionPosition = (collection: Collection): Position | undefined =>
  definitionPositions.get(collection);

/** Returns the error for an id without a collection. */
export async function collectionNotFound(ctx: SiteCtx, id: string): Promise<AppError> {
  const wasDeleted = isStorable(id) && (await isDeleted(ctx.db, ctx.site.id, id, ctx.now));
  return new AppError(wasDeleted ? 'WDE0026' : 'WDE0025', { collectionName: id });
}
