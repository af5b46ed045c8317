import type { Selectable } from 'kysely';
import { onChange } from '../../db/changes.ts';
import type { Db } from '../../db/index.ts';
import type { Apps } from '../../db/tables.gen.ts';
import { isGuid } from '../../kernel/ids.ts';
import { findApp } from './store.ts';

export type App = Readonly<Selectable<Apps>>;

/** Live OAuth apps by client id, remembered until a change is announced. */
export interface AppDoor {
  /** null for an app that never was or was deleted */
  find(clientId: string): Promise<App | null>;
  stop(): void;
}

/** client ids come from requests: guesses must not fill the memory */
const MOST_REMEMBERED = 10_000;

export function createAppDoor(db: Db): AppDoor {
  const known = new Map<string, Promise<App | null>>();
  const stop = onChange('app', (id) => {
    if (id === null) known.clear();
    else known.delete(id);
  });

  return {
    find(clientId) {
      if (!isGuid(clientId)) return Promise.resolve(null);
      const id = clientId.toLowerCase();
      const found = known.get(id);
      if (found) return found;
      if (known.size >= MOST_REMEMBERED) known.clear();
      // The promise is what is remembered: a change announced while it is under way takes it away with the rest.
      const loading = findApp(db, id).then((app) => app ?? null);
      known.set(id, loading);
      loading.catch(() => {
        if (known.get(id) === loading) known.delete(id);
      });
      return loading;
    },
    stop,
  };
}
