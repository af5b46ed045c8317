import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { MemberDetails } from './details.ts';
import type { MemberRow } from './wire.ts';

export interface NewMember {
  readonly id: string;
  readonly login_email: string;
  readonly login_email_verified: boolean;
  readonly password_hash: string | null;
  readonly visitor_id: string | null;
  readonly slug: string;
  readonly privacy_status: string;
  readonly details: MemberDetails;
}

export const findMember = (db: Db, siteId: string, id: string) =>
  db.selectFrom('members').selectAll().where('site_id', '=', siteId).where('id', '=', id).executeTakeFirst() as Promise<
    MemberRow | undefined
  >;

export const findMemberByEmail = (db: Db, siteId: string, email: string) =>
  db
    .selectFrom('members')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('login_email', '=', email)
    .executeTakeFirst() as Promise<MemberRow | undefined>;

export const lockMember = (db: Db, siteId: string, id: string) =>
  db
    .selectFrom('members')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst() as Promise<MemberRow | undefined>;

export const insertMember = (db: Db, siteId: string, member: NewMember) =>
  db
    .insertInto('members')
    .values({ ...member, site_id: siteId, details: json(member.details) })
    .returningAll()
    .executeTakeFirstOrThrow() as unknown as Promise<MemberRow>;

export const updateMemberDetails = (
  db: Db,
  siteId: string,
  id: string,
  changes: { details: MemberDetails; privacy_status: string },
) =>
  db
    .updateTable('members')
    .set({
      details: json(changes.details),
      privacy_status: changes.privacy_status,
      revision: sql`revision + 1`,
      updated_at: sql`now()`,
    })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow() as unknown as Promise<MemberRow>;

/** False when there is no such member. */
export async function updateMemberPassword(db: Db, siteId: string, id: string, passwordHash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('members')
    .set({ password_hash: passwordHash, revision: sql`revision + 1`, updated_at: sql`now()` })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

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
    select * from members where site_id = ${siteId} and (${where})
    order by ${orderBy}, id limit ${page.limit} offset ${page.offset}`.execute(db);
  const count = await sql<{ total: number }>`
    select count(*)::int as total from members where site_id = ${siteId} and (${where})`.execute(db);
  return { rows: rows.rows, total: count.rows[0]?.total ?? 0 };
}

const json = (value: unknown) => sql<string>`${JSON.stringify(value)}::jsonb`;
