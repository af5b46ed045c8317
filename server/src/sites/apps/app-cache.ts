import type { Selectable } from 'kysely';
import { LRUCache } from 'lru-cache';
import { onChange } from '../../db/changes.ts';
import type { Db } from '../../db/index.ts';
import type { Apps } from '../../db/tables.gen.ts';
import { isGuid } from '../../kernel/ids.ts';
import { findApp } from './store.ts';

export type App = Readonly<Selectable<Apps>>;

/** Live OAuth apps by client id, cached until a change is announced. */
export interface AppCache {
  /** Returns null if the app never existed or was deleted. */
  find(clientId: string): Promise<App | null>;
  stop(): void;
}

/** Threat: client ids come from requests, and guesses must not fill the memory. */
const MOST_CACHED = 10_000;

export function createAppCache(db: Db): AppCache {
  const cache = new LRUCache<string, Promise<App | null>>({ max: MOST_CACHED });
  const stop = onChange('app', (id) => {
    if (id === null) cache.clear();
    else cache.delete(id);
  });

  return {
    find(clientId) {
      if (!isGuid(clientId)) return Promise.resolve(null);
      const id = clientId.toLowerCase();
      const cached = cache.get(id);
      if (cached) return cached;
      // The promise is cached, not the app: a change announced during the query evicts it.
      const loading = findApp(db, id).then((app) => app ?? null);
      cache.set(id, loading);
      loading.catch(() => {
        if (cache.peek(id) === loading) cache.delete(id);
      });
      return loading;
    },
    stop,
  };
}
