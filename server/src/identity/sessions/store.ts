import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';

const DAY_MS = 86_400_000;
/** as long as the cookie of a browser lives */
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

/** A live session of an active member by the secret of its cookie. */
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

/** The live session behind a refresh token, of an active member; the token may have been followed by another one. */
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

/** Sliding expiry: a session and its refresh token that are used live on; a token that was followed runs out. */
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

/** Ends the sessions and answers the ids of those that had not ended before. */
export async function endSessions(db: Db, siteId: string, ids: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update member_sessions set ended_at = ${now}
    where site_id = ${siteId} and id = any(${ids}::uuid[]) and ended_at is null
    returning id`.execute(db);
  return rows.map((row) => row.id);
}

/** The session, the browser's session that it came from, and all that came from that one. */
export async function listSessionFamily(db: Db, siteId: string, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with root as (
      select coalesce(parent_id, id) as id from member_sessions where site_id = ${siteId} and id = ${id}
    )
    select s.id from member_sessions s, root
    where s.site_id = ${siteId} and s.ended_at is null and (s.id = root.id or s.parent_id = root.id)`.execute(db);
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

/** Where the member is signed in: sessions that came from no other one, with the latest use of all that came from each. */
export async function listSessionRoots(db: Db, siteId: string, memberId: string, now: Date) {
  const { rows } = await sql<{
    id: string;
    created_at: Date;
    last_used_at: Date;
    user_agent: string;
    address: string;
    app_name: string | null;
  }>`
    select s.id, s.created_at, s.user_agent, s.address, a.name as app_name,
      greatest(s.last_used_at, (
        select max(child.last_used_at) from member_sessions child
        where child.site_id = s.site_id and child.parent_id = s.id and child.ended_at is null
      )) as last_used_at
    from member_sessions s left join apps a on a.id = s.app_id
    where s.site_id = ${siteId} and s.member_id = ${memberId} and s.parent_id is null
      and s.ended_at is null and s.expires_at > ${now}
    order by last_used_at desc limit 100`.execute(db);
  return rows;
}

/** The root of the family that a session of this member belongs to. */
export async function findSessionRoot(
  db: Db,
  siteId: string,
  memberId: string,
  id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select coalesce(parent_id, id) as id from member_sessions
    where site_id = ${siteId} and id = ${id} and member_id = ${memberId}`.execute(db);
  return rows[0]?.id;
}

/** Sessions of every site that ended since; their access tokens may still be unexpired. */
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

/** Takes the token away and answers its member: of two that try, one has it. */
export async function consumeSessionToken(
  db: Db,
  siteId: string,
  tokenHash: Buffer,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ member_id: string }>`
    with taken as (
      delete from session_tokens where site_id = ${siteId} and token_hash = ${tokenHash} returning member_id, expires_at
    )
    select m.id as member_id from taken join members m on m.site_id = ${siteId} and m.id = taken.member_id
    where taken.expires_at > ${now} and m.status = 'ACTIVE'`.execute(db);
  return rows[0]?.member_id;
}

/** Deletes what a member could still exchange for a session: session tokens and unused authorization codes. */
export async function deleteUnexchanged(db: Db, siteId: string, memberId: string): Promise<void> {
  await db.deleteFrom('session_tokens').where('site_id', '=', siteId).where('member_id', '=', memberId).execute();
  await db
    .deleteFrom('authorization_codes')
    .where('site_id', '=', siteId)
    .where('member_id', '=', memberId)
    .where('used_at', 'is', null)
    .execute();
}

/** Throws away what expired or ended a day ago and more: nothing of it can be used, or is shown, any longer. */
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
  await sql`
    with gone as (
      delete from member_sessions where expires_at < ${before} or ended_at < ${before} returning site_id, id
    )
    delete from refresh_tokens where (site_id, session_id) in (select site_id, id from gone)`.execute(db);
  const unseen = new Date(now.getTime() - DEVICE_DAYS * DAY_MS);
  await db.deleteFrom('member_devices').where('last_seen_at', '<', unseen).execute();
}
