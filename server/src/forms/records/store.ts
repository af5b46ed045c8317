import type { Input } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import type { SubmissionStatus } from '@portico/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { json, one } from '../../db/statements.ts';
import type { Telling } from '../../events/index.ts';
import type { Condition } from '../../filter/filter.ts';
import type { PageSql } from '../../filter/page.ts';
import type { Submitter } from '../permissions.ts';
import type { OrderDetails, SubmissionRow } from './wire.ts';

export const COLUMNS = sql`id, form_id, namespace, status, submitter_kind, submitter_id, answers, seen, contact_id,
  extended_fields, tags, order_details, appointment_details, revision, created_at, updated_at`;

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

type Sent = Input<(typeof formsEndpoints)['updateSubmission']>['body']['submission'];

/** What an update stores; what is not named stays. */
export interface Change {
  readonly answers?: Record<string, unknown>;
  readonly status?: SubmissionStatus;
  readonly seen?: boolean;
  readonly extendedFields?: Sent['extendedFields'];
  readonly tags?: Sent['tags'];
  /** computed from the answers, never sent */
  readonly orderDetails?: OrderDetails;
}

/** In one statement with the one that tells of it. */
export async function insertSubmission(
  db: Db,
  siteId: string,
  submission: NewSubmission,
  now: Date,
  telling: Telling | null,
): Promise<SubmissionRow> {
  const { id, formId, namespace, status, submitter } = submission;
  const row = await one<SubmissionRow>(
    db,
    sql`${telling ? sql`with told as (${telling})` : sql``} insert into submissions (site_id, id, form_id, namespace, status, submitter_kind, submitter_id, answers,
          extended_fields, tags, order_details, appointment_details, created_at, updated_at, status_since)
        values (${siteId}, ${id}, ${formId}, ${namespace}, ${status}, ${submitter.kind}, ${submitter.id},
          ${json(submission.answers)}, ${json(submission.extendedFields)}, ${json(submission.tags)}, ${json(submission.orderDetails)},
          ${json(submission.appointmentDetails)}, ${now}, ${now}, ${now})
        returning ${COLUMNS}`,
  );
  return row as SubmissionRow;
}

export const findSubmission = (db: Db, siteId: string, id: string) =>
  one<SubmissionRow>(
    db,
    sql`select ${COLUMNS} from submissions where site_id = ${siteId} and id = ${id} and deleted_at is null`,
  );

/** The submission, held against changes until the transaction ends. */
export const lockSubmission = (db: Db, siteId: string, id: string) =>
  one<SubmissionRow>(
    db,
    sql`select ${COLUMNS} from submissions
        where site_id = ${siteId} and id = ${id} and deleted_at is null for no key update`,
  );

export const findDeletedSubmission = (db: Db, siteId: string, id: string) =>
  one<SubmissionRow>(
    db,
    sql`select ${COLUMNS} from submissions where site_id = ${siteId} and id = ${id} and deleted_at is not null`,
  );

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
    change.orderDetails && sql`order_details = ${json(change.orderDetails)}`,
  ].filter((part) => !!part);
  return one<SubmissionRow>(
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
  one<SubmissionRow>(
    db,
    sql`update submissions set status = ${to}, status_since = ${now}, revision = revision + 1, updated_at = ${now}
        where site_id = ${siteId} and id = ${id} and status = ${from} and deleted_at is null returning ${COLUMNS}`,
  );

/** Which one: of a form, where the call names it. */
export interface Named {
  readonly id: string;
  readonly formId?: string | undefined;
}

const named = (siteId: string, { id, formId }: Named) =>
  sql`site_id = ${siteId} and id = ${id} and ${formId === undefined ? sql`true` : sql`form_id = ${formId}`}`;

/** Undefined when the submission is not there, or in the trash already. Its files may outlive it there. */
export const moveToTrash = (db: Db, siteId: string, which: Named, preserveFiles: boolean, now: Date) =>
  one<SubmissionRow>(
    db,
    sql`update submissions set deleted_at = ${now}, updated_at = ${now}, revision = revision + 1, preserve_files = ${preserveFiles}
        where ${named(siteId, which)} and deleted_at is null returning ${COLUMNS}`,
  );

/** It has the time of its status anew: one that waited would else be swept away at once. So have its words, which may be forgotten. */
export const restoreSubmission = (db: Db, siteId: string, id: string, now: Date) =>
  one<SubmissionRow>(
    db,
    sql`update submissions set deleted_at = null, preserve_files = false, words = null, status_since = ${now}, updated_at = ${now},
          revision = revision + 1
        where site_id = ${siteId} and id = ${id} and deleted_at is not null returning ${COLUMNS}`,
  );

/** A row that is gone for good. */
export interface RemovedRow extends SubmissionRow {
  readonly was_trashed: boolean;
  readonly preserve_files: boolean;
}

const REMOVED = sql`${COLUMNS}, deleted_at is not null as was_trashed, preserve_files`;

const removed = async (db: Db, statement: RawBuilder<RemovedRow>): Promise<RemovedRow[]> =>
  (await statement.execute(db)).rows;

/** Removes for good, wherever it is. */
export const deleteSubmission = (db: Db, siteId: string, which: Named) =>
  removed(db, sql`delete from submissions where ${named(siteId, which)} returning ${REMOVED}`);

export const deleteDeletedSubmission = (db: Db, siteId: string, which: Named) =>
  removed(
    db,
    sql`delete from submissions where ${named(siteId, which)} and deleted_at is not null returning ${REMOVED}`,
  );

/** Removes some of those that match, for good. */
export const deleteSome = (db: Db, siteId: string, condition: Condition, limit: number) =>
  removed(
    db,
    sql`delete from submissions where site_id = ${siteId} and ${condition} and id in (
          select id from submissions where site_id = ${siteId} and ${condition} limit ${limit}
        ) returning ${REMOVED}`,
  );

/** Removes some of a form's submissions, in the trash or not. */
export const deleteSubmissionsOfForm = (db: Db, siteId: string, formId: string, limit: number) =>
  deleteSome(db, siteId, sql<boolean>`form_id = ${formId}`, limit);

/** Moves some of those that match to the trash. */
export async function trashSome(
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

/** Moves some of those that have had the one status since before an instant to the other. */
export async function moveSome(
  db: Db,
  siteId: string,
  { from, to, before }: { readonly from: SubmissionStatus; readonly to: SubmissionStatus; readonly before: Date },
  now: Date,
  limit: number,
): Promise<SubmissionRow[]> {
  const waits = sql`site_id = ${siteId} and status = ${from} and status_since < ${before} and deleted_at is null`;
  const { rows } = await sql<SubmissionRow>`
    update submissions set status = ${to}, status_since = ${now}, updated_at = ${now}, revision = revision + 1
    where ${waits} and id in (select id from submissions where ${waits} limit ${limit}) returning ${COLUMNS}`.execute(
    db,
  );
  return rows;
}

export async function markSeen(db: Db, siteId: string, formId: string, ids: readonly string[]): Promise<void> {
  await sql`
    update submissions set seen = true
    where site_id = ${siteId} and form_id = ${formId} and id = any(${ids}::uuid[]) and deleted_at is null and not seen`.execute(
    db,
  );
}

/** Ids of submissions that match, in the order of ids. */
export async function listIds(db: Db, siteId: string, condition: Condition, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from submissions where site_id = ${siteId} and deleted_at is null and ${condition}
    order by id limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

/** A row whose answers are JSON text, as PostgreSQL printed them: a page goes out without being parsed and printed again. */
export interface PrintedRow extends Omit<SubmissionRow, 'answers'> {
  readonly answers: string;
}

/** A page of submissions. Printed once it is cut: a sort would else print every row that it looks at. */
export async function listPrinted(
  db: Db,
  siteId: string,
  condition: Condition,
  page: PageSql,
  limit: number,
  from = sql`submissions`,
): Promise<(PrintedRow & { keys: unknown[] })[]> {
  const { rows } = await sql<PrintedRow & { keys: unknown[] }>`
    select id, form_id, namespace, status, submitter_kind, submitter_id, answers::text as answers, seen, contact_id,
      extended_fields, tags, order_details, appointment_details, revision, created_at, updated_at, keys
    from (
      select ${COLUMNS}, ${page.keys} as keys from ${from}
      where site_id = ${siteId} and ${condition} and ${page.after}
      order by ${page.orderBy} limit ${limit} offset ${page.offset}
    ) as page`.execute(db);
  return rows;
}

export async function listSubmissions(
  db: Db,
  siteId: string,
  condition: Condition,
  page: PageSql,
  limit: number,
  from = sql`submissions`,
): Promise<(SubmissionRow & { keys: unknown[] })[]> {
  const { rows } = await sql<SubmissionRow & { keys: unknown[] }>`
    select ${COLUMNS}, ${page.keys} as keys from ${from}
    where site_id = ${siteId} and ${condition} and ${page.after}
    order by ${page.orderBy} limit ${limit} offset ${page.offset}`.execute(db);
  return rows;
}
