import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';

export const insertRole = (db: Db, siteId: string, memberId: string, roleKey: string, now: Date) =>
  sql`
    insert into member_roles (site_id, member_id, role_key, assigned_at)
    values (${siteId}, ${memberId}, ${roleKey}, ${now})`.execute(db);

/** Returns false if the member did not have the role. */
export async function deleteRole(db: Db, siteId: string, memberId: string, roleKey: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from member_roles
    where site_id = ${siteId} and member_id = ${memberId} and role_key = ${roleKey}`.execute(db);
  return numAffectedRows > 0n;
}

export async function listRoles(db: Db, siteId: string, memberId: string): Promise<string[]> {
  const rows = await listRolesOfMembers(db, siteId, { memberIds: [memberId], roleKeys: null }, 1);
  return rows.map((row) => row.role_key);
}

/** Returns every role of the first matching members. A filter of null matches all. */
export async function listRolesOfMembers(
  db: Db,
  siteId: string,
  filter: { readonly memberIds: readonly string[] | null; readonly roleKeys: readonly string[] | null },
  maxMembers: number,
): Promise<{ member_id: string; role_key: string }[]> {
  const { memberIds, roleKeys } = filter;
  const { rows } = await sql<{ member_id: string; role_key: string }>`
    select member_id, role_key from member_roles
    where site_id = ${siteId} and member_id in (
      select distinct member_id from member_roles
      where site_id = ${siteId} and (${memberIds}::uuid[] is null or member_id = any(${memberIds}::uuid[]))
        and (${roleKeys}::text[] is null or role_key = any(${roleKeys}::text[]))
      order by member_id limit ${maxMembers}
    )
    order by member_id, role_key`.execute(db);
  return rows;
}
