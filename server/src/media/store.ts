import { type Insertable, type Selectable, sql } from 'kysely';
import { readLiveSites } from '../db/cluster/live-sites.ts';
import type { Db } from '../db/index.ts';
import type { Files } from '../db/tables.gen.ts';
import type { QueueRows } from '../queue/index.ts';

export type FileRow = Readonly<Selectable<Files>>;

/** Primary key of a file. */
export interface FileKey {
  readonly siteId: string;
  readonly id: string;
}

export async function insertIssued(db: Db, row: Insertable<Files>): Promise<void> {
  await db.insertInto('files').values(row).execute();
}

/**
 * Starts an upload and returns its row. Of two concurrent uploads to one URL, only the first starts; the second gets
 * undefined.
 */
export async function startUpload(
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

/** Makes the upload URL usable again after an upload that failed for a reason other than the file itself. */
export async function reissueUpload(db: Db, { siteId, id }: FileKey, now: Date): Promise<void> {
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

export interface UploadResult {
  readonly display_name: string;
  readonly mime_type: string;
  readonly format: string;
  readonly file_bytes: number;
  readonly stored_bytes: number;
  readonly has_thumbnail: boolean;
  readonly network?: string | null;
}

/** Stores the result of an upload. Returns nothing if the sweep deleted the row first. */
export async function updateStored(
  db: Db,
  { siteId, id }: FileKey,
  file: UploadResult,
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

/**
 * Assigns unclaimed files of the scope to the owner, and returns them with those that the owner already has. If two
 * owners claim a file at once, the first gets it.
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
  return db
    .updateTable('files')
    .set({
      status: 'CLAIMED',
      owner,
      network: null,
      changed_at: sql<Date>`case when status = 'STORED' then ${now}::timestamptz else changed_at end`,
    })
    .where('site_id', '=', siteId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('scope', '=', scope)
    .where(({ and, eb, or }) => or([eb('status', '=', 'STORED'), and({ status: 'CLAIMED', owner })]))
    .returningAll()
    .execute();
}

export async function listClaimable(db: Db, siteId: string, scope: string, ids: readonly string[]): Promise<FileRow[]> {
  return db
    .selectFrom('files')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('scope', '=', scope)
    .where('status', '=', 'STORED')
    .execute();
}

/** Marks the owners' files for removal, but keeps the files whose ids are in `except`. */
export async function release(
  db: Db,
  siteId: string,
  {
    owners,
    except,
    now,
  }: { readonly owners: readonly string[]; readonly except: readonly string[]; readonly now: Date },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ status: 'RELEASED', owner: null, changed_at: now })
    .where('site_id', '=', siteId)
    .where('owner', '=', sql<string>`any(${owners}::text[])`)
    .where('status', '=', 'CLAIMED')
    .where('id', '<>', sql<string>`all(${except}::uuid[])`)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
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

/**
 * Deletes unused upload URLs, and marks interrupted uploads and unclaimed files for removal. Each date applies to one
 * of these groups, and only to rows that have not changed since then.
 */
export async function sweepAbandoned(
  db: Db,
  {
    unusedBefore,
    interruptedBefore,
    unclaimedBefore,
    now,
  }: {
    readonly unusedBefore: Date;
    readonly interruptedBefore: Date;
    readonly unclaimedBefore: Date;
    readonly now: Date;
  },
): Promise<void> {
  await db.deleteFrom('files').where('status', '=', 'ISSUED').where('changed_at', '<', unusedBefore).execute();
  await db
    .updateTable('files')
    .set({ status: 'RELEASED', changed_at: now })
    .where(({ and, eb, or }) =>
      or([
        and([eb('status', '=', 'UPLOADING'), eb('changed_at', '<', interruptedBefore)]),
        and([eb('status', '=', 'STORED'), eb('changed_at', '<', unclaimedBefore)]),
      ]),
    )
    .execute();
}

export async function releaseAllOfSite(db: Db, siteId: string): Promise<void> {
  await db.updateTable('files').set({ status: 'RELEASED', owner: null }).where('site_id', '=', siteId).execute();
}

export async function listReleased(db: Db, limit: number): Promise<FileRow[]> {
  return readLiveSites(db, (isRead) =>
    db
      .selectFrom('files')
      .selectAll()
      .where('status', '=', 'RELEASED')
      .where(isRead('site_id'))
      .orderBy('changed_at')
      .limit(limit)
      .execute(),
  );
}

/** Deletes the row of a removed file. Returns false if another process has done it. */
export async function deleteReleased(db: Db, { siteId, id }: FileKey): Promise<boolean> {
  const deleted = await db
    .deleteFrom('files')
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('status', '=', 'RELEASED')
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/** Returns those of `ids` that have no row; none if the site does not belong to this installation. */
export async function filterIdsWithoutRow(db: Db, siteId: string, ids: readonly string[]): Promise<string[]> {
  const site = await db.selectFrom('sites').select('id').where('id', '=', siteId).executeTakeFirst();
  if (!site) return [];
  const rows = await db
    .selectFrom('files')
    .select('id')
    .where('site_id', '=', siteId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  const known = new Set(rows.map((row) => row.id));
  return ids.filter((id) => !known.has(id));
}

/** The released files whose bytes are not removed yet. */
export const releasedRows: QueueRows = {
  name: 'files',
  waiting: sql<boolean>`status = 'RELEASED'`,
  dueAt: 'changed_at',
};
