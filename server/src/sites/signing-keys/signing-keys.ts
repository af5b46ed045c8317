import { setTimeout as setTimeoutAsync } from 'node:timers/promises';
import { notifyChange, onChange } from '../../db/changes.ts';
import type { Db } from '../../db/index.ts';
import type { KeyPairs } from '../../kernel/key-pairs.ts';
import { createTokenSigner, MAX_LIFETIME_SECONDS, type TokenSigner } from '../../kernel/tokens.ts';
import { createKey, openKey } from './key-material.ts';
import { createReplaceableKeyPairs } from './key-pairs.ts';
import {
  type Algorithm,
  hasSigningKey,
  insertSigningKey,
  listSigningKeys,
  lockSigningKeys,
  retireKeyNow,
  retireSigningKey,
} from './store.ts';

/** The keys that sign tokens, shared by every server process through the database. */
export interface SigningKeyRing {
  readonly tokenSigner: TokenSigner;
  readonly keyPairs: KeyPairs;
  /** Creates new signing keys and returns their ids. The old keys verify until all their tokens have expired. */
  rotate(): Promise<string[]>;
  /** Revokes a stolen key at once, so that it no longer verifies. Returns false if no verifying key has this id. */
  retire(id: string): Promise<boolean>;
  /** Returns the keys that verify tokens. `retired` is null for the key of each algorithm that also signs. */
  list(): Promise<{ id: string; algorithm: string; created: string; retired: string | null }[]>;
  stop(): void;
}

const RETRY_MS = 1_000;
/** Minimum milliseconds between queries for unknown key ids, because a token can contain any id. */
const MIN_QUERY_INTERVAL_MS = 1_000;
/** How long a retired key still verifies. Identity tokens live an hour, but receivers of webhooks may be late. */
const OVERLAP_SECONDS: Readonly<Record<Algorithm, number>> = { HS256: MAX_LIFETIME_SECONDS, RS256: 7 * 86_400 };

/**
 * Loads the keys, creates the first one, and subscribes to changes of any process. The keys are stored encrypted, so
 * that a copy of the database alone cannot forge a token.
 * @throws Error with one sentence if the secret is not the one with which this database was created
 */
export async function createSigningKeyRing(db: Db, secret: string): Promise<SigningKeyRing> {
  await createKeyIfMissing(db, secret, 'HS256');
  const first = await loadKeys(db, secret);
  let lastQueryAt = 0;
  let nextQuery: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;
  let loading = Promise.resolve();
  // Reloads run one after the other, so that an older result never replaces a newer one.
  const reload = (): Promise<void> => {
    loading = loading
      .catch(() => undefined)
      .then(async () => {
        const keys = await loadKeys(db, secret);
        tokenSigner.use(keys.shared);
        keyPairs.use(keys.pairs);
      });
    return loading;
  };
  // All calls share the next query, so that a new key is found soon but invented ids cause few queries.
  const reloadForUnknownId = (): Promise<void> => {
    nextQuery ??= setTimeoutAsync(Math.max(0, lastQueryAt + MIN_QUERY_INTERVAL_MS - Date.now()), undefined, {
      ref: false,
    }).then(() => {
      nextQuery = undefined;
      lastQueryAt = Date.now();
      return reload().catch(() => undefined);
    });
    return nextQuery;
  };
  const tokenSigner = createTokenSigner(first.shared, reloadForUnknownId);
  const keyPairs = createReplaceableKeyPairs(first.pairs, async () => {
    await createKeyIfMissing(db, secret, 'RS256');
    await reload();
  });
  const reloadWithRetry = (): void => {
    reload().catch(() => {
      retry ??= setTimeout(() => {
        retry = undefined;
        reloadWithRetry();
      }, RETRY_MS).unref();
    });
  };
  const unlisten = onChange('signing-key', reloadWithRetry);

  return {
    tokenSigner,
    keyPairs,
    async rotate() {
      const ids = await rotateKeys(db, secret);
      await reload();
      return ids;
    },
    async retire(id) {
      const retired = await retireKey(db, secret, id);
      await reload();
      return retired;
    },
    async list() {
      return (await listSigningKeys(db)).map(({ id, algorithm, created_at, retired_at }) => ({
        id,
        algorithm,
        created: created_at.toISOString(),
        retired: retired_at?.toISOString() ?? null,
      }));
    },
    stop() {
      unlisten();
      clearTimeout(retry);
    },
  };
}

async function loadKeys(db: Db, secret: string) {
  const rows = await listSigningKeys(db);
  const keys = rows.map((row) => openKey(secret, row));
  return {
    shared: keys.flatMap((key) => (key.algorithm === 'HS256' ? [key] : [])),
    pairs: keys.flatMap((key) => (key.algorithm === 'RS256' ? [key] : [])),
  };
}

async function createKeyIfMissing(db: Db, secret: string, algorithm: Algorithm): Promise<void> {
  if (await hasSigningKey(db, algorithm)) return;
  const key = await createKey(secret, algorithm);
  await withLock(db, async (db) => {
    // If two processes start at the same time, the second finds the key of the first.
    if (await hasSigningKey(db, algorithm)) return;
    await insertSigningKey(db, key);
    await notifyChange(db, 'signing-key', key.id);
  });
}

async function rotateKeys(db: Db, secret: string): Promise<string[]> {
  const algorithms: Algorithm[] = (await hasSigningKey(db, 'RS256')) ? ['HS256', 'RS256'] : ['HS256'];
  const createdKeys = await Promise.all(algorithms.map((algorithm) => createKey(secret, algorithm)));
  await withLock(db, async (db) => {
    for (const key of createdKeys) {
      await retireSigningKey(db, key.algorithm, OVERLAP_SECONDS[key.algorithm]);
      await insertSigningKey(db, key);
      await notifyChange(db, 'signing-key', key.id);
    }
  });
  return createdKeys.map((key) => key.id);
}

async function retireKey(db: Db, secret: string, id: string): Promise<boolean> {
  // A key of each algorithm is created before the lock is taken, because an RSA key pair takes a while. Which one is
  // needed is known only under the lock.
  const spareKeys = await Promise.all([createKey(secret, 'HS256'), createKey(secret, 'RS256')]);
  return withLock(db, async (db) => {
    const retired = await retireKeyNow(db, id);
    const next = spareKeys.find((key) => key.algorithm === retired?.algorithm);
    if (!retired || !next) return false;
    if (!(await hasSigningKey(db, next.algorithm))) await insertSigningKey(db, next);
    await notifyChange(db, 'signing-key', id);
    return true;
  });
}

const withLock = <R>(db: Db, work: (db: Db) => Promise<R>): Promise<R> =>
  db.transaction().execute(async (db) => {
    await lockSigningKeys(db);
    return work(db);
  });
