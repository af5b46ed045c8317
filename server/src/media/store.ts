/** All SQL of uploaded files. */
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../db/index.ts';
import type { Files } from '../db/tables.gen.ts';

export type FileRow = Readonly<Selectable<Files>>;

/** The key of a file. */
export interface FileKey {
  readonly siteId: string;
  readonly id: string;
}

export async function insertIssued(db: Db, row: Insertable<Files>): Promise<void> {
  await db.insertInto('files').values(row).execute();
}

/** Starts an upload: of two uploads to one address only the first finds it. */
export async function takeIssued(
  db: Db,
  { siteId, id }: FileKey,
  now: Date,
  issuedAfter: Date,
): Promise<FileRow | undefined> {
  return db
    .updateTable('files')
    .set({ status: 'UPLOADING', changed_at: now })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('status', '=', 'ISSUED')
    .where('created_at', '>', issuedAfter)
    .returningAll()
    .executeTakeFirst();
}

/** Makes the address usable again after an upload that failed for no fault of the file. */
export async function giveBackIssued(db: Db, { siteId, id }: FileKey, now: Date): Promise<void> {
  await db
    .updateTable('files')
    .set({ status: 'ISSUED', changed_at: now })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('status', '=', 'UPLOADING')
    .execute();
}

export async function deleteUploading(db: Db, { siteId, id }: FileKey): Promise<void> {
  await db
    .deleteFrom('files')
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('status', '=', 'UPLOADING')
    .execute();
}

export interface Uploaded {
  readonly display_name: string;
  readonly mime_type: string;
  readonly format: string;
  readonly file_bytes: number;
  readonly stored_bytes: number;
  readonly has_thumbnail: boolean;
  readonly network?: string | null;
}

/** Returns nothing if the sweep deleted it first. */
export async function updateStored(
  db: Db,
  { siteId, id }: FileKey,
  file: Uploaded,
  now: Date,
): Promise<FileRow | undefined> {
  return db
    .updateTable('files')
    .set({ ...file, status: 'STORED', changed_at: now })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('status', '=', 'UPLOADING')
    .returningAll()
    .executeTakeFirst();
}

/** The scope of the row that counts the entire site. */
export const WHOLE_SITE = 'site';

/**
 * Counts a file unless it would exceed the quota. One statement, so that of many concurrent files only those that fit are
 * accepted; the next file of the scope waits for the end of the transaction.
 * @returns the bytes that the scope used before; null if the file does not fit
 */
export async function addUsage(
  db: Db,
  siteId: string,
  scope: string,
  { bytes, quota }: { readonly bytes: number; readonly quota: number },
): Promise<number | null> {
  const { rows } = await sql<{ used: string }>`
    insert into file_usage (site_id, scope, bytes, files)
    select ${siteId}::uuid, ${scope}::text, ${bytes}::bigint, 1 where ${bytes}::bigint <= ${quota}::bigint
    on conflict (site_id, scope) do update set bytes = file_usage.bytes + excluded.bytes, files = file_usage.files + 1
    where file_usage.bytes + excluded.bytes <= ${quota}::bigint
    returning bytes - ${bytes}::bigint as used`.execute(db);
  return rows[0] ? Number(rows[0].used) : null;
}

export async function subtractUsage(db: Db, siteId: string, scope: string, bytes: number): Promise<void> {
  await sql`
    update file_usage set bytes = greatest(bytes - ${bytes}::bigint, 0), files = greatest(files - 1, 0)
    where site_id = ${siteId} and scope = ${scope}`.execute(db);
}

/** Returns the bytes in use, by scope; a scope without a row uses none. */
export async function findUsage(
  db: Db,
  siteId: string,
  scopes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('file_usage')
    .select(['scope', 'bytes'])
    .where('site_id', '=', siteId)
    .where(sql<boolean>`scope = any(${scopes}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.scope, Number(row.bytes)]));
}

/** Minimum bytes that an unclaimed file counts as, because it also costs a row and an object. */
export const LEAST_BYTES = 65_536;

const weight = sql`greatest(stored_bytes, ${sql.lit(LEAST_BYTES)})`;

/** Visitors' unclaimed files of the scope, or of the site, including those marked for removal. */
const unclaimedIn = (siteId: string, scope: string) => sql`
  site_id = ${siteId} and status in ('STORED', 'RELEASED') and network is not null
  and ${scope === WHOLE_SITE ? sql`true` : sql`scope = ${scope}`}`;

interface Waiting {
  /** bytes on the disk, including files marked for removal */
  readonly bytes: number;
  /** counted bytes: of all networks, and of the one */
  readonly weight: number;
  readonly own: number;
}

export async function sumWaiting(db: Db, siteId: string, scope: string, network: string): Promise<Waiting> {
  const { rows } = await sql<{ bytes: string; weight: string; own: string }>`
    select coalesce(sum(stored_bytes), 0) as bytes,
      coalesce(sum(${weight}) filter (where status = 'STORED'), 0) as weight,
      coalesce(sum(${weight}) filter (where status = 'STORED' and network = ${network}), 0) as own
    from files where ${unclaimedIn(siteId, scope)}`.execute(db);
  const { bytes = 0, weight: all = 0, own = 0 } = rows[0] ?? {};
  return { bytes: Number(bytes), weight: Number(all), own: Number(own) };
}

/**
 * Marks the oldest unclaimed files of the network with the most for removal, until `free` bytes are released.
 * @returns whether a network has more than `most` unclaimed bytes
 */
export async function displaceWaiting(
  db: Db,
  siteId: string,
  scope: string,
  { free, most, now }: { readonly free: number; readonly most: number; readonly now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with largest as materialized (
      select network from files where ${unclaimedIn(siteId, scope)} and status = 'STORED'
      group by network having sum(${weight}) > ${most}::bigint order by sum(${weight}) desc, network limit 1
    ), longest as (
      select id, sum(${weight}) over (order by changed_at, id) - ${weight} as before
      from files where ${unclaimedIn(siteId, scope)} and status = 'STORED' and network = (select network from largest)
    )
    update files set status = 'RELEASED', changed_at = ${now}
    where site_id = ${siteId} and status = 'STORED' and id in (select id from longest where before < ${free}::bigint)`.execute(
    db,
  );
  return (numAffectedRows ?? 0n) > 0n;
}

/**
 * Assigns unclaimed files of the scope to the owner, and returns them with those that the owner already has. Of two owners
 * who claim one file, the first gets it.
 */
export async function claim(
  db: Db,
  siteId: string,
  {
    scope,
    owner,
    ids,
    now,
  }: { readonly scope: string; readonly owner: string; readonly ids: readonly string[]; readonly now: Date },
): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    update files set status = 'CLAIMED', owner = ${owner}, network = null,
      changed_at = case when status = 'STORED' then ${now}::timestamptz else changed_at end
    where site_id = ${siteId} and id = any(${ids}::uuid[]) and scope = ${scope}
      and (status = 'STORED' or (status = 'CLAIMED' and owner = ${owner}))
    returning *`.execute(db);
  return rows;
}

export async function listClaimable(db: Db, siteId: string, scope: string, ids: readonly string[]): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    select * from files
    where site_id = ${siteId} and id = any(${ids}::uuid[]) and scope = ${scope} and status = 'STORED'`.execute(db);
  return rows;
}

/** Marks files of the owners for removal, except those in `except`. */
export async function release(
  db: Db,
  siteId: string,
  {
    owners,
    except,
    now,
  }: { readonly owners: readonly string[]; readonly except: readonly string[]; readonly now: Date },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update files set status = 'RELEASED', owner = null, changed_at = ${now}
    where site_id = ${siteId} and owner = any(${owners}::text[]) and status = 'CLAIMED'
      and not id = any(${except}::uuid[])`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export async function findClaimed(db: Db, { siteId, id }: FileKey): Promise<FileRow | undefined> {
  return db
    .selectFrom('files')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('status', '=', 'CLAIMED')
    .executeTakeFirst();
}

/** Deletes unused addresses, and marks interrupted uploads and unclaimed files for removal. */
export async function sweepStale(
  db: Db,
  {
    unused,
    brokenOff,
    unclaimed,
    now,
  }: { readonly unused: Date; readonly brokenOff: Date; readonly unclaimed: Date; readonly now: Date },
): Promise<void> {
  await db.deleteFrom('files').where('status', '=', 'ISSUED').where('changed_at', '<', unused).execute();
  await sql`
    update files set status = 'RELEASED', changed_at = ${now}
    where (status = 'UPLOADING' and changed_at < ${brokenOff}) or (status = 'STORED' and changed_at < ${unclaimed})`.execute(
    db,
  );
}

export async function releaseAllOfSite(db: Db, siteId: string): Promise<void> {
  await db.updateTable('files').set({ status: 'RELEASED', owner: null }).where('site_id', '=', siteId).execute();
}

export async function listReleased(db: Db, limit: number): Promise<FileRow[]> {
  return db
    .selectFrom('files')
    .selectAll()
    .where('status', '=', 'RELEASED')
    .orderBy('changed_at')
    .limit(limit)
    .execute();
}

/** Returns false if another process has done it. */
export async function deleteReleased(db: Db, { siteId, id }: FileKey): Promise<boolean> {
  const deleted = await db
    .deleteFrom('files')
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('status', '=', 'RELEASED')
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/** Returns the ids without a row, if the site belongs to this installation; otherwise none. */
export async function listWithoutRow(db: Db, siteId: string, ids: readonly string[]): Promise<string[]> {
  const site = await db.selectFrom('sites').select('id').where('id', '=', siteId).executeTakeFirst();
  if (!site) return [];
  const rows = await db
    .selectFrom('files')
    .select('id')
    .where('site_id', '=', siteId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  const known = new Set(rows.map((row) => row.id));
  return ids.filter((id) => !known.has(id));
}
