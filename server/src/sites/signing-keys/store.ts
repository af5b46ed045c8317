import { type Insertable, sql } from 'kysely';
import { ADVISORY_LOCKS } from '../../db/advisory-locks.ts';
import type { Db } from '../../db/index.ts';
import type { SigningKeys } from '../../db/tables.gen.ts';

export type Algorithm = 'HS256' | 'RS256';

/** Returns the keys that still verify. The signing key of each algorithm comes first, then the others, newest first. */
export const listSigningKeys = (db: Db) =>
  db
    .selectFrom('signing_keys')
    .selectAll()
    .where((eb) => eb.or([eb('retired_at', 'is', null), eb('retired_at', '>', sql<Date>`now()`)]))
    .orderBy(sql`retired_at is null`, 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1_000)
    .execute();

export const insertSigningKey = (db: Db, key: Insertable<SigningKeys>) =>
  db.insertInto('signing_keys').values(key).execute();

/** Retires the signing key of an algorithm, if any. The key verifies tokens for `overlapSeconds` more. */
export const retireSigningKey = (db: Db, algorithm: Algorithm, overlapSeconds: number) =>
  db
    .updateTable('signing_keys')
    .set({ retired_at: sql`now() + make_interval(secs => ${overlapSeconds})` })
    .where('algorithm', '=', algorithm)
    .where('retired_at', 'is', null)
    .execute();

/** Retires the key at once, so that it verifies no token any more. */
export const retireKeyNow = (db: Db, id: string) =>
  db
    .updateTable('signing_keys')
    .set({ retired_at: sql`now()` })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('retired_at', 'is', null), eb('retired_at', '>', sql<Date>`now()`)]))
    .returning(['id', 'algorithm'])
    .executeTakeFirst();

export async function hasSigningKey(db: Db, algorithm: Algorithm): Promise<boolean> {
  const row = await db
    .selectFrom('signing_keys')
    .select('id')
    .where('algorithm', '=', algorithm)
    .where('retired_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks the creation and retirement of keys until the transaction ends. */
export const lockSigningKeys = (db: Db) =>
  db.selectNoFrom(sql`pg_advisory_xact_lock(${ADVISORY_LOCKS.signingKeys}::bigint)`.as('locked')).execute();
