import type { SubmissionStatus } from '@portico/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { Submitter } from '../permissions.ts';
import type { Condition } from '../query/filter.ts';
import type { PageSql } from '../query/page.ts';
import type { Change } from './mask.ts';
import type { SubmissionRow } from './wire.ts';

const COLUMNS = sql`id, form_id, namespace, status, submitter_kind, submitter_id, answers, seen, contact_id,
  extended_fields, tags, order_details, appointment_details, revision, created_at, updated_at`;

const one = async (db: Db, statement: RawBuilder<SubmissionRow>): Promise<SubmissionRow | undefined> =>
  (await statement.execute(db)).rows[0];

export interface NewSubmission {
  readonly id: string;
  readonly formId: string;
  readonly namespace: string;
  readonly status: SubmissionStatus;
  readonly submitter: Submitter;
  readonly answers: Record<string, unknown>;
  readonly extendedFields: unknown;
  readonly tags: unknown;
  readonly orderDetails?: unknown;
  readonly appointmentDetails?: unknown;
}

export async function insertSubmission(
  db: Db,
  siteId: string,
  submission: NewSubmission,
  now: Date,
): Promise<SubmissionRow> {
  const { id, formId, namespace, status, submitter } = submission;
  const row = await one(
    db,
    sql`insert into submissions (site_id, id, form_id, namespace, status, submitter_kind, submitter_id, answers,
          extended_fields, tags, order_details, appointment_details, created_at, updated_at, status_since)
        values (${siteId}, ${id}, ${formId}, ${namespace}, ${status}, ${submitter.kind}, ${submitter.id},
          ${json(submission.answers)}, ${json(submission.extendedFields)}, ${json(submission.tags)}, ${json(submission.orderDetails)},
          ${json(submission.appointmentDetails)}, ${now}, ${now}, ${now})
        returning ${COLUMNS}`,
  );
  return row as SubmissionRow;
}

const json = (value: unknown) => sql`${value === undefined ? null : JSON.stringify(value)}::jsonb`;

export const findSubmission = (db: Db, siteId: string, id: string) =>
  one(db, sql`select ${COLUMNS} from submissions where site_id = ${siteId} and id = ${id} and deleted_at is null`);

export const findDeletedSubmission = (db: Db, siteId: string, id: string) =>
  one(db, sql`select ${COLUMNS} from submissions where site_id = ${siteId} and id = ${id} and deleted_at is not null`);

/** What changes; the rest stays. Undefined when the submission is gone or its revision is another by now. */
export const updateSubmission = (
  db: Db,
  siteId: string,
  stored: Pick<SubmissionRow, 'id' | 'revision'>,
  change: Change,
  now: Date,
) => {
  const set = [
    sql`revision = revision + 1, updated_at = ${now}`,
    change.answers && sql`answers = ${json(change.answers)}, words = null`,
    change.status &&
      sql`status = ${change.status}, status_since = case when status = ${change.status} then status_since else ${now} end`,
    change.seen !== undefined && sql`seen = ${change.seen}`,
    change.extendedFields && sql`extended_fields = ${json(change.extendedFields)}`,
    change.tags && sql`tags = ${json(change.tags)}`,
  ].filter((part) => !!part);
  return one(
    db,
    sql`update submissions set ${sql.join(set)}
        where site_id = ${siteId} and id = ${stored.id} and revision = ${stored.revision}::bigint and deleted_at is null
        returning ${COLUMNS}`,
  );
};

/** Undefined when the submission is not there or its status is another. */
export const updateStatus = (
  db: Db,
  siteId: string,
  id: string,
  from: SubmissionStatus,
  to: SubmissionStatus,
  now: Date,
) =>
  one(
    db,
    sql`update submissions set status = ${to}, status_since = ${now}, revision = revision + 1, updated_at = ${now}
        where site_id = ${siteId} and id = ${id} and status = ${from} and deleted_at is null returning ${COLUMNS}`,
  );

/** Undefined when the submission is not there, or in the trash already. */
export const moveToTrash = (db: Db, siteId: string, id: string, now: Date) =>
  one(
    db,
    sql`update submissions set deleted_at = ${now}, updated_at = ${now}, revision = revision + 1
        where site_id = ${siteId} and id = ${id} and deleted_at is null returning ${COLUMNS}`,
  );

export const restoreSubmission = (db: Db, siteId: string, id: string, now: Date) =>
  one(
    db,
    sql`update submissions set deleted_at = null, updated_at = ${now}, revision = revision + 1
        where site_id = ${siteId} and id = ${id} and deleted_at is not null returning ${COLUMNS}`,
  );

/** Removes for good, wherever it is. */
export const deleteSubmission = (db: Db, siteId: string, id: string) =>
  one(db, sql`delete from submissions where site_id = ${siteId} and id = ${id} returning ${COLUMNS}`);

export const deleteDeletedSubmission = (db: Db, siteId: string, id: string) =>
  one(
    db,
    sql`delete from submissions where site_id = ${siteId} and id = ${id} and deleted_at is not null returning ${COLUMNS}`,
  );

/** Removes some of a form's submissions, in the trash or not; answers how many. */
export async function deleteSubmissionsOfForm(db: Db, siteId: string, formId: string, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from submissions where site_id = ${siteId} and id in (
      select id from submissions where site_id = ${siteId} and form_id = ${formId} limit ${limit}
    ) returning id`.execute(db);
  return rows.length;
}

/** kinds of submitter whose id is a person's who can leave */
const PEOPLE = sql`submitter_kind in ('member', 'visitor')`;

/** Removes some of what these people sent, in the trash or not. */
export async function deleteSubmissionsOf(
  db: Db,
  siteId: string,
  submitterIds: readonly string[],
  limit: number,
): Promise<SubmissionRow[]> {
  const { rows } = await sql<SubmissionRow>`
    delete from submissions where site_id = ${siteId} and id in (
      select id from submissions
      where site_id = ${siteId} and submitter_id = any(${submitterIds}::text[]) and ${PEOPLE} limit ${limit}
    ) returning ${COLUMNS}`.execute(db);
  return rows;
}

/**
 * Puts another in the place of these people as the submitter of some of what they sent; answers how many. Without a
 * member to take them over the submissions stay those of a visitor or member whom nothing names.
 */
export async function updateSubmitter(
  db: Db,
  siteId: string,
  submitterIds: readonly string[],
  to: { readonly kind: 'member' | null; readonly id: string },
  limit: number,
): Promise<number> {
  const { rows } = await sql`
    update submissions set submitter_id = ${to.id}, submitter_kind = coalesce(${to.kind}::text, submitter_kind),
      contact_id = null, revision = revision + 1
    where site_id = ${siteId} and id in (
      select id from submissions
      where site_id = ${siteId} and submitter_id = any(${submitterIds}::text[]) and ${PEOPLE} limit ${limit}
    ) returning id`.execute(db);
  return rows.length;
}

/**
 * The oldest submissions of these people, in the trash or not, as many as begin within a number of rows and of bytes.
 * `total` is how many there are.
 */
export async function listSubmissionsOf(
  db: Db,
  siteId: string,
  submitterIds: readonly string[],
  most: { readonly rows: number; readonly bytes: number },
): Promise<(SubmissionRow & { total: number })[]> {
  const { rows } = await sql<SubmissionRow & { total: number }>`
    select ${COLUMNS}, total from (
      select *, count(*) over ()::int as total,
        sum(octet_length(answers::text)) over (order by created_at, id) - octet_length(answers::text) as before
      from submissions
      where site_id = ${siteId} and submitter_id = any(${submitterIds}::text[]) and ${PEOPLE}
      order by created_at, id limit ${most.rows}
    ) as counted where before < ${most.bytes}`.execute(db);
  return rows;
}

export async function markSeen(db: Db, siteId: string, formId: string, ids: readonly string[]): Promise<void> {
  await sql`
    update submissions set seen = true
    where site_id = ${siteId} and form_id = ${formId} and id = any(${ids}::uuid[]) and deleted_at is null and not seen`.execute(
    db,
  );
}

export async function listSubmissions(
  db: Db,
  siteId: string,
  condition: Condition,
  page: PageSql,
  limit: number,
): Promise<(SubmissionRow & { keys: unknown[] })[]> {
  const { rows } = await sql<SubmissionRow & { keys: unknown[] }>`
    select ${COLUMNS}, ${page.keys} as keys from submissions
    where site_id = ${siteId} and ${condition} and ${page.after}
    order by ${page.orderBy} limit ${limit}`.execute(db);
  return rows;
}

/** How many submissions a form has, those in the trash left out; of one submitter where named. */
export async function countOfForm(
  db: Db,
  siteId: string,
  formId: string,
  submitter: Submitter | null,
): Promise<number> {
  const own = submitter ? sql`and submitter_id = ${submitter.id} and submitter_kind = ${submitter.kind}` : sql``;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from submissions
    where site_id = ${siteId} and form_id = ${formId} and deleted_at is null ${own}`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface FormCount {
  readonly form_id: string;
  readonly total: number;
  readonly unseen: number;
}

export async function countByForm(
  db: Db,
  siteId: string,
  formIds: readonly string[],
  statuses: readonly string[],
): Promise<FormCount[]> {
  const { rows } = await sql<FormCount>`
    select form_id, count(*)::int as total, count(*) filter (where not seen)::int as unseen from submissions
    where site_id = ${siteId} and form_id = any(${formIds}::uuid[]) and status = any(${statuses}::text[]) and deleted_at is null
    group by form_id`.execute(db);
  return rows;
}

/** Of the whole site. */
export async function countAll(db: Db, siteId: string): Promise<{ total: number; unseen: number }> {
  const { rows } = await sql<{ total: number; unseen: number }>`
    select count(*)::int as total, count(*) filter (where not seen)::int as unseen from submissions
    where site_id = ${siteId} and deleted_at is null`.execute(db);
  return rows[0] ?? { total: 0, unseen: 0 };
}

/** Submissions by day (UTC) since an instant; days without any are left out. */
export async function countByDay(db: Db, siteId: string, since: Date): Promise<{ day: string; count: number }[]> {
  const { rows } = await sql<{ day: string; count: number }>`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int as count from submissions
    where site_id = ${siteId} and created_at >= ${since} and deleted_at is null
    group by 1 order by 1 limit 400`.execute(db);
  return rows;
}
