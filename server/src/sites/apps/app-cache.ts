import type { Selectable } from 'kysely';
import { onChange } from '../../db/changes.ts';
import type { Db } from '../../db/index.ts';
import type { Apps } from '../../db/tables.gen.ts';
import { createBoundedCache } from '../../kernel/bounded-cache.ts';
import { nameCache } from '../../kernel/diagnostics.ts';
import { isGuid } from '../../kernel/ids.ts';
import { findApp, updateAppUse } from './store.ts';

export type App = Readonly<Selectable<Apps>>;

/** Live OAuth apps by client id, cached until a change notice arrives. */
export interface AppCache {
  /** Returns null if the app never existed or was deleted. */
  find(clientId: string): Promise<App | null>;
  /**
   * Stores in the background that tokens were issued to the app, at most once a minute per app and process. Issuing a
   * token neither waits for this nor fails if this fails.
   */
  recordUse(clientId: string, now: Date): void;
  stop(): void;
}

/** Threat: client ids come from requests, and guesses must not fill the memory. */
const MAX_CACHED = 10_000;
/** How often the last use of an app is stored; a write per token would cost more than the token. */
const LAST_USED_STEP_MS = 60_000;

export function createAppCache(db: Db): AppCache {
  const cache = nameCache('apps', createBoundedCache<Promise<App | null>>(MAX_CACHED));
  const lastUsed = createBoundedCache<number>(MAX_CACHED);
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
      // Caches the promise rather than the app, so that a change notice that arrives during the query evicts the
      // result.
      const pendingApp = findApp(db, id).then((app) => app ?? null);
      cache.set(id, pendingApp);
      pendingApp.catch(() => {
        if (cache.peek(id) === pendingApp) cache.delete(id);
      });
      return pendingApp;
    },
    recordUse(clientId, now) {
      const id = clientId.toLowerCase();
      if (now.getTime() - (lastUsed.get(id) ?? 0) <= LAST_USED_STEP_MS) return;
      lastUsed.set(id, now.getTime());
      // A failure is not retried before LAST_USED_STEP_MS, because retries at every call would slow down an outage further.
      updateAppUse(db, id, now).catch(() => undefined);
    },
    stop,
  };
}
