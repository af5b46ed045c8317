/** SQL that moves submissions to the trash and back, and deletes them permanently. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { firstRow } from '../../db/statements.ts';
import type { Condition } from '../../filter/filter.ts';
import { COLUMNS } from './store.ts';
import type { SubmissionRow } from './wire.ts';

/** A submission of any form, or of one form. */
export interface SubmissionRef {
  readonly id: string;
  readonly formId?: string | undefined;
}

const refersTo = (siteId: string, { id, formId }: SubmissionRef) =>
  sql`site_id = ${siteId} and id = ${id} and ${formId === undefined ? sql`true` : sql`form_id = ${formId}`}`;

export const findDeletedSubmission = (db: Db, siteId: string, id: string) =>
  firstRow<SubmissionRow>(
    db,
    sql`select ${COLUMNS} from submissions where site_id = ${siteId} and id = ${id} and deleted_at is not null`,
  );

/**
 * Moves a submission to the trash. Returns undefined if it does not exist or is in the trash already.
 * @param preserveFiles True keeps the files when the submission is deleted from the trash.
 */
export const moveToTrash = (db: Db, siteId: string, ref: SubmissionRef, preserveFiles: boolean, now: Date) =>
  firstRow<SubmissionRow>(
    db,
    sql`update submissions set deleted_at = ${now}, updated_at = ${now}, revision = revision + 1, preserve_files = ${preserveFiles}
        where ${refersTo(siteId, ref)} and deleted_at is null returning ${COLUMNS}`,
  );

/**
 * Restores a submission. Returns undefined if it is not in the trash. Sets the time of its status to now, because the
 * next sweep could otherwise delete it again. Clears its text-search vector, so that it is indexed again, because the
 * sweep may have deleted the words of the submission that fuzzy searches need.
 */
export const restoreSubmission = (db: Db, siteId: string, id: string, now: Date) =>
  firstRow<SubmissionRow>(
    db,
    sql`update submissions set deleted_at = null, preserve_files = false, words = null, status_since = ${now}, updated_at = ${now},
          revision = revision + 1
        where site_id = ${siteId} and id = ${id} and deleted_at is not null returning ${COLUMNS}`,
  );

/** A submission that was deleted permanently. */
export interface DeletedRow extends SubmissionRow {
  readonly was_trashed: boolean;
  readonly preserve_files: boolean;
}

const DELETED_COLUMNS = sql`${COLUMNS}, deleted_at is not null as was_trashed, preserve_files`;

const deleteRows = async (db: Db, statement: RawBuilder<DeletedRow>): Promise<DeletedRow[]> =>
  (await statement.execute(db)).rows;

/** Permanently deletes a submission, in the trash or not. Returns an empty list if there is no such submission. */
export const deleteSubmission = (db: Db, siteId: string, ref: SubmissionRef) =>
  deleteRows(db, sql`delete from submissions where ${refersTo(siteId, ref)} returning ${DELETED_COLUMNS}`);

/** Permanently deletes a submission from the trash. Returns an empty list if the submission is not there. */
export const deleteDeletedSubmission = (db: Db, siteId: string, ref: SubmissionRef) =>
  deleteRows(
    db,
    sql`delete from submissions where ${refersTo(siteId, ref)} and deleted_at is not null returning ${DELETED_COLUMNS}`,
  );

/** Permanently deletes up to `limit` of the submissions that match. */
export const deleteMatching = (db: Db, siteId: string, condition: Condition, limit: number) =>
  deleteRows(
    db,
    sql`delete from submissions where site_id = ${siteId} and ${condition} and id in (
          select id from submissions where site_id = ${siteId} and ${condition} limit ${limit}
        ) returning ${DELETED_COLUMNS}`,
  );

/** Moves up to `limit` of the submissions that match to the trash. */
export async function trashMatching(
  db: Db,
  siteId: string,
  condition: Condition,
  now: Date,
  limit: number,
): Promise<SubmissionRow[]> {
  const { rows } = await sql<SubmissionRow>`
    update submissions set deleted_at = ${now}, updated_at = ${now}, revision = revision + 1
    where site_id = ${siteId} and ${condition} and deleted_at is null and id in (
      select id from submissions where site_id = ${siteId} and ${condition} and deleted_at is null limit ${limit}
    ) returning ${COLUMNS}`.execute(db);
  return rows;
}
