import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';

const DAY_MS = 86_400_000;
/** Lifetime of the device cookie (cookies.ts). */
const DEVICE_DAYS = 400;

export interface NewSession {
  readonly id: string;
  readonly member_id: string;
  readonly parent_id: string | null;
  readonly app_id: string | null;
  readonly cookie_hash: Buffer | null;
  readonly expires_at: Date;
  readonly user_agent: string;
  readonly address: string;
}

export const insertSession = (db: Db, siteId: string, session: NewSession) =>
  db
    .insertInto('member_sessions')
    .values({ ...session, site_id: siteId })
    .execute();

/** Returns the live session with this cookie, if its member is active. */
export const findSessionByCookie = (db: Db, siteId: string, cookieHash: Buffer, now: Date) =>
  db
    .selectFrom('member_sessions as s')
    .innerJoin('members as m', (join) => join.onRef('m.site_id', '=', 's.site_id').onRef('m.id', '=', 's.member_id'))
    .select(['s.id', 's.member_id', 's.expires_at', 's.created_at'])
    .where('s.site_id', '=', siteId)
    .where('s.cookie_hash', '=', cookieHash)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', now)
    .where('m.status', '=', 'ACTIVE')
    .executeTakeFirst();

export const insertRefreshToken = (
  db: Db,
  siteId: string,
  token: { token_hash: Buffer; session_id: string; app_id: string; expires_at: Date },
) =>
  db
    .insertInto('refresh_tokens')
    .values({ ...token, site_id: siteId })
    .execute();

/**
 * Returns the live session of a refresh token, if its member is active. The token may have been replaced
 * (`rotated_at`).
 */
export const findRefreshToken = (db: Db, siteId: string, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('refresh_tokens as r')
    .innerJoin('member_sessions as s', (join) =>
      join.onRef('s.site_id', '=', 'r.site_id').onRef('s.id', '=', 'r.session_id'),
    )
    .innerJoin('members as m', (join) => join.onRef('m.site_id', '=', 's.site_id').onRef('m.id', '=', 's.member_id'))
    .select(['r.app_id', 'r.session_id', 'r.expires_at', 'r.rotated_at', 's.member_id'])
    .where('r.site_id', '=', siteId)
    .where('r.token_hash', '=', tokenHash)
    .where('r.expires_at', '>', now)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', now)
    .where('m.status', '=', 'ACTIVE')
    .executeTakeFirst();

/** Extends a session that is used, and its current refresh token. Refresh tokens that were replaced still expire. */
export async function extendSession(db: Db, siteId: string, id: string, now: Date, expiresAt: Date): Promise<void> {
  await db
    .updateTable('member_sessions')
    .set({ last_used_at: now, expires_at: expiresAt })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute();
  await db
    .updateTable('refresh_tokens')
    .set({ expires_at: expiresAt })
    .where('site_id', '=', siteId)
    .where('session_id', '=', id)
    .where('rotated_at', 'is', null)
    .execute();
}

export async function isSessionEnded(db: Db, siteId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('member_sessions')
    .select('ended_at')
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.ended_at != null;
}

/**
 * Marks a refresh token as replaced, if it is not yet. Uses the clock of the database, because all processes share it.
 * @returns false if it was replaced more than `graceSeconds` ago
 */
export async function markRotated(db: Db, siteId: string, tokenHash: Buffer, graceSeconds: number): Promise<boolean> {
  const row = await db
    .with('marked', (db) =>
      db
        .updateTable('refresh_tokens')
        .set({ rotated_at: sql`time_if(rotated_at is null, now(), rotated_at)` })
        .where('site_id', '=', siteId)
        .where('token_hash', '=', tokenHash)
        .returning('rotated_at'),
    )
    .selectFrom('marked')
    .select(sql<boolean>`rotated_at > now() - make_interval(secs => ${graceSeconds})`.as('in_time'))
    .executeTakeFirst();
  return row?.in_time ?? false;
}

/** Inserts a refresh token unless it exists. @returns true if it existed and was replaced already */
export async function upsertRefreshToken(
  db: Db,
  siteId: string,
  token: { token_hash: Buffer; session_id: string; app_id: string; expires_at: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('refresh_tokens')
    .values({ ...token, site_id: siteId })
    // An update without effect, because "do nothing" would return no row.
    .onConflict((conflict) =>
      conflict
        .columns(['site_id', 'token_hash'])
        .doUpdateSet((eb) => ({ expires_at: eb.ref('refresh_tokens.expires_at') })),
    )
    .returning('rotated_at')
    .executeTakeFirst();
  return row?.rotated_at != null;
}

/** Ends the sessions and returns the ids of those that had not ended before. */
export async function endSessions(db: Db, siteId: string, ids: readonly string[], now: Date): Promise<string[]> {
  const rows = await db
    .updateTable('member_sessions')
    .set({ ended_at: now })
    .where('site_id', '=', siteId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Returns the live sessions of a family: one browser session, and the sessions of apps that it authorized. */
export async function listSessionFamily(db: Db, siteId: string, id: string): Promise<string[]> {
  const rows = await db
    .with('root', (db) =>
      db
        .selectFrom('member_sessions')
        .select(sql<string>`coalesce(parent_id, id)`.as('id'))
        .where('site_id', '=', siteId)
        .where('id', '=', id),
    )
    .selectFrom(['member_sessions as s', 'root'])
    .select('s.id')
    .where('s.site_id', '=', siteId)
    .where('s.ended_at', 'is', null)
    .where((eb) => eb.or([eb('s.id', '=', eb.ref('root.id')), eb('s.parent_id', '=', eb.ref('root.id'))]))
    .execute();
  return rows.map((row) => row.id);
}

export async function listLiveSessionIds(db: Db, siteId: string, memberId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('member_sessions')
    .select('id')
    .where('site_id', '=', siteId)
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Returns the member's live browser sessions, and the live app sessions that no browser session authorized. The
 * latest use of a browser session includes that of the sessions that it authorized.
 */
export const listSessionRoots = (db: Db, siteId: string, memberId: string, now: Date) =>
  db
    .selectFrom('member_sessions as s')
    .leftJoin('apps as a', 'a.id', 's.app_id')
    .select(['s.id', 's.created_at', 's.user_agent', 's.address', 'a.name as app_name'])
    .select(
      sql<Date>`greatest(s.last_used_at, (
        select max(child.last_used_at) from member_sessions child
        where child.site_id = s.site_id and child.parent_id = s.id and child.ended_at is null
      ))`.as('last_used_at'),
    )
    .where('s.site_id', '=', siteId)
    .where('s.member_id', '=', memberId)
    .where('s.parent_id', 'is', null)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .limit(100)
    .execute();

/** Returns the root of the family that a session of this member belongs to. */
export async function findSessionRoot(
  db: Db,
  siteId: string,
  memberId: string,
  id: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('member_sessions')
    .select(sql<string>`coalesce(parent_id, id)`.as('id'))
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row?.id;
}

/** Returns the sessions, of all sites, that ended after `since`; their access tokens may not have expired yet. */
export const listEndedSessions = (db: Db, since: Date) =>
  db
    .selectFrom('member_sessions')
    .select(['site_id', 'id', 'ended_at'])
    .where('ended_at', '>', since)
    .orderBy('ended_at', 'desc')
    .limit(1_000_000)
    .execute();

export const insertSessionToken = (
  db: Db,
  siteId: string,
  token: { token_hash: Buffer; member_id: string; expires_at: Date },
) =>
  db
    .insertInto('session_tokens')
    .values({ ...token, site_id: siteId })
    .execute();

/** Deletes the token and returns its member, if active. Of two concurrent calls, only one gets the member. */
export async function consumeSessionToken(
  db: Db,
  siteId: string,
  tokenHash: Buffer,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .with('taken', (db) =>
      db
        .deleteFrom('session_tokens')
        .where('site_id', '=', siteId)
        .where('token_hash', '=', tokenHash)
        .returning(['member_id', 'expires_at']),
    )
    .selectFrom('taken')
    .innerJoin('members as m', (join) => join.on('m.site_id', '=', siteId).onRef('m.id', '=', 'taken.member_id'))
    .select('m.id as member_id')
    .where('taken.expires_at', '>', now)
    .where('m.status', '=', 'ACTIVE')
    .executeTakeFirst();
  return row?.member_id;
}

/**
 * Deletes the session tokens and unused authorization codes of a member, because they can be exchanged for a session.
 */
export async function deleteUnexchangedCredentials(db: Db, siteId: string, memberId: string): Promise<void> {
  await db.deleteFrom('session_tokens').where('site_id', '=', siteId).where('member_id', '=', memberId).execute();
  await db
    .deleteFrom('authorization_codes')
    .where('site_id', '=', siteId)
    .where('member_id', '=', memberId)
    .where('used_at', 'is', null)
    .execute();
}

/**
 * Deletes tokens, codes and sessions that expired or ended more than a day ago, and devices that were not used for 400
 * days.
 */
export async function sweepIdentity(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - DAY_MS);
  for (const table of [
    'session_tokens',
    'authorization_codes',
    'sign_in_states',
    'recovery_tokens',
    'refresh_tokens',
  ] as const) {
    await db.deleteFrom(table).where('expires_at', '<', before).execute();
  }
  await db
    .with('deleted', (db) =>
      db
        .deleteFrom('member_sessions')
        .where((eb) => eb.or([eb('expires_at', '<', before), eb('ended_at', '<', before)]))
        .returning(['site_id', 'id']),
    )
    .deleteFrom('refresh_tokens')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('site_id', 'session_id'),
        'in',
        selectFrom('deleted').select(['deleted.site_id', 'deleted.id']).$asTuple('site_id', 'id'),
      ),
    )
    .execute();
  const unseen = new Date(now.getTime() - DEVICE_DAYS * DAY_MS);
  await db.deleteFrom('member_devices').where('last_seen_at', '<', unseen).execute();
}
