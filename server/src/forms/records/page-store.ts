/** SQL that lists submissions. */
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { Condition } from '../../filter/filter.ts';
import type { PageSql } from '../../filter/page.ts';
import { COLUMNS } from './store.ts';
import type { SubmissionRow } from './wire.ts';

/**
 * The answers are the JSON text from PostgreSQL, which goes into the response without being parsed and serialized
 * again.
 */
export interface PageRow extends Omit<SubmissionRow, 'answers'> {
  readonly answers: string;
}

/**
 * Returns a page of submissions. The outer query serializes the answers, because a sort in the inner query would
 * serialize the answers of every row that it compares.
 * @param from Another source of rows with the same columns, which replaces the table of submissions.
 */
export async function listPage(
  db: Db,
  siteId: string,
  condition: Condition,
  page: PageSql,
  limit: number,
  from = sql`submissions`,
): Promise<(PageRow & { keys: unknown[] })[]> {
  const { rows } = await sql<PageRow & { keys: unknown[] }>`
    select id, form_id, namespace, status, submitter_kind, submitter_id, answers::text as answers, seen, contact_id,
      extended_fields, tags, order_details, appointment_details, revision, created_at, updated_at, keys
    from (
      select ${COLUMNS}, ${page.keys} as keys from ${from}
      where site_id = ${siteId} and ${condition} and ${page.after}
      order by ${page.orderBy} limit ${limit} offset ${page.offset}
    ) as page`.execute(db);
  return rows;
}

/** Returns the ids of submissions that match and are not in the trash, in the order of ids. */
export async function listIds(db: Db, siteId: string, condition: Condition, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from submissions where site_id = ${siteId} and deleted_at is null and ${condition}
    order by id limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}
