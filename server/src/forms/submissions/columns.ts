/** What a filter or sort of submissions may name (forms contract section 2.3). Pure. */
import { sql } from 'kysely';
import {
  BY_LIST,
  type Column,
  type Columns,
  idColumn,
  listColumn,
  namespaceColumn,
  timeColumn,
} from '../../filter/columns.ts';

const submitter = (kind: string): Column => ({
  sql: sql`(case when submitter_kind = ${sql.lit(kind)} then submitter_id end)`,
  index: sql`submitter_id`,
  type: 'text',
  comparisons: BY_LIST,
  sortable: true,
  nullable: true,
});

export const submissionColumns: Columns = {
  id: idColumn,
  formId: { sql: sql`form_id`, type: 'uuid', comparisons: BY_LIST, sortable: true },
  contactId: { sql: sql`contact_id`, type: 'uuid', comparisons: BY_LIST, sortable: true, nullable: true },
  status: { sql: sql`status`, type: 'text', comparisons: BY_LIST, sortable: true },
  'submitter.applicationId': submitter('app'),
  'submitter.memberId': submitter('member'),
  'submitter.userId': submitter('user'),
  'submitter.visitorId': submitter('visitor'),
  'orderDetails.checkoutId': {
    sql: sql`(order_details ->> 'checkoutId')`,
    type: 'text',
    comparisons: BY_LIST,
    sortable: true,
    nullable: true,
  },
  namespace: namespaceColumn,
  seen: { sql: sql`seen`, type: 'boolean', comparisons: ['$eq', '$ne'], sortable: true },
  createdDate: timeColumn('created_at'),
  updatedDate: timeColumn('updated_at'),
  // of the vendor's sites inside sites: none of ours is
  childMetaSiteId: { sql: sql`null::uuid`, type: 'uuid', comparisons: BY_LIST, sortable: false, nullable: true },
  'tags.tags.tagIds': listColumn(sql`(tags #> '{tags,tagIds}')`),
  'tags.privateTags.tagIds': listColumn(sql`(tags #> '{privateTags,tagIds}')`),
};

const { contactId, 'tags.privateTags.tagIds': privateTags, ...shownToAll } = submissionColumns;

/** What others than staff may name: a filter or a sort tells what it compares, as reading it would (side channel). */
export const publicColumns: Columns = shownToAll;
