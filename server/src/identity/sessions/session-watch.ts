import { onChange } from '../../db/changes.ts';
import type { Db } from '../../db/index.ts';
import { sessionKeyOf } from './sessions.ts';
import { listEndedSessions } from './store.ts';

/** Lifetime of the vendor's access tokens, which its clients expect (identity contract section 2). */
export const ACCESS_TOKEN_LIFETIME_SECONDS = 14_400;
const ACCESS_TOKEN_LIFETIME_MS = ACCESS_TOKEN_LIFETIME_SECONDS * 1_000;
const PRUNE_MS = 60_000;
const RETRY_MS = 1_000;

/**
 * The sessions that ended recently enough that their access tokens may not have expired. Access tokens are verified
 * without the database, so each process holds this list, and change notices add each sign-out to it.
 */
export interface SessionWatch {
  alive(siteId: string, sessionId: string): boolean;
  stop(): void;
}

export async function createSessionWatch(db: Db): Promise<SessionWatch> {
  /** Maps the key of a session to the time of its end, in milliseconds. */
  const ended = new Map<string, number>();
  let retry: NodeJS.Timeout | undefined;
  const load = async (): Promise<void> => {
    for (const row of await listEndedSessions(db, new Date(Date.now() - ACCESS_TOKEN_LIFETIME_MS))) {
      ended.set(sessionKeyOf(row.site_id, row.id), row.ended_at?.getTime() ?? Date.now());
    }
  };
  const reload = (): void => {
    load().catch(() => {
      retry ??= setTimeout(() => {
        retry = undefined;
        reload();
      }, RETRY_MS).unref();
    });
  };
  const unlisten = onChange('session', (key) => {
    if (key) ended.set(key, Date.now());
    // The connection was lost, and notices with it: the list stays, and what was missed is loaded.
    else reload();
  });
  const pruneTimer = setInterval(() => {
    for (const [key, endedAt] of ended) if (endedAt < Date.now() - ACCESS_TOKEN_LIFETIME_MS) ended.delete(key);
  }, PRUNE_MS);
  pruneTimer.unref();
  await load();

  return {
    alive: (siteId, sessionId) => !ended.has(sessionKeyOf(siteId, sessionId)),
    stop() {
      unlisten();
      clearInterval(pruneTimer);
      clearTimeout(retry);
    },
  };
}
