/** SQL for the submissions and spam reports of persons who are deleted or who export their data. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { Condition } from '../../filter/filter.ts';
import { COLUMNS } from './store.ts';
import { deleteMatching } from './trash-store.ts';
import type { SubmissionRow } from './wire.ts';

/** Submissions of dashboard users and apps belong to the site, so they do not match. */
const IS_OF_PERSON = sql`submitter_kind in ('member', 'visitor')`;

/** Matches submissions and spam reports of these members and visitors, in the trash or not. */
export const isOfPersons = (submitterIds: readonly string[]): Condition =>
  sql<boolean>`submitter_id = any(${submitterIds}::text[]) and ${IS_OF_PERSON}`;

/** Permanently deletes up to `limit` submissions of these persons, in the trash or not. */
export const deleteSubmissionsOfPersons = (db: Db, siteId: string, submitterIds: readonly string[], limit: number) =>
  deleteMatching(db, siteId, isOfPersons(submitterIds), limit);

/** The two tables that contain what persons have submitted. */
export type SubmissionTable = 'submissions' | 'spam_reports';

/**
 * Replaces these persons as the submitters of up to `limit` rows and returns the number of rows.
 * @param to The new submitter. If `kind` is null, each row keeps its submitter kind.
 */
export async function updateSubmitter(
  db: Db,
  table: SubmissionTable,
  siteId: string,
  submitterIds: readonly string[],
  to: { readonly kind: 'member' | null; readonly id: string },
  limit: number,
): Promise<number> {
  const target = sql.table(table);
  const { rows } = await sql`
    update ${target} set submitter_id = ${to.id}, submitter_kind = coalesce(${to.kind}::text, submitter_kind),
      contact_id = null, revision = revision + 1
    where site_id = ${siteId} and id in (
      select id from ${target} where site_id = ${siteId} and ${isOfPersons(submitterIds)} limit ${limit}
    ) returning id`.execute(db);
  return rows.length;
}

/** The limit of an export. The row that exceeds `bytes` is still exported, as the last one. */
export interface ExportLimit {
  readonly rows: number;
  readonly bytes: number;
}

/**
 * Returns the oldest rows of these persons, in the trash or not, within the limit.
 * @returns rows with `total`, the number of all rows of these persons in the table
 */
export async function listOfPersons<Row>(
  db: Db,
  { table, columns }: { readonly table: SubmissionTable; readonly columns: RawBuilder<unknown> },
  siteId: string,
  submitterIds: readonly string[],
  limit: ExportLimit,
): Promise<(Row & { total: number })[]> {
  const { rows } = await sql<Row & { total: number }>`
    select ${columns}, total from (
      select *, count(*) over ()::int as total,
        sum(octet_length(answers::text)) over (order by created_at, id) - octet_length(answers::text) as before
      from ${sql.table(table)}
      where site_id = ${siteId} and ${isOfPersons(submitterIds)}
      order by created_at, id limit ${limit.rows}
    ) as counted where before < ${limit.bytes}`.execute(db);
  return rows;
}

export const listSubmissionsOfPersons = (db: Db, siteId: string, submitterIds: readonly string[], limit: ExportLimit) =>
  listOfPersons<SubmissionRow>(db, { table: 'submissions', columns: COLUMNS }, siteId, submitterIds, limit);
