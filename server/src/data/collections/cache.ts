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

/** What announces a change of a collection to every process. */
export const changeKey = (siteId: string, collectionId: string): string => `${siteId}/${collectionId}`;

/** Forgets a collection, or everything where it is unknown what changed. */
export function evictCollection(key: string | null): void {
  generation++;
  if (key === null) cache.clear();
  else cache.delete(key);
}

/**
 * The collection of the site, from memory where it is known.
 * @throws AppError WDE0025 where there is none, WDE0026 where it was deleted and can be restored
 */
export async function loadCollection(ctx: SiteCtx, id: string): Promise<Collection> {
  const key = changeKey(ctx.site.id, id);
  const cached = cache.get(key);
  if (cached) return cached;
  const started = generation;
  const collection = isStorable(id) ? await findCollection(ctx.db, ctx.site, id) : undefined;
  if (!collection) throw await collectionNotFound(ctx, id);
  // A change announced while we read may be newer than what we read: keep nothing then.
  if (started === generation) cache.set(key, collection);
  return collection;
}

/** Why there is no collection of this id. */
export async function collectionNotFound(ctx: SiteCtx, id: string): Promise<AppError> {
  const wasThere = isStorable(id) && (await isDeleted(ctx.db, ctx.site.id, id, ctx.now));
  return new AppError(wasThere ? 'WDE0026' : 'WDE0025', { collectionName: id });
}
