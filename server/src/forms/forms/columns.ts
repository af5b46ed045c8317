/** What a filter or sort of forms may name (forms contract section 3). */
import { sql } from 'kysely';
import { BY_LIST, type Columns, idColumn, listColumn, namespaceColumn, timeColumn } from '../../filter/columns.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { seesWholeForms } from '../permissions.ts';

export const formColumns: Columns = {
  id: idColumn,
  namespace: namespaceColumn,
  createdDate: timeColumn('created_at'),
  updatedDate: timeColumn('updated_at'),
  name: { sql: sql`name`, type: 'text', comparisons: [...BY_LIST, '$startsWith'], sortable: true },
  'properties.name': { sql: sql`name`, type: 'text', comparisons: [...BY_LIST, '$startsWith'], sortable: true },
  enabled: { sql: sql`enabled`, type: 'boolean', comparisons: ['$eq', '$ne'], sortable: true },
  'properties.disabled': { sql: sql`(not enabled)`, type: 'boolean', comparisons: ['$eq', '$ne'], sortable: true },
  'tags.tags.tagIds': listColumn(sql`(document #> '{tags,tags,tagIds}')`),
  'tags.privateTags.tagIds': listColumn(sql`(document #> '{tags,privateTags,tagIds}')`),
  // the earlier generation's word for an address is longer
  'fields.validation.predefined.format': listColumn(
    sql`replace(jsonb_path_query_array(document, '$.formFields[*].inputOptions.inputType')::text, '"ADDRESS"', '"MULTILINE_ADDRESS"')::jsonb`,
  ),
};

const { 'tags.privateTags.tagIds': _, ...publicColumns } = formColumns;

/** What this caller may filter and sort by: by private tags nobody asks who is not shown them, else the answer would tell. */
export const columnsFor = ({ caller }: SiteCtx): Columns => (seesWholeForms(caller) ? formColumns : publicColumns);
