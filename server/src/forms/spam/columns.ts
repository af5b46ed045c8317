/** What a filter or sort of spam reports may name (forms contract section 10). Pure. */
import { sql } from 'kysely';
import { BY_LIST, type Columns, idColumn, namespaceColumn, timeColumn } from '../../filter/columns.ts';

export const reportColumns: Columns = {
  id: idColumn,
  namespace: namespaceColumn,
  formId: { sql: sql`form_id`, type: 'uuid', comparisons: BY_LIST, sortable: true },
  createdDate: timeColumn('created_at'),
  reportedDate: timeColumn('reported_at'),
  reportReason: { sql: sql`reason`, type: 'text', comparisons: BY_LIST, sortable: true },
  // no site of ours has children
  childMetaSiteId: { sql: sql`null::text`, type: 'text', comparisons: BY_LIST, sortable: false },
};
