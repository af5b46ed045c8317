/** Filters, searches, sorts and lists the members of a site. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { type Column, type Columns, ORDER_COMPARISONS } from '../../filter/columns.ts';
import { type Condition, filterToSql } from '../../filter/filter.ts';
import { ViolationError } from '../../kernel/app-error.ts';
import { identityStatusOf } from './status.ts';
import type { MemberRow } from './wire.ts';

export interface Search {
  readonly expression?: string;
  /** Names of the fields to search; by default all fields that the caller may search. */
  readonly fields?: readonly string[];
}

export interface MemberSelection {
  readonly filter?: unknown;
  readonly search?: Search | undefined;
}

/**
 * Translates filter and search to SQL. Staff select among all members and by every column; everybody else selects among
 * active members with a public profile, by public columns.
 * @param filterPath path of the filter in the request, for violations
 * @throws ViolationError naming the field or operator that cannot be used
 */
export function selectionToSql(
  { filter, search }: MemberSelection,
  isStaff: boolean,
  filterPath = 'query.filter',
): Condition {
  const visible = isStaff ? sql`true` : sql`privacy_status = 'PUBLIC' and status = 'ACTIVE'`;
  const filterSql = filterToSql(filter, columnsFor(isStaff), ({ path, reason }) =>
    violation(path === '' ? filterPath : `${filterPath}.${path}`, reason),
  );
  return sql<boolean>`(${visible}) and (${filterSql}) and (${searchToSql(search, isStaff)})`;
}

/**
 * Matches members who have a text that contains the expression, ignoring case.
 * @throws ViolationError for a field that the caller cannot search
 */
function searchToSql({ expression, fields = [] }: Search = {}, isStaff: boolean): Condition {
  const trimmed = expression?.trim();
  if (!trimmed) return sql<boolean>`true`;
  const pattern = `%${trimmed.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const names = fields.length > 0 ? fields : isStaff ? STAFF_SEARCH_FIELDS : PUBLIC_SEARCH_FIELDS;
  const conditions = names.map((name, index) => {
    const path = `search.fields.${index}`;
    const column = findColumn(name, isStaff, path);
    if (column.type !== 'text') throw violation(path, `${name} is not a text that can be searched`);
    return sql<boolean>`${column.sql} ilike ${pattern}`;
  });
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

/** Sorts as requested, by default newest first. @throws ViolationError for a field that the caller cannot sort by */
export function sortToSql(
  sort: readonly { fieldName: string; order?: string }[] | undefined,
  isStaff: boolean,
): RawBuilder<unknown> {
  if (!sort || sort.length === 0) return sql`created_at desc`;
  const terms = sort.map(({ fieldName, order }, index) => {
    const column = findColumn(fieldName, isStaff, `query.sort.${index}.fieldName`);
    return order === 'DESC' ? sql`${column.sql} desc nulls last` : sql`${column.sql} asc nulls last`;
  });
  return sql.join(terms, sql`, `);
}

/** Returns one page of the members that `selection` matches, and the total number of matches. */
export async function listMembers(
  db: Db,
  siteId: string,
  selection: Condition,
  orderBy: RawBuilder<unknown>,
  page: { limit: number; offset: number },
): Promise<{ rows: MemberRow[]; total: number }> {
  const matching = selectMembers(db, siteId, selection);
  const rows = await matching
    .selectAll()
    .orderBy(orderBy)
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const count = await matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirst();
  return { rows: rows as MemberRow[], total: count?.total ?? 0 };
}

/** Returns the next ids that `selection` matches, in the order of ids. */
export async function listMemberIds(
  db: Db,
  siteId: string,
  selection: Condition,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await selectMembers(db, siteId, selection)
    .select('id')
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

const selectMembers = (db: Db, siteId: string, selection: Condition) =>
  db.selectFrom('members').where('site_id', '=', siteId).where('status', '<>', 'DELETED').where(selection);

const PUBLIC_SEARCH_FIELDS = ['profile.nickname', 'profile.slug'];
const STAFF_SEARCH_FIELDS = [
  ...PUBLIC_SEARCH_FIELDS,
  'loginEmail',
  'contact.firstName',
  'contact.lastName',
  'contact.company',
];

const VALUE_COMPARISONS = [...ORDER_COMPARISONS, '$exists', '$hasSome'] as const;

const textColumn = (column: RawBuilder<unknown>, normalize?: (text: string) => string): Column => ({
  sql: column,
  type: 'text',
  comparisons: [...VALUE_COMPARISONS, '$startsWith', '$contains'],
  sortable: true,
  ...(normalize ? { normalize } : {}),
});
const detailColumn = (name: string): Column => textColumn(sql`details->>${sql.lit(name)}`);
const timeColumn = (column: RawBuilder<unknown>): Column => ({
  sql: column,
  type: 'time',
  comparisons: VALUE_COMPARISONS,
  sortable: true,
});
const id: Column = { sql: sql`id`, type: 'uuid', comparisons: VALUE_COMPARISONS, sortable: true };
const created = timeColumn(sql`created_at`);
const updated = timeColumn(sql`updated_at`);

const publicColumns: Columns = {
  id,
  _id: id,
  'profile.slug': textColumn(sql`slug`),
  'profile.nickname': detailColumn('nickname'),
  createdDate: created,
  _createdDate: created,
  updatedDate: updated,
  _updatedDate: updated,
};

const staffColumns: Columns = {
  ...publicColumns,
  lastLoginDate: timeColumn(sql`last_login_at`),
  loginEmail: textColumn(sql`login_email`, (value) => value.trim().toLowerCase()),
  status: textColumn(sql`status`, identityStatusOf),
  privacyStatus: textColumn(sql`privacy_status`),
  activityStatus: textColumn(sql`activity_status`),
  'contact.firstName': detailColumn('firstName'),
  'contact.lastName': detailColumn('lastName'),
  'contact.company': detailColumn('company'),
  'contact.jobTitle': detailColumn('position'),
  contactId: id,
};

/**
 * Returns the columns that the caller may name. Threat: a visitor who could filter by e-mail address would learn
 * whether an address is registered.
 */
const columnsFor = (isStaff: boolean): Columns => (isStaff ? staffColumns : publicColumns);

function findColumn(name: string, isStaff: boolean, path: string): Column {
  const columns = columnsFor(isStaff);
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
  if (!column) throw violation(path, `${name.slice(0, 100)} is not a field that this caller can search or sort by`);
  return column;
}

const violation = (field: string, description: string) =>
  new ViolationError([{ field, description, violatedRule: 'NOT_ALLOWED_VALUE' }]);
