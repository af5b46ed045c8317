import { type Insertable, sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { SigningKeys } from '../../db/tables.gen.ts';

export type Algorithm = 'HS256' | 'RS256';

/** Number of the advisory lock under which keys are made and retired. */
const KEYS_LOCK = 4_017_220_503;

/** Keys that still verify; of each algorithm the one that signs first, then the newest. */
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

/** The keys of an algorithm that sign, which is one at most, verify for so long yet. */
export const retireSigning = (db: Db, algorithm: Algorithm, overlapSeconds: number) =>
  db
    .updateTable('signing_keys')
    .set({ retired_at: sql`now() + make_interval(secs => ${overlapSeconds})` })
    .where('algorithm', '=', algorithm)
    .where('retired_at', 'is', null)
    .execute();

/** The key is refused from now on. */
export const retireNow = (db: Db, id: string) =>
  db
    .updateTable('signing_keys')
    .set({ retired_at: sql`now()` })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('retired_at', 'is', null), eb('retired_at', '>', sql<Date>`now()`)]))
    .returning(['id', 'algorithm'])
    .executeTakeFirst();

export async function hasSigning(db: Db, algorithm: Algorithm): Promise<boolean> {
  const row = await db
    .selectFrom('signing_keys')
    .select('id')
    .where('algorithm', '=', algorithm)
    .where('retired_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Until the transaction ends nobody else makes or retires keys. */
export const lockSigningKeys = (db: Db) => sql`select pg_advisory_xact_lock(${KEYS_LOCK}::bigint)`.execute(db);
