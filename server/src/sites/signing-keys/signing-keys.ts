import { setTimeout as setTimeoutAsync } from 'node:timers/promises';
import { notifyChange, onChange } from '../../db/changes.ts';
import type { Db } from '../../db/index.ts';
import type { KeyPairs } from '../../kernel/key-pairs.ts';
import { createTokenSigner, LONGEST_LIFETIME_SECONDS, type TokenSigner } from '../../kernel/tokens.ts';
import { makeKey, openKey } from './key-material.ts';
import { createKeyPairs } from './key-pairs.ts';
import {
  type Algorithm,
  hasSigning,
  insertSigningKey,
  listSigningKeys,
  lockSigningKeys,
  retireNow,
  retireSigning,
} from './store.ts';

/** The keys that sign tokens, shared by every server process through the database. */
export interface SigningKeyRing {
  readonly tokens: TokenSigner;
  readonly keyPairs: KeyPairs;
  /** creates new signing keys; the old ones verify until all their tokens have expired. Returns the new ids */
  rotate(): Promise<string[]>;
  /** rejects everything that a stolen key signed, from now on. False if no such key verifies */
  retire(id: string): Promise<boolean>;
  /** returns the verifying keys; the signing key of each algorithm has no time of retirement */
  list(): Promise<{ id: string; algorithm: string; created: string; retired: string | null }[]>;
  stop(): void;
}

const RETRY_MS = 1_000;
/** Minimum milliseconds between queries for unknown key ids, because a token can contain any id. */
const LOOK_EVERY_MS = 1_000;
/** How long a retired key still verifies. Identity tokens live an hour, but receivers of webhooks may be late. */
const OVERLAP_SECONDS: Readonly<Record<Algorithm, number>> = { HS256: LONGEST_LIFETIME_SECONDS, RS256: 7 * 86_400 };

/**
 * Loads the keys, creates the first one, and subscribes to changes of any process. The keys are stored encrypted, so that a
 * copy of the database alone cannot forge a token.
 * @throws Error with one sentence if the secret is not the one with which this database was created
 */
export async function createSigningKeyRing(db: Db, secret: string): Promise<SigningKeyRing> {
  await makeWhereNone(db, secret, 'HS256');
  const first = await loadKeys(db, secret);
  let lastLook = 0;
  let nextLook: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;
  let loading = Promise.resolve();
  // One after the other, so that an older result never replaces a newer one.
  const reload = (): Promise<void> => {
    loading = loading
      .catch(() => undefined)
      .then(async () => {
        const keys = await loadKeys(db, secret);
        tokens.use(keys.shared);
        keyPairs.use(keys.pairs);
      });
    return loading;
  };
  // All callers share the next query: a token of a new key is never rejected, and made-up ids cause few queries.
  const look = (): Promise<void> => {
    nextLook ??= setTimeoutAsync(Math.max(0, lastLook + LOOK_EVERY_MS - Date.now()), undefined, { ref: false }).then(
      () => {
        nextLook = undefined;
        lastLook = Date.now();
        return reload().catch(() => undefined);
      },
    );
    return nextLook;
  };
  const tokens = createTokenSigner(first.shared, look);
  const keyPairs = createKeyPairs(first.pairs, async () => {
    await makeWhereNone(db, secret, 'RS256');
    await reload();
  });
  const follow = (): void => {
    reload().catch(() => {
      retry ??= setTimeout(() => {
        retry = undefined;
        follow();
      }, RETRY_MS).unref();
    });
  };
  const unlisten = onChange('signing-key', follow);

  return {
    tokens,
    keyPairs,
    async rotate() {
      const made = await rotateKeys(db, secret);
      await reload();
      return made;
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

async function makeWhereNone(db: Db, secret: string, algorithm: Algorithm): Promise<void> {
  if (await hasSigning(db, algorithm)) return;
  const key = await makeKey(secret, algorithm);
  await underLock(db, async (db) => {
    // Of two processes that start at once, the second finds the key of the first.
    if (await hasSigning(db, algorithm)) return;
    await insertSigningKey(db, key);
    await notifyChange(db, 'signing-key', key.id);
  });
}

async function rotateKeys(db: Db, secret: string): Promise<string[]> {
  const algorithms: Algorithm[] = (await hasSigning(db, 'RS256')) ? ['HS256', 'RS256'] : ['HS256'];
  const made = await Promise.all(algorithms.map((algorithm) => makeKey(secret, algorithm)));
  await underLock(db, async (db) => {
    for (const key of made) {
      await retireSigning(db, key.algorithm, OVERLAP_SECONDS[key.algorithm]);
      await insertSigningKey(db, key);
      await notifyChange(db, 'signing-key', key.id);
    }
  });
  return made.map((key) => key.id);
}

async function retireKey(db: Db, secret: string, id: string): Promise<boolean> {
  // Created before the lock is taken, because creating a pair takes a while.
  const spare = await Promise.all([makeKey(secret, 'HS256'), makeKey(secret, 'RS256')]);
  return underLock(db, async (db) => {
    const retired = await retireNow(db, id);
    const next = spare.find((key) => key.algorithm === retired?.algorithm);
    if (!retired || !next) return false;
    if (!(await hasSigning(db, next.algorithm))) await insertSigningKey(db, next);
    await notifyChange(db, 'signing-key', id);
    return true;
  });
}

const underLock = <R>(db: Db, work: (db: Db) => Promise<R>): Promise<R> =>
  db.transaction().execute(async (db) => {
    await lockSigningKeys(db);
    return work(db);
  });
