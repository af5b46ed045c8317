import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { firstRow, json } from '../../db/statements.ts';
import type { Condition } from '../../filter/filter.ts';
import type { PageSql } from '../../filter/page.ts';
import type { Submitter } from '../permissions.ts';
import { isOfSubmitter } from '../records/filter-store.ts';
import { findSubmission, type NewSubmission } from '../records/store.ts';
import { type ExportLimit, listOfPersons } from '../records/submitter-store.ts';
import type { SubmissionRow } from '../records/wire.ts';
import type { UnindexedRow } from '../search/store.ts';
import { type SpamReason, type SpamRow, toSubmissionRow } from './wire.ts';

/** The columns that submissions and reports have in common. */
const SHARED_COLUMNS = sql`id, form_id, namespace, submitter_kind, submitter_id, answers, seen, contact_id, extended_fields, tags,
  order_details, appointment_details`;
const COLUMNS = sql`${SHARED_COLUMNS}, status_at_report, revision, created_at, reported_at, updated_at, reason, description, announced`;
const SUBMISSION_COLUMNS = sql`${SHARED_COLUMNS}, status, revision, created_at, updated_at`;

export interface Verdict {
  readonly reason: SpamReason;
  /** The reason for the verdict, which the owner sees. */
  readonly description: string;
}

/** Inserts a report of a submission that was never in the table of submissions, so no event has announced it. */
export async function insertReport(
  db: Db,
  siteId: string,
  { submission, verdict, now }: { submission: NewSubmission; verdict: Verdict; now: Date },
): Promise<SpamRow> {
  const { id, formId, namespace, status, submitter } = submission;
  const row = await firstRow<SpamRow>(
    db,
    sql`insert into spam_reports (site_id, id, form_id, namespace, submitter_kind, submitter_id, answers, extended_fields,
          tags, order_details, appointment_details, status_at_report, revision, created_at, reported_at, updated_at, reason,
          description, announced)
        values (${siteId}, ${id}, ${formId}, ${namespace}, ${submitter.kind}, ${submitter.id}, ${json(submission.answers)},
          ${json(submission.extendedFields)}, ${json(submission.tags)}, ${json(submission.orderDetails)},
          ${json(submission.appointmentDetails)}, ${status}, 1, ${now}, ${now}, ${now}, ${verdict.reason},
          ${verdict.description}, false)
        returning ${COLUMNS}`,
  );
  return row as SpamRow;
}

/**
 * Moves a submission to the reports.
 * @param formId null accepts submissions of any form
 * @returns undefined if there is no such submission outside the trash
 */
export const moveToReports = (
  db: Db,
  siteId: string,
  { id, formId, verdict, now }: { id: string; formId: string | null; verdict: Verdict; now: Date },
) =>
  firstRow<SpamRow>(
    db,
    sql`with moved as (
          delete from submissions
          where site_id = ${siteId} and id = ${id} and (${formId}::uuid is null or form_id = ${formId}) and deleted_at is null
          returning ${SUBMISSION_COLUMNS}
        )
        insert into spam_reports (site_id, ${SHARED_COLUMNS}, status_at_report, revision, created_at, reported_at, updated_at, reason,
          description, announced)
        select ${siteId}::uuid, ${SHARED_COLUMNS}, status, revision + 1, created_at, ${now}::timestamptz, ${now}::timestamptz,
          ${verdict.reason}, ${verdict.description}, true from moved
        returning ${COLUMNS}`,
  );

/**
 * Moves a report back to the submissions.
 * @param formId null accepts reports of any form
 * @returns undefined if there is no such report
 */
export const moveToSubmissions = (
  db: Db,
  siteId: string,
  { id, formId, now }: { id: string; formId: string | null; now: Date },
) =>
  firstRow<SubmissionRow & { announced: boolean }>(
    db,
    sql`with moved as (
          delete from spam_reports where site_id = ${siteId} and id = ${id} and (${formId}::uuid is null or form_id = ${formId})
          returning ${COLUMNS}
        ), made as (
          insert into submissions (site_id, ${SHARED_COLUMNS}, status, revision, created_at, updated_at, status_since)
          select ${siteId}::uuid, ${SHARED_COLUMNS}, status_at_report, revision + 1, created_at, ${now}::timestamptz,
            ${now}::timestamptz from moved
          returning ${SUBMISSION_COLUMNS}
        )
        select made.*, moved.announced from made join moved using (id)`,
  );

export const findReport = (db: Db, siteId: string, id: string) =>
  firstRow<SpamRow>(db, sql`select ${COLUMNS} from spam_reports where site_id = ${siteId} and id = ${id}`);

/** Finds a submission by id. Returns a spam report as a submission, for responses that must not reveal the verdict. */
export async function findSubmissionOrReport(db: Db, siteId: string, id: string): Promise<SubmissionRow | undefined> {
  const submission = await findSubmission(db, siteId, id);
  const report = submission ? undefined : await findReport(db, siteId, id);
  return submission ?? (report && toSubmissionRow(report));
}

/**
 * Returns SQL for a source of rows that replaces the table of submissions when callers read their own submissions. It
 * contains submissions that were classified as spam, because their absence would reveal the verdict. Conditions of
 * the query apply to both tables.
 * @param vectors full-text vectors of reports, if the query searches for words
 */
export const submissionsWithReports = (vectors: readonly { readonly id: string; readonly vector: string }[]) => sql`(
  select site_id, ${SUBMISSION_COLUMNS}, deleted_at, words from submissions
  union all
  select site_id, ${SHARED_COLUMNS}, status_at_report, revision, created_at, updated_at, null::timestamptz, indexed.words
  from spam_reports left join unnest(${vectors.map(({ id }) => id)}::uuid[], ${vectors.map(({ vector }) => vector)}::tsvector[])
    as indexed(id, words) using (id)
  where not announced
) as submissions`;

/**
 * Lists this submitter's newest spam reports that the submitter still sees as submissions. Reports have no stored
 * text-search vector, so the search computes the vectors from these rows.
 */
export async function listOwnSpam(
  db: Db,
  siteId: string,
  submitter: Submitter,
  limit: number,
): Promise<UnindexedRow[]> {
  const { rows } = await sql<UnindexedRow>`
    select id, revision, answers, order_details ->> 'number' as order_number from spam_reports
    where site_id = ${siteId} and ${isOfSubmitter(submitter)} and not announced
    order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

export async function listReports(
  db: Db,
  siteId: string,
  condition: Condition,
  page: PageSql,
  limit: number,
): Promise<(SpamRow & { keys: unknown[] })[]> {
  const { rows } = await sql<SpamRow & { keys: unknown[] }>`
    select ${COLUMNS}, ${page.keys} as keys from spam_reports
    where site_id = ${siteId} and ${condition} and ${page.after}
    order by ${page.orderBy} limit ${limit} offset ${page.offset}`.execute(db);
  return rows;
}

/** Counts reports per form. Forms without reports are absent. */
export async function countReportsByForm(
  db: Db,
  siteId: string,
  namespace: string,
  formIds: readonly string[],
): Promise<{ form_id: string; total: number }[]> {
  const { rows } = await sql<{ form_id: string; total: number }>`
    select form_id, count(*)::int as total from spam_reports
    where site_id = ${siteId} and namespace = ${namespace} and form_id = any(${formIds}::uuid[]) group by form_id`.execute(
    db,
  );
  return rows;
}

/** Counts the submissions of this submitter to the form that were classified as spam. */
export async function countOwnSpam(db: Db, siteId: string, formId: string, submitter: Submitter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from spam_reports
    where site_id = ${siteId} and form_id = ${formId} and ${isOfSubmitter(submitter)} and not announced`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Deletes up to `limit` of the reports that match and returns their ids. */
export async function deleteReports(db: Db, siteId: string, condition: Condition, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from spam_reports where site_id = ${siteId} and id in (
      select id from spam_reports where site_id = ${siteId} and ${condition} limit ${limit}
    ) returning id`.execute(db);
  return rows.map((row) => row.id);
}

/** Lists sites that have reports from before this time. */
export async function listSitesWithReports(db: Db, before: Date): Promise<string[]> {
  const { rows } = await sql<{ site_id: string }>`
    select distinct site_id from spam_reports where reported_at < ${before} limit 10000`.execute(db);
  return rows.map((row) => row.site_id);
}

export const listReportsOfPersons = (db: Db, siteId: string, submitterIds: readonly string[], limit: ExportLimit) =>
  listOfPersons<SpamRow>(db, { table: 'spam_reports', columns: COLUMNS }, siteId, submitterIds, limit);
