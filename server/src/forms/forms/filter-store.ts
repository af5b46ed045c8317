/** The fields by which forms can be filtered and sorted (forms contract section 3), and conditions on forms. */
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

const nameColumn: Column = {
  sql: sql`name`,
  type: 'text',
  comparisons: [...EQUALITY_COMPARISONS, '$startsWith'],
  sortable: true,
};

export const formColumns: Columns = {
  id: idColumn,
  namespace: namespaceColumn,
  createdDate: timeColumn('created_at'),
  updatedDate: timeColumn('updated_at'),
  name: nameColumn,
  'properties.name': nameColumn,
  enabled: { sql: sql`enabled`, type: 'boolean', comparisons: ['$eq', '$ne'], sortable: true },
  'properties.disabled': { sql: sql`(not enabled)`, type: 'boolean', comparisons: ['$eq', '$ne'], sortable: true },
  'tags.tags.tagIds': listColumn(sql`(document #> '{tags,tags,tagIds}')`),
  'tags.privateTags.tagIds': listColumn(sql`(document #> '{tags,privateTags,tagIds}')`),
  // This path belongs to the earlier generation of the wire format, which calls an address MULTILINE_ADDRESS.
  'fields.validation.predefined.format': listColumn(
    sql`replace(jsonb_path_query_array(document, '$.formFields[*].inputOptions.inputType')::text, '"ADDRESS"', '"MULTILINE_ADDRESS"')::jsonb`,
  ),
};

const { 'tags.privateTags.tagIds': _, ...publicColumns } = formColumns;

/** The fields for callers who must not see private tags. */
export const publicFormColumns: Columns = publicColumns;

export const isDeleted: Condition = sql<boolean>`deleted_at is not null`;
export const isNotDeleted: Condition = sql<boolean>`deleted_at is null`;
export const isEnabled: Condition = sql<boolean>`enabled`;
