import { onChange } from '../../db/changes.ts';
import type { Db } from '../../db/index.ts';
import { sessionKey } from './sessions.ts';
import { listEndedSessions } from './store.ts';

/** Lifetime of the vendor's access tokens, which its clients expect (identity contract section 2). */
export const ACCESS_SECONDS = 14_400;
const ACCESS_MS = ACCESS_SECONDS * 1_000;
const PRUNE_MS = 60_000;
const RETRY_MS = 1_000;

/**
 * Which sessions ended while access tokens of theirs may be unexpired: tokens are verified without the database, so
 * every process keeps this list, told of each sign-out by a change notice.
 */
export interface SessionWatch {
  alive(siteId: string, sessionId: string): boolean;
  stop(): void;
}

export async function createSessionWatch(db: Db): Promise<SessionWatch> {
  /** key → when it ended */
  const ended = new Map<string, number>();
  let retry: NodeJS.Timeout | undefined;
  const load = async (): Promise<void> => {
    for (const row of await listEndedSessions(db, new Date(Date.now() - ACCESS_MS))) {
      ended.set(sessionKey(row.site_id, row.id), row.ended_at?.getTime() ?? Date.now());
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
    // Notices were lost with the connection: what is known stays, what was missed is read.
    else reload();
  });
  const pruning = setInterval(() => {
    for (const [key, at] of ended) if (at < Date.now() - ACCESS_MS) ended.delete(key);
  }, PRUNE_MS);
  pruning.unref();
  await load();

  return {
    alive: (siteId, sessionId) => !ended.has(sessionKey(siteId, sessionId)),
    stop() {
      unlisten();
      clearInterval(pruning);
      clearTimeout(retry);
    },
  };
}
