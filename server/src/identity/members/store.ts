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

/** Selects members who are not deleted. The anonymized rows of deleted members stay in the table. */
const selectExisting = (db: Db, siteId: string) =>
  db.selectFrom('members').selectAll().where('site_id', '=', siteId).where('status', '<>', 'DELETED');

export const findMember = (db: Db, siteId: string, id: string) =>
  selectExisting(db, siteId).where('id', '=', id).executeTakeFirst() as Promise<MemberRow | undefined>;

export const findMemberByEmail = (db: Db, siteId: string, email: string) =>
  selectExisting(db, siteId).where('login_email', '=', email).executeTakeFirst() as Promise<MemberRow | undefined>;

/** Locks the row until the transaction ends, so that concurrent changes of one member run one after the other. */
export const lockMember = (db: Db, siteId: string, id: string) =>
  selectExisting(db, siteId).where('id', '=', id).forUpdate().executeTakeFirst() as Promise<MemberRow | undefined>;

/**
 * Returns the visitor whose items and submissions belong to this member. If several members signed up in one browser,
 * the visitor's content belongs to the first of them: the others must not read or delete what a stranger created.
 */
export async function findVisitorOf(
  db: Db,
  siteId: string,
  { id, visitor_id }: Pick<MemberRow, 'id' | 'visitor_id'>,
): Promise<string | null> {
  if (!visitor_id) return null;
  const first = await selectExisting(db, siteId)
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

/** The columns that members/ changes. Sign-in has its own list (sign-in/store.ts). */
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

/**
 * Changes a member whose row is locked. The update violates `members_slug_key` or `members_login_email_key` if the slug
 * or the address is taken.
 */
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

/** Turns the row into an anonymous tombstone, and makes the address and the slug available again. */
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

const TABLES_OF_MEMBERS = [
  'recovery_tokens',
  'sign_in_states',
  'member_devices',
  'session_tokens',
  'authorization_codes',
  'member_roles',
] as const;

/**
 * Deletes pending links and codes, known devices and roles. Ended sessions stay until their access tokens have expired,
 * but without user agent and address.
 */
export async function deleteTracesOfMember(db: Db, siteId: string, memberId: string): Promise<void> {
  for (const table of TABLES_OF_MEMBERS) {
    await db.deleteFrom(table).where('site_id', '=', siteId).where('member_id', '=', memberId).execute();
  }
  await db
    .updateTable('member_sessions')
    .set({ user_agent: '', address: '' })
    .where('site_id', '=', siteId)
    .where('member_id', '=', memberId)
    .execute();
}

/** Deletes links and codes that were mailed to a former address of the member. */
export async function deleteMailedSecrets(db: Db, siteId: string, memberId: string): Promise<void> {
  for (const table of ['recovery_tokens', 'sign_in_states'] as const) {
    await db.deleteFrom(table).where('site_id', '=', siteId).where('member_id', '=', memberId).execute();
  }
}
