/** What a filter or sort of submissions may name (forms contract section 2.3). Pure. */
import { type RawBuilder, sql } from 'kysely';
import { BY_LIST, BY_MEMBERS, BY_ORDER, type Column, type Columns } from '../query/columns.ts';

export const ID: Column = { sql: sql`id`, type: 'uuid', comparisons: BY_LIST, sortable: true };

const time = (name: string): Column => ({ sql: sql.ref(name), type: 'time', comparisons: BY_ORDER, sortable: true });
const members = (list: RawBuilder<unknown>): Column => ({
  sql: list,
  type: 'list',
  comparisons: BY_MEMBERS,
  sortable: false,
});
const submitter = (kind: string): Column => ({
  sql: sql`(case when submitter_kind = ${sql.lit(kind)} then submitter_id end)`,
  index: sql`submitter_id`,
  type: 'text',
  comparisons: BY_LIST,
  sortable: true,
  nullable: true,
});

export const submissionColumns: Columns = {
  id: ID,
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
  namespace: { sql: sql`namespace`, type: 'text', comparisons: ['$eq'], sortable: false },
  seen: { sql: sql`seen`, type: 'boolean', comparisons: ['$eq', '$ne'], sortable: true },
  createdDate: time('created_at'),
  updatedDate: time('updated_at'),
  // of the vendor's sites inside sites: none of ours is
  childMetaSiteId: { sql: sql`null::uuid`, type: 'uuid', comparisons: BY_LIST, sortable: false, nullable: true },
  'tags.tags.tagIds': members(sql`(tags #> '{tags,tagIds}')`),
  'tags.privateTags.tagIds': members(sql`(tags #> '{privateTags,tagIds}')`),
};

const { contactId, 'tags.privateTags.tagIds': privateTags, ...shownToAll } = submissionColumns;

/** What others than staff may name: a filter or a sort tells what it compares, as reading it would (side channel). */
export const publicColumns: Columns = shownToAll;
