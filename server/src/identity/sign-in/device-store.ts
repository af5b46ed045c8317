import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';

/** Also queries for a member who does not exist, so that the time taken does not reveal who is registered. */
export async function isDeviceKnown(db: Db, siteId: string, memberId: string, deviceHash: Buffer): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (
      select from member_devices
      where site_id = ${siteId} and member_id = ${memberId} and device_hash = ${deviceHash}
    ) as known`.execute(db);
  return rows[0]?.known ?? false;
}

/**
 * Stores the devices of a sign-in.
 * @returns `before`, the number of devices that the member had before, and `known`, how many of `hashes` were among them
 */
export async function upsertDevices(
  db: Db,
  siteId: string,
  memberId: string,
  hashes: readonly Buffer[],
  now: Date,
): Promise<{ known: number; before: number }> {
  // A separate statement counts the devices, because in a cluster a query also reads the rows that an insert in its
  // `with` has stored.
  const { rows } = await sql<{ known: number; before: number }>`
    select count(*)::int as before, (count(*) filter (where device_hash = any(${hashes}::bytea[])))::int as known
    from member_devices where site_id = ${siteId} and member_id = ${memberId}`.execute(db);
  await sql`
    insert into member_devices (site_id, member_id, device_hash, first_seen_at, last_seen_at)
    select ${siteId}::uuid, ${memberId}::uuid, hash, ${now}, ${now} from unnest(${hashes}::bytea[]) as hash
    on conflict (site_id, member_id, device_hash) do update set last_seen_at = excluded.last_seen_at`.execute(db);
  return rows[0] ?? { known: 0, before: 0 };
}

/**
 * Deletes all devices of a member: after a password reset, no device that signed in with the old password is trusted.
 */
export const deleteDevicesOfMember = (db: Db, siteId: string, memberId: string) =>
  sql`delete from member_devices where site_id = ${siteId} and member_id = ${memberId}`.execute(db);
