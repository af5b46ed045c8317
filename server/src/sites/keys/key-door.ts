import { onChange } from '../../db/changes.ts';
import type { Db } from '../../db/index.ts';
import { hashSecret } from '../../kernel/ids.ts';
import { findLiveKey, updateLastUsed } from './store.ts';

/** A key as authentication needs it. */
export interface LiveKey {
  readonly id: string;
  readonly siteId: string;
  readonly accountId: string;
  readonly scopes: readonly string[];
  readonly expiresAt: Date | null;
}

const MOST_REMEMBERED = 10_000;
/** how often the use of a key is written down; a write on every call would cost more than the call */
const LAST_USED_STEP_MS = 60_000;

/**
 * Looks keys up by their secret and remembers live ones until a change is announced. Unknown secrets are not
 * remembered: guesses would fill the memory. The map is keyed by the hash, so the memory holds no secret either.
 */
export function createKeyDoor(db: Db): { find(secret: string, now: Date): Promise<LiveKey | null>; stop(): void } {
  const live = new Map<string, LiveKey>();
  const noted = new Map<string, number>();
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
      if (live.size >= MOST_REMEMBERED) live.clear();
      // A key revoked while it was being read must not be remembered as live.
      if (before === changes) live.set(name, key);
      if (now.getTime() - (noted.get(key.id) ?? 0) > LAST_USED_STEP_MS) {
        noted.set(key.id, now.getTime());
        await updateLastUsed(db, key.id, now);
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
