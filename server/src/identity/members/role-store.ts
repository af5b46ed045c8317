import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';

export const insertRole = (db: Db, siteId: string, memberId: string, roleKey: string, now: Date) =>
  db
    .insertInto('member_roles')
    .values({ site_id: siteId, member_id: memberId, role_key: roleKey, assigned_at: now })
    .execute();

/** True when the member had it. */
export async function deleteRole(db: Db, siteId: string, memberId: string, roleKey: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('member_roles')
    .where('site_id', '=', siteId)
    .where('member_id', '=', memberId)
    .where('role_key', '=', roleKey)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function listRoles(db: Db, siteId: string, memberId: string): Promise<string[]> {
  const rows = await listRolesOfMembers(db, siteId, { memberIds: [memberId], roleKeys: null }, 1);
  return rows.map((row) => row.role_key);
}

/** Every role of the first members that fit; null asks for nothing. */
export async function listRolesOfMembers(
  db: Db,
  siteId: string,
  wanted: { readonly memberIds: readonly string[] | null; readonly roleKeys: readonly string[] | null },
  mostMembers: number,
): Promise<{ member_id: string; role_key: string }[]> {
  const { memberIds, roleKeys } = wanted;
  const { rows } = await sql<{ member_id: string; role_key: string }>`
    select member_id, role_key from member_roles
    where site_id = ${siteId} and member_id in (
      select distinct member_id from member_roles
      where site_id = ${siteId} and (${memberIds}::uuid[] is null or member_id = any(${memberIds}::uuid[]))
        and (${roleKeys}::text[] is null or role_key = any(${roleKeys}::text[]))
      order by member_id limit ${mostMembers}
    )
    order by member_id, role_key`.execute(db);
  return rows;
}
