/** Filter, search and sort of a members query as SQL with bound values. */
import { type RawBuilder, sql } from 'kysely';
import type { Column } from '../../filter/columns.ts';
import { type Condition, filterToSql } from '../../filter/filter.ts';
import { ViolationError } from '../../kernel/app-error.ts';
import { columnsFor } from './columns.ts';

/** @throws ViolationError pointing at the field or operator that cannot be used */
export const membersFilter = (filter: unknown, isStaff: boolean, at = 'query.filter'): Condition =>
  filterToSql(filter, columnsFor(isStaff), ({ path, reason }) => violation(path === '' ? at : `${at}.${path}`, reason));

export interface Search {
  readonly expression?: string;
  /** Names of the fields to search; by default all that the caller may search. */
  readonly fields?: readonly string[];
}

const PUBLIC_TEXTS = ['profile.nickname', 'profile.slug'];
const STAFF_TEXTS = [...PUBLIC_TEXTS, 'loginEmail', 'contact.firstName', 'contact.lastName', 'contact.company'];

/**
 * Matches members one of whose texts contains the expression, in any case.
 * @throws ViolationError for a field that cannot be searched, or not by this caller
 */
export function membersSearch({ expression, fields = [] }: Search = {}, isStaff = false): Condition {
  const trimmed = expression?.trim();
  if (!trimmed) return sql<boolean>`true`;
  const pattern = `%${trimmed.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const names = fields.length > 0 ? fields : isStaff ? STAFF_TEXTS : PUBLIC_TEXTS;
  const conditions = names.map((name, index) => {
    const at = `search.fields.${index}`;
    const column = columnAt(name, isStaff, at);
    if (column.type !== 'text') throw violation(at, `${name} is not a text that can be searched`);
    return sql<boolean>`${column.sql} ilike ${pattern}`;
  });
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

/** Sorts as requested, by default newest first. @throws ViolationError for a field that cannot be sorted by */
export function membersSort(
  sort: readonly { fieldName: string; order?: string }[] | undefined,
  isStaff: boolean,
): RawBuilder<unknown> {
  if (!sort || sort.length === 0) return sql`created_at desc`;
  const terms = sort.map(({ fieldName, order }, index) => {
    const column = columnAt(fieldName, isStaff, `query.sort.${index}.fieldName`);
    return order === 'DESC' ? sql`${column.sql} desc nulls last` : sql`${column.sql} asc nulls last`;
  });
  return sql.join(terms, sql`, `);
}

function columnAt(name: string, isStaff: boolean, at: string): Column {
  const columns = columnsFor(isStaff);
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
  if (!column) throw violation(at, `${name.slice(0, 100)} is not a field that this caller can search or sort by`);
  return column;
}

const violation = (field: string, description: string) =>
  new ViolationError([{ field, description, violatedRule: 'NOT_ALLOWED_VALUE' }]);
