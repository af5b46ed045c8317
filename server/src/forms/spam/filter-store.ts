/** The fields by which spam reports can be filtered and sorted (forms contract section 10), and conditions on them. */
import { sql } from 'kysely';
import { type Columns, EQUALITY_COMPARISONS, idColumn, namespaceColumn, timeColumn } from '../../filter/columns.ts';
import type { Condition } from '../../filter/filter.ts';

export const reportColumns: Columns = {
  id: idColumn,
  namespace: namespaceColumn,
  formId: { sql: sql`form_id`, type: 'uuid', comparisons: EQUALITY_COMPARISONS, sortable: true },
  createdDate: timeColumn('created_at'),
  reportedDate: timeColumn('reported_at'),
  reportReason: { sql: sql`reason`, type: 'text', comparisons: EQUALITY_COMPARISONS, sortable: true },
  // The vendor nests sites in sites. Sites of Portico have no children, so the value is always null.
  childMetaSiteId: { sql: sql`null::text`, type: 'text', comparisons: EQUALITY_COMPARISONS, sortable: false },
};

export const isReportedBefore = (time: Date): Condition => sql<boolean>`reported_at < ${time}`;
