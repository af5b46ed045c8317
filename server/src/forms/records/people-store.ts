/** What people sent, wherever it is: when they leave, and when they ask for it. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { Condition } from '../../filter/filter.ts';
import { COLUMNS, deleteSome } from './store.ts';
import type { SubmissionRow } from './wire.ts';

/** kinds of submitter whose id is a person's who can leave */
const PEOPLE = sql`submitter_kind in ('member', 'visitor')`;

/** What these people sent, in the trash or not; of reports, too. */
export const sentBy = (submitterIds: readonly string[]): Condition =>
  sql<boolean>`submitter_id = any(${submitterIds}::text[]) and ${PEOPLE}`;

/** Removes some of what these people sent, in the trash or not. */
export const deleteSubmissionsOf = (db: Db, siteId: string, submitterIds: readonly string[], limit: number) =>
  deleteSome(db, siteId, sentBy(submitterIds), limit);

/** Where what people sent stands: among the submissions, or judged to be spam. */
export type SentTable = 'submissions' | 'spam_reports';

/**
 * Puts another in the place of these people as the submitter of some of what they sent; answers how many. Without a
 * member to take them over the rows stay those of a visitor or member whom nothing names.
 */
export async function updateSubmitter(
  db: Db,
  table: SentTable,
  siteId: string,
  submitterIds: readonly string[],
  to: { readonly kind: 'member' | null; readonly id: string },
  limit: number,
): Promise<number> {
  const rowsOf = sql.table(table);
  const { rows } = await sql`
    update ${rowsOf} set submitter_id = ${to.id}, submitter_kind = coalesce(${to.kind}::text, submitter_kind),
      contact_id = null, revision = revision + 1
    where site_id = ${siteId} and id in (
      select id from ${rowsOf} where site_id = ${siteId} and ${sentBy(submitterIds)} limit ${limit}
    ) returning id`.execute(db);
  return rows.length;
}

/**
 * The oldest of what these people sent, in the trash or not, as many as begin within a number of rows and of bytes.
 * `total` is how many there are.
 */
export async function listSentBy<Row>(
  db: Db,
  { table, columns }: { readonly table: SentTable; readonly columns: RawBuilder<unknown> },
  siteId: string,
  submitterIds: readonly string[],
  most: { readonly rows: number; readonly bytes: number },
): Promise<(Row & { total: number })[]> {
  const { rows } = await sql<Row & { total: number }>`
    select ${columns}, total from (
      select *, count(*) over ()::int as total,
        sum(octet_length(answers::text)) over (order by created_at, id) - octet_length(answers::text) as before
      from ${sql.table(table)}
      where site_id = ${siteId} and ${sentBy(submitterIds)}
      order by created_at, id limit ${most.rows}
    ) as counted where before < ${most.bytes}`.execute(db);
  return rows;
}

export const listSubmissionsOf = (
  db: Db,
  siteId: string,
  submitterIds: readonly string[],
  most: { readonly rows: number; readonly bytes: number },
) => listSentBy<SubmissionRow>(db, { table: 'submissions', columns: COLUMNS }, siteId, submitterIds, most);
