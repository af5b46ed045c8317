import { onChange } from '../../db/changes.ts';
import type { Db } from '../../db/index.ts';
import { sessionKeyOf } from './sessions.ts';
import { isSessionEnded, listEndedSessions } from './store.ts';

/** Lifetime of the vendor's access tokens, which its clients expect (identity contract section 2). */
export const ACCESS_TOKEN_LIFETIME_SECONDS = 14_400;
const ACCESS_TOKEN_LIFETIME_MS = ACCESS_TOKEN_LIFETIME_SECONDS * 1_000;
const PRUNE_MS = 60_000;
const RETRY_MS = 1_000;

/**
 * The sessions that ended recently enough that their access tokens may not have expired. Access tokens are verified
 * without the database, so each process holds this list, and change notices add each sign-out to it. While the list is
 * incomplete, the database is read instead: just after the start, or while a node of a cluster is down since then.
 */
export interface SessionWatch {
  isAlive(siteId: string, sessionId: string): boolean | Promise<boolean>;
  stop(): void;
}

/** Starts loading the list, and repeats that until it succeeds. */
export function createSessionWatch(db: Db): SessionWatch {
  /** Maps the key of a session to the time of its end, in milliseconds. */
  const endedSessions = new Map<string, number>();
  let isComplete = false;
  let isStopped = false;
  let latestLoad = 0;
  let retry: NodeJS.Timeout | undefined;
  const load = async (): Promise<void> => {
    const thisLoad = ++latestLoad;
    for (const row of await listEndedSessions(db, new Date(Date.now() - ACCESS_TOKEN_LIFETIME_MS))) {
      endedSessions.set(sessionKeyOf(row.site_id, row.id), row.ended_at?.getTime() ?? Date.now());
    }
    if (thisLoad === latestLoad) isComplete = true;
  };
  const reload = (): void => {
    isComplete = false;
    load().catch(() => {
      if (isStopped) return;
      retry ??= setTimeout(() => {
        retry = undefined;
        reload();
      }, RETRY_MS).unref();
    });
  };
  const unlisten = onChange('session', (key) => {
    if (key) endedSessions.set(key, Date.now());
    // The connection was lost, so notices may be missing. The list stays, and missed sign-outs are loaded.
    else reload();
  });
  const pruneTimer = setInterval(() => {
    for (const [key, endedAt] of endedSessions)
      if (endedAt < Date.now() - ACCESS_TOKEN_LIFETIME_MS) endedSessions.delete(key);
  }, PRUNE_MS);
  pruneTimer.unref();
  reload();

  return {
    isAlive(siteId, sessionId) {
      if (endedSessions.has(sessionKeyOf(siteId, sessionId))) return false;
      return isComplete || isSessionEnded(db, siteId, sessionId).then((isEnded) => !isEnded);
    },
    stop() {
      isStopped = true;
      unlisten();
      clearInterval(pruneTimer);
      clearTimeout(retry);
    },
  };
}
