import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';

export const listKeys = (db: Db, siteId: string) =>
  db
    .selectFrom('api_keys')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at')
    .limit(500)
    .execute();

/** Returns a key that is neither revoked nor expired, by the hash of its secret. */
export const findLiveKey = (db: Db, secretHash: Buffer, now: Date) =>
  db
    .selectFrom('api_keys')
    .select(['id', 'site_id', 'account_id', 'scopes', 'expires_at'])
    .where('secret_hash', '=', secretHash)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirst();

/** Returns a key that is neither revoked nor expired, by its id. */
export const findLiveKeyById = (db: Db, siteId: string, id: string, now: Date) =>
  db
    .selectFrom('api_keys')
    .select(['id', 'scopes'])
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirst();

export const insertKey = (
  db: Db,
  key: {
    id: string;
    account_id: string;
    site_id: string;
    name: string;
    secret_hash: Buffer;
    scopes: string[];
    expires_at: Date | null;
  },
) => db.insertInto('api_keys').values(key).returningAll().executeTakeFirstOrThrow();

export const revokeKey = (db: Db, siteId: string, keyId: string) =>
  db
    .updateTable('api_keys')
    .set({ revoked_at: sql`now()` })
    .where('site_id', '=', siteId)
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

export const updateLastUsed = (db: Db, keyId: string, now: Date) =>
  db.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', keyId).execute();
