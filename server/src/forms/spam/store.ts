import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { json, one } from '../../db/statements.ts';
import type { Condition } from '../../filter/filter.ts';
import type { PageSql } from '../../filter/page.ts';
import type { Submitter } from '../permissions.ts';
import { listSentBy } from '../records/people-store.ts';
import { findSubmission, type NewSubmission } from '../records/store.ts';
import type { SubmissionRow } from '../records/wire.ts';
import type { UnindexedRow } from '../search/store.ts';
import { asSubmission, type SpamReason, type SpamRow } from './wire.ts';

/** what a submission and a report have in common, in the order of both tables' statements below */
const SHARED = sql`id, form_id, namespace, submitter_kind, submitter_id, answers, seen, contact_id, extended_fields, tags,
  order_details, appointment_details`;
const COLUMNS = sql`${SHARED}, status_at_report, revision, created_at, reported_at, updated_at, reason, description, announced`;
const SUBMISSION_COLUMNS = sql`${SHARED}, status, revision, created_at, updated_at`;

export interface Verdict {
  readonly reason: SpamReason;
  /** for the owner: what about it is spam */
  readonly description: string;
}

/** A submission that was spam from the start: nobody has been told of it. */
export async function insertReport(
  db: Db,
  siteId: string,
  { submission, verdict, now }: { submission: NewSubmission; verdict: Verdict; now: Date },
): Promise<SpamRow> {
  const { id, formId, namespace, status, submitter } = submission;
  const row = await one<SpamRow>(
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

/** The submission, from now on a report. Undefined when it is not there, in the trash, or (where one is named) of another form. */
export const moveToReports = (
  db: Db,
  siteId: string,
  { id, formId, verdict, now }: { id: string; formId: string | null; verdict: Verdict; now: Date },
) =>
  one<SpamRow>(
    db,
    sql`with moved as (
          delete from submissions
          where site_id = ${siteId} and id = ${id} and (${formId}::uuid is null or form_id = ${formId}) and deleted_at is null
          returning ${SUBMISSION_COLUMNS}
        )
        insert into spam_reports (site_id, ${SHARED}, status_at_report, revision, created_at, reported_at, updated_at, reason,
          description, announced)
        select ${siteId}::uuid, ${SHARED}, status, revision + 1, created_at, ${now}::timestamptz, ${now}::timestamptz,
          ${verdict.reason}, ${verdict.description}, true from moved
        returning ${COLUMNS}`,
  );

/** The report, from now on a submission again. Undefined when there is none, or (where one is named) it is of another form. */
export const moveToSubmissions = (
  db: Db,
  siteId: string,
  { id, formId, now }: { id: string; formId: string | null; now: Date },
) =>
  one<SubmissionRow & { announced: boolean }>(
    db,
    sql`with moved as (
          delete from spam_reports where site_id = ${siteId} and id = ${id} and (${formId}::uuid is null or form_id = ${formId})
          returning ${COLUMNS}
        ), made as (
          insert into submissions (site_id, ${SHARED}, status, revision, created_at, updated_at, status_since)
          select ${siteId}::uuid, ${SHARED}, status_at_report, revision + 1, created_at, ${now}::timestamptz,
            ${now}::timestamptz from moved
          returning ${SUBMISSION_COLUMNS}
        )
        select made.*, moved.announced from made join moved using (id)`,
  );

export const findReport = (db: Db, siteId: string, id: string) =>
  one<SpamRow>(db, sql`select ${COLUMNS} from spam_reports where site_id = ${siteId} and id = ${id}`);

/** What somebody sent, as they take it for: the submission, or the report of it where it was taken for spam. */
export async function findAsSent(db: Db, siteId: string, id: string): Promise<SubmissionRow | undefined> {
  const submission = await findSubmission(db, siteId, id);
  const report = submission ? undefined : await findReport(db, siteId, id);
  return submission ?? (report && asSubmission(report));
}

/**
 * Replaces the table of submissions when callers read their own. It contains what was judged spam, whose absence would
 * reveal the verdict. Conditions of the query apply to both tables.
 * @param vectors of reports, if the query searches for words
 */
export const submissionsAsSent = (vectors: readonly { readonly id: string; readonly vector: string }[]) => sql`(
  select site_id, ${SUBMISSION_COLUMNS}, deleted_at, words from submissions
  union all
  select site_id, ${SHARED}, status_at_report, revision, created_at, updated_at, null::timestamptz, indexed.words
  from spam_reports left join unnest(${vectors.map(({ id }) => id)}::uuid[], ${vectors.map(({ vector }) => vector)}::tsvector[])
    as indexed(id, words) using (id)
  where not announced
) as submissions`;

/** The newest of this submitter's submissions that were judged spam, to be indexed: reports have no stored vector. */
export async function listOwnSpam(
  db: Db,
  siteId: string,
  submitter: Submitter,
  limit: number,
): Promise<UnindexedRow[]> {
  const { rows } = await sql<UnindexedRow>`
    select id, revision, answers, order_details ->> 'number' as order_number from spam_reports
    where site_id = ${siteId} and submitter_id = ${submitter.id} and submitter_kind = ${submitter.kind} and not announced
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

/** How many reports each of the forms has, forms without any left out. */
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

/** Of what this submitter sent to the form, how much was judged spam. To them these are submissions like the others. */
export async function countOwnSpam(db: Db, siteId: string, formId: string, submitter: Submitter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from spam_reports
    where site_id = ${siteId} and form_id = ${formId} and submitter_id = ${submitter.id}
      and submitter_kind = ${submitter.kind} and not announced`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Removes some of the reports that match; answers their ids. */
export async function deleteReports(db: Db, siteId: string, condition: Condition, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from spam_reports where site_id = ${siteId} and id in (
      select id from spam_reports where site_id = ${siteId} and ${condition} limit ${limit}
    ) returning id`.execute(db);
  return rows.map((row) => row.id);
}

/** Sites that have reports as old as this. */
export async function listSitesWithReports(db: Db, before: Date): Promise<string[]> {
  const { rows } = await sql<{ site_id: string }>`
    select distinct site_id from spam_reports where reported_at < ${before} limit 10000`.execute(db);
  return rows.map((row) => row.site_id);
}

export const listReportsOf = (
  db: Db,
  siteId: string,
  submitterIds: readonly string[],
  most: { readonly rows: number; readonly bytes: number },
) => listSentBy<SpamRow>(db, { table: 'spam_reports', columns: COLUMNS }, siteId, submitterIds, most);
