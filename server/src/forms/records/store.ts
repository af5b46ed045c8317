/** SQL of single submissions: insert, find and change. */
import type { Input } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import type { SubmissionStatus } from '@portico/domain';
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { firstRow, json } from '../../db/statements.ts';
import type { EventInsert } from '../../events/index.ts';
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

type UpdateInput = Input<(typeof formsEndpoints)['updateSubmission']>['body']['submission'];

/** The parts of a submission that an update replaces. Absent parts stay as they are. */
export interface Change {
  readonly answers?: Record<string, unknown>;
  readonly status?: SubmissionStatus;
  readonly seen?: boolean;
  readonly extendedFields?: UpdateInput['extendedFields'];
  readonly tags?: UpdateInput['tags'];
  /** Computed from the answers by the server. Requests cannot set it. */
  readonly orderDetails?: OrderDetails;
}

/** Inserts the submission and its outbox event in one statement. */
export async function insertSubmission(
  db: Db,
  siteId: string,
  submission: NewSubmission,
  now: Date,
  eventInsert: EventInsert | null,
): Promise<SubmissionRow> {
  const { id, formId, namespace, status, submitter } = submission;
  const row = await firstRow<SubmissionRow>(
    db,
    sql`${eventInsert ? sql`with event as (${eventInsert})` : sql``} insert into submissions (site_id, id, form_id, namespace, status, submitter_kind, submitter_id, answers,
          extended_fields, tags, order_details, appointment_details, created_at, updated_at, status_since)
        values (${siteId}, ${id}, ${formId}, ${namespace}, ${status}, ${submitter.kind}, ${submitter.id},
          ${json(submission.answers)}, ${json(submission.extendedFields)}, ${json(submission.tags)}, ${json(submission.orderDetails)},
          ${json(submission.appointmentDetails)}, ${now}, ${now}, ${now})
        returning ${COLUMNS}`,
  );
  return row as SubmissionRow;
}

/** Returns undefined for a submission in the trash. */
export const findSubmission = (db: Db, siteId: string, id: string) =>
  firstRow<SubmissionRow>(
    db,
    sql`select ${COLUMNS} from submissions where site_id = ${siteId} and id = ${id} and deleted_at is null`,
  );

/** Like `findSubmission`, and locks the row until the transaction ends. */
export const lockSubmission = (db: Db, siteId: string, id: string) =>
  firstRow<SubmissionRow>(
    db,
    sql`select ${COLUMNS} from submissions
        where site_id = ${siteId} and id = ${id} and deleted_at is null for no key update`,
  );

/** Returns undefined if the submission was deleted or has another revision by now. */
export const updateSubmission = (
  db: Db,
  siteId: string,
  stored: Pick<SubmissionRow, 'id' | 'revision'>,
  change: Change,
  now: Date,
) => {
  const assignments = [
    sql`revision = revision + 1, updated_at = ${now}`,
    change.answers && sql`answers = ${json(change.answers)}, words = null`,
    change.status &&
      sql`status = ${change.status}, status_since = case when status = ${change.status} then status_since else ${now} end`,
    change.seen !== undefined && sql`seen = ${change.seen}`,
    change.extendedFields && sql`extended_fields = ${json(change.extendedFields)}`,
    change.tags && sql`tags = ${json(change.tags)}`,
    change.orderDetails && sql`order_details = ${json(change.orderDetails)}`,
  ].filter((part) => !!part);
  return firstRow<SubmissionRow>(
    db,
    sql`update submissions set ${sql.join(assignments)}
        where site_id = ${siteId} and id = ${stored.id} and revision = ${stored.revision}::bigint and deleted_at is null
        returning ${COLUMNS}`,
  );
};

/** Returns undefined if the submission does not exist or its status is not `from`. */
export const updateStatus = (
  db: Db,
  siteId: string,
  id: string,
  from: SubmissionStatus,
  to: SubmissionStatus,
  now: Date,
) =>
  firstRow<SubmissionRow>(
    db,
    sql`update submissions set status = ${to}, status_since = ${now}, revision = revision + 1, updated_at = ${now}
        where site_id = ${siteId} and id = ${id} and status = ${from} and deleted_at is null returning ${COLUMNS}`,
  );

/** Changes the status of up to `limit` submissions that have had the status `from` since before `before`. */
export async function updateStatusBefore(
  db: Db,
  siteId: string,
  { from, to, before }: { readonly from: SubmissionStatus; readonly to: SubmissionStatus; readonly before: Date },
  now: Date,
  limit: number,
): Promise<SubmissionRow[]> {
  const isDue = sql`site_id = ${siteId} and status = ${from} and status_since < ${before} and deleted_at is null`;
  const { rows } = await sql<SubmissionRow>`
    update submissions set status = ${to}, status_since = ${now}, updated_at = ${now}, revision = revision + 1
    where ${isDue} and id in (select id from submissions where ${isDue} limit ${limit}) returning ${COLUMNS}`.execute(
    db,
  );
  return rows;
}

/** Ignores ids of other forms and of submissions in the trash. */
export async function markSeen(db: Db, siteId: string, formId: string, ids: readonly string[]): Promise<void> {
  await sql`
    update submissions set seen = true
    where site_id = ${siteId} and form_id = ${formId} and id = any(${ids}::uuid[]) and deleted_at is null and not seen`.execute(
    db,
  );
}
