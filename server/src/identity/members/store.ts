import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { json } from '../../db/statements.ts';
import type { MemberDetails } from './details.ts';
import { slugOfDeleted } from './slug.ts';
import type { MemberRow } from './wire.ts';

export interface NewMember {
  readonly id: string;
  readonly login_email: string;
  readonly login_email_verified: boolean;
  readonly status: string;
  readonly status_reasons: string[];
  readonly language: string | null;
  readonly password_hash: string | null;
  readonly visitor_id: string | null;
  readonly slug: string;
  readonly privacy_status: string;
  readonly details: MemberDetails;
}

/** The row of a deleted member stays, anonymised; reading finds only those who are there. */
const present = (db: Db, siteId: string) =>
  db.selectFrom('members').selectAll().where('site_id', '=', siteId).where('status', '<>', 'DELETED');

export const findMember = (db: Db, siteId: string, id: string) =>
  present(db, siteId).where('id', '=', id).executeTakeFirst() as Promise<MemberRow | undefined>;

export const findMemberByEmail = (db: Db, siteId: string, email: string) =>
  present(db, siteId).where('login_email', '=', email).executeTakeFirst() as Promise<MemberRow | undefined>;

/** Held until the transaction ends: of two acts on one member the second sees what the first did. */
export const lockMember = (db: Db, siteId: string, id: string) =>
  present(db, siteId).where('id', '=', id).forUpdate().executeTakeFirst() as Promise<MemberRow | undefined>;

/**
 * The visitor whose items and submissions from before signing up are this member's. Of several members who signed up
 * in one browser that is the first: the others must not be shown, or take along, what a stranger made.
 */
export async function findVisitorOf(
  db: Db,
  siteId: string,
  { id, visitor_id }: Pick<MemberRow, 'id' | 'visitor_id'>,
): Promise<string | null> {
  if (!visitor_id) return null;
  const first = await present(db, siteId)
    .where('visitor_id', '=', visitor_id)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return first?.id === id ? visitor_id : null;
}

export const insertMember = (db: Db, siteId: string, member: NewMember) =>
  db
    .insertInto('members')
    .values({ ...member, site_id: siteId, details: json(member.details) })
    .returningAll()
    .executeTakeFirstOrThrow() as unknown as Promise<MemberRow>;

/** What the calls of members/ change of one. Sign-in has its own list (sign-in/store.ts). */
export interface MemberChange {
  readonly details?: MemberDetails;
  readonly slug?: string;
  readonly privacy_status?: string;
  readonly activity_status?: string;
  readonly status?: string;
  readonly status_reasons?: string[];
  readonly login_email?: string;
  readonly login_email_verified?: boolean;
}

/** Call it with the row locked. Constraints `members_slug_key` and `members_login_email_key` refuse what is taken. */
export const changeMember = (db: Db, siteId: string, id: string, { details, ...columns }: MemberChange, now: Date) =>
  db
    .updateTable('members')
    .set({
      ...columns,
      ...(details ? { details: json(details) } : {}),
      revision: sql`revision + 1`,
      updated_at: now,
    })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('status', '<>', 'DELETED')
    .returningAll()
    .executeTakeFirstOrThrow() as unknown as Promise<MemberRow>;

export const updateLastLogin = (db: Db, siteId: string, id: string, now: Date) =>
  db.updateTable('members').set({ last_login_at: now }).where('site_id', '=', siteId).where('id', '=', id).execute();

/** One page of the site's members under a condition made by filter.ts, with the number of all that fit. */
export async function listMembers(
  db: Db,
  siteId: string,
  where: ReturnType<typeof sql<boolean>>,
  orderBy: ReturnType<typeof sql>,
  page: { limit: number; offset: number },
): Promise<{ rows: MemberRow[]; total: number }> {
  const rows = await sql<MemberRow>`
    select * from members where site_id = ${siteId} and status <> 'DELETED' and (${where})
    order by ${orderBy}, id limit ${page.limit} offset ${page.offset}`.execute(db);
  const count = await sql<{ total: number }>`
    select count(*)::int as total from members
    where site_id = ${siteId} and status <> 'DELETED' and (${where})`.execute(db);
  return { rows: rows.rows, total: count.rows[0]?.total ?? 0 };
}

/** Leaves a tombstone that names nobody: neither address nor slug could be anybody's, so both are free again. */
export const anonymiseMember = (db: Db, siteId: string, id: string, now: Date) =>
  db
    .updateTable('members')
    .set({
      status: 'DELETED',
      status_reasons: [],
      login_email: `deleted:${id}`,
      login_email_verified: false,
      password_hash: null,
      password_reset_required: false,
      visitor_id: null,
      slug: slugOfDeleted(id),
      privacy_status: 'PRIVATE',
      activity_status: 'ACTIVE',
      details: json({}),
      language: null,
      last_login_at: null,
      revision: sql`revision + 1`,
      updated_at: now,
    })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute();

const TRACES = [
  'recovery_tokens',
  'sign_in_states',
  'member_devices',
  'session_tokens',
  'authorization_codes',
  'member_roles',
] as const;

/**
 * Links and codes under way, known devices, roles. Sessions that have ended stay until their access tokens have run
 * out, without where they came from.
 */
export async function deleteTracesOfMember(db: Db, siteId: string, memberId: string): Promise<void> {
  for (const table of TRACES) {
    await db.deleteFrom(table).where('site_id', '=', siteId).where('member_id', '=', memberId).execute();
  }
  await db
    .updateTable('member_sessions')
    .set({ user_agent: '', address: '' })
    .where('site_id', '=', siteId)
    .where('member_id', '=', memberId)
    .execute();
}

/** Links and codes that were mailed to an address which is no longer the member's. */
export async function deleteMailedSecrets(db: Db, siteId: string, memberId: string): Promise<void> {
  for (const table of ['recovery_tokens', 'sign_in_states'] as const) {
    await db.deleteFrom(table).where('site_id', '=', siteId).where('member_id', '=', memberId).execute();
  }
}

/** Some of the members under a condition made by filter.ts, in the order of ids. */
export async function listMemberIds(
  db: Db,
  siteId: string,
  where: ReturnType<typeof sql<boolean>>,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from members
    where site_id = ${siteId} and status <> 'DELETED' and (${where}) and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}
