import type { Db } from '../../db/index.ts';

export const findUserByEmail = (db: Db, email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();

/** True while nobody can sign in to the dashboard, so the set-up is not done yet. */
export async function isWithoutOwner(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('site_users')
    .innerJoin('users', 'users.id', 'site_users.user_id')
    .select('users.id')
    .where('site_users.role', '=', 'owner')
    .where('users.password_hash', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row === undefined;
}

export const insertUser = (db: Db, user: { id: string; email: string; password_hash: string | null }) =>
  db.insertInto('users').values(user).returningAll().executeTakeFirstOrThrow();

export const updatePassword = (db: Db, userId: string, passwordHash: string) =>
  db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();

/** Updates only if the old hash is unchanged, so that a concurrent change of the password wins. */
export const replacePasswordHash = (db: Db, userId: string, currentHash: string, passwordHash: string) =>
  db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .where('password_hash', '=', currentHash)
    .execute();

export const insertSession = (
  db: Db,
  session: {
    id: string;
    user_id: string;
    token_hash: Buffer;
    expires_at: Date;
    user_agent: string;
    address?: string;
  },
) => db.insertInto('user_sessions').values(session).execute();

export const findSession = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('user_sessions')
    .innerJoin('users', 'users.id', 'user_sessions.user_id')
    .select(['user_sessions.id as session_id', 'users.id', 'users.email', 'users.name'])
    .where('user_sessions.token_hash', '=', tokenHash)
    .where('user_sessions.expires_at', '>', now)
    .executeTakeFirst();

export const deleteSession = (db: Db, tokenHash: Buffer) =>
  db.deleteFrom('user_sessions').where('token_hash', '=', tokenHash).returning('id').executeTakeFirst();

/** Deletes sessions of the user: all of them, only the session `only`, or all except the session `except`. */
export const deleteSessionsOfUser = (
  db: Db,
  userId: string,
  { only, except }: { readonly only?: string; readonly except?: string } = {},
) =>
  db
    .deleteFrom('user_sessions')
    .where('user_id', '=', userId)
    .$if(only !== undefined, (query) => query.where('id', '=', only as string))
    .$if(except !== undefined, (query) => query.where('id', '!=', except as string))
    .returning('id')
    .execute();

export const listSessionsOfUser = (db: Db, userId: string, now: Date) =>
  db
    .selectFrom('user_sessions')
    .select(['id', 'created_at', 'last_used_at', 'user_agent', 'address'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .limit(100)
    .execute();

/** Records when, and from which address, a session was last used. */
export const touchSession = (db: Db, id: string, now: Date, address: string) =>
  db.updateTable('user_sessions').set({ last_used_at: now, address }).where('id', '=', id).execute();

export const insertSetupLink = (db: Db, link: { token_hash: Buffer; email: string | null; expires_at: Date }) =>
  db.insertInto('setup_links').values(link).execute();

/** Deletes older links for the same person, so that only a new link works. */
export const deleteSetupLinks = (db: Db, email: string | null) =>
  db
    .deleteFrom('setup_links')
    .where('email', email === null ? 'is' : '=', email)
    .execute();

/** Consumes a link. Of two concurrent uses, only one succeeds. */
export const consumeSetupLink = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .updateTable('setup_links')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
