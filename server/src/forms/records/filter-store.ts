/** The fields by which submissions can be filtered and sorted (forms contract section 2.3), and conditions on them. */
import type { SubmissionStatus } from '@portico/domain';
import { sql } from 'kysely';
import {
  type Column,
  type Columns,
  EQUALITY_COMPARISONS,
  idColumn,
  listColumn,
  namespaceColumn,
  timeColumn,
} from '../../filter/columns.ts';
import type { Condition } from '../../filter/filter.ts';
import type { Submitter } from '../permissions.ts';

const submitterColumn = (kind: string): Column => ({
  sql: sql`(case when submitter_kind = ${sql.lit(kind)} then submitter_id end)`,
  index: sql`submitter_id`,
  type: 'text',
  comparisons: EQUALITY_COMPARISONS,
  sortable: true,
  nullable: true,
});

export const submissionColumns: Columns = {
  id: idColumn,
  formId: { sql: sql`form_id`, type: 'uuid', comparisons: EQUALITY_COMPARISONS, sortable: true },
  contactId: { sql: sql`contact_id`, type: 'uuid', comparisons: EQUALITY_COMPARISONS, sortable: true, nullable: true },
  status: { sql: sql`status`, type: 'text', comparisons: EQUALITY_COMPARISONS, sortable: true },
  'submitter.applicationId': submitterColumn('app'),
  'submitter.memberId': submitterColumn('member'),
  'submitter.userId': submitterColumn('user'),
  'submitter.visitorId': submitterColumn('visitor'),
  'orderDetails.checkoutId': {
    sql: sql`(order_details ->> 'checkoutId')`,
    type: 'text',
    comparisons: EQUALITY_COMPARISONS,
    sortable: true,
    nullable: true,
  },
  namespace: namespaceColumn,
  seen: { sql: sql`seen`, type: 'boolean', comparisons: ['$eq', '$ne'], sortable: true },
  createdDate: timeColumn('created_at'),
  updatedDate: timeColumn('updated_at'),
  // The vendor nests sites in sites. Sites of Portico have no children, so the value is always null.
  childMetaSiteId: {
    sql: sql`null::uuid`,
    type: 'uuid',
    comparisons: EQUALITY_COMPARISONS,
    sortable: false,
    nullable: true,
  },
  'tags.tags.tagIds': listColumn(sql`(tags #> '{tags,tagIds}')`),
  'tags.privateTags.tagIds': listColumn(sql`(tags #> '{privateTags,tagIds}')`),
};

const { contactId, 'tags.privateTags.tagIds': privateTags, ...publicColumns } = submissionColumns;

/**
 * The fields for callers who are not staff. A filter or sort by a hidden field would reveal its value (side channel).
 */
export const publicSubmissionColumns: Columns = publicColumns;

export const isDeleted: Condition = sql<boolean>`deleted_at is not null`;
export const isNotDeleted: Condition = sql<boolean>`deleted_at is null`;

export const hasId = (id: string): Condition => sql<boolean>`id = ${id}`;

/** Matches submissions after the last one of a batch, in the order of ids. */
export const hasIdAfter = (id: string): Condition => sql<boolean>`id > ${id}`;

export const isOfForm = (formId: string): Condition => sql<boolean>`form_id = ${formId}`;

export const isOfForms = (formIds: readonly string[]): Condition => sql<boolean>`form_id = any(${formIds}::uuid[])`;

export const isOfSubmitter = ({ kind, id }: Submitter): Condition =>
  sql<boolean>`submitter_id = ${id} and submitter_kind = ${kind}`;

export const hasStatus = (statuses: readonly SubmissionStatus[]): Condition =>
  sql<boolean>`status = any(${statuses}::text[])`;

export const isPendingSince = (before: Date): Condition =>
  sql<boolean>`status = 'PENDING' and status_since < ${before}`;

export const isCreatedBefore = (time: Date): Condition => sql<boolean>`created_at < ${time}`;

export const isCreatedUntil = (time: Date): Condition => sql<boolean>`created_at <= ${time}`;

export const isDeletedBefore = (time: Date): Condition => sql<boolean>`deleted_at < ${time}`;
