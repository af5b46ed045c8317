import { onChange } from '../../db/changes.ts';
import type { Db } from '../../db/index.ts';
import { createBoundedCache } from '../../kernel/bounded-cache.ts';
import { nameCache } from '../../kernel/diagnostics.ts';
import { hashSecret } from '../../kernel/ids.ts';
import { findLiveKey, updateLastUsed } from './store.ts';

/** A key with the columns that authentication needs. */
export interface LiveKey {
  readonly id: string;
  readonly siteId: string;
  readonly accountId: string;
  readonly scopes: readonly string[];
  readonly expiresAt: Date | null;
}

const MAX_CACHED = 10_000;
/** How often the last use of a key is stored; a write per call would cost more than the call. */
const LAST_USED_STEP_MS = 60_000;

/**
 * Finds keys by their secret, and caches live keys until a change notice arrives. Security: unknown secrets are not
 * cached, so guesses cannot fill the memory; the cache is keyed by the hash, so the memory holds no secret.
 */
export function createKeyCache(db: Db): { find(secret: string, now: Date): Promise<LiveKey | null>; stop(): void } {
  const live = nameCache('keys', createBoundedCache<LiveKey>(MAX_CACHED));
  const lastUsed = createBoundedCache<number>(MAX_CACHED);
  let changes = 0;
  const stop = onChange('key', () => {
    changes += 1;
    live.clear();
  });

  return {
    async find(secret, now) {
      const hash = hashSecret(secret);
      const name = hash.toString('base64');
      const before = changes;
      const key = live.get(name) ?? (await load(db, hash, now));
      if (!key || (key.expiresAt && key.expiresAt <= now)) return null;
      // A key that was revoked during the query must not be cached as live.
      if (before === changes) live.set(name, key);
      if (now.getTime() - (lastUsed.get(key.id) ?? 0) > LAST_USED_STEP_MS) {
        lastUsed.set(key.id, now.getTime());
        // Not awaited, because in a cluster this write needs every node, but a call with the key must not.
        updateLastUsed(db, key.id, now).catch(() => undefined);
      }
      return key;
    },
    stop,
  };
}

async function load(db: Db, hash: Buffer, now: Date): Promise<LiveKey | null> {
  const row = await findLiveKey(db, hash, now);
  if (!row) return null;
  return { id: row.id, siteId: row.site_id, accountId: row.account_id, scopes: row.scopes, expiresAt: row.expires_at };
}
