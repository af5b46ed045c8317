/**
 * Maps the contact fields that a filter or sort may name, in versions 4 and 5 of the vendor's API, to SQL columns and
 * conditions.
 */
import { sql } from 'kysely';
import { type Column, type Columns, EQUALITY_COMPARISONS, idColumn, timeColumn } from '../filter/columns.ts';
import type { Condition } from '../filter/filter.ts';
import { normalizeEmail } from './info.ts';

/** Includes `$hasSome`, which the vendor's query builder sends instead of `$in`. */
const ID_COMPARISONS = [...EQUALITY_COMPARISONS, '$hasSome', '$exists'] as const;
const TEXT_COMPARISONS = [...ID_COMPARISONS, '$startsWith'] as const;

const text = (path: string): Column => ({
  sql: sql`(info #>> ${sql.lit(path)}::text[])`,
  type: 'text',
  comparisons: TEXT_COMPARISONS,
  sortable: true,
  nullable: true,
});

/** Returns the column of the primary entry. Every stored list has exactly one primary entry. */
const primary = (list: 'emails' | 'phones', key: string): Column => ({
  ...text(''),
  sql: sql`(jsonb_path_query_first(info, ${sql.lit(`$.${list}.items[*] ? (@.primary == true).${key}`)}::jsonpath) #>> '{}')`,
});

const primaryEmail: Column = { ...primary('emails', 'email'), normalize: normalizeEmail, within: sql`emails` };
const primaryPhone = primary('phones', 'phone');
const emails: Column = {
  sql: sql`emails`,
  type: 'texts',
  comparisons: TEXT_COMPARISONS,
  sortable: false,
  normalize: normalizeEmail,
};
const id: Column = { ...idColumn, comparisons: ID_COMPARISONS, sortable: false };
const dates = { createdDate: timeColumn('created_at'), updatedDate: timeColumn('updated_at') };

/** @param words a tsquery, as returned by `searchQuery` */
export const matchesWords = (words: string): Condition => sql<boolean>`words @@ ${words}::tsquery`;

const labelKeys: Column = {
  sql: sql`label_keys`,
  type: 'texts',
  comparisons: [...ID_COMPARISONS, '$hasAll'],
  sortable: false,
};

/** The columns of our own list, all of which have an index. */
export const listColumns: Columns = {
  ...dates,
  name: { sql: sql`sort_name`, type: 'text', comparisons: [], sortable: true },
  labelKeys,
};

export const columnsV4: Columns = {
  id,
  ...dates,
  'primaryInfo.email': primaryEmail,
  'primaryEmail.email': primaryEmail,
  'primaryInfo.phone': primaryPhone,
  'primaryPhone.phone': primaryPhone,
  'primaryPhone.e164Phone': primary('phones', 'e164Phone'),
  'info.name.first': text('{name,first}'),
  'info.name.last': text('{name,last}'),
  'info.company': text('{company}'),
  'info.jobTitle': text('{jobTitle}'),
  'info.birthdate': {
    ...text('{birthdate}'),
    comparisons: [...EQUALITY_COMPARISONS, '$exists', '$gt', '$gte', '$lt', '$lte'],
  },
  'info.emails.email': emails,
  'info.phones.e164Phone': { ...emails, sql: sql`phones`, normalize: (phone) => phone },
  'info.labelKeys': labelKeys,
  'memberInfo.memberId': { sql: sql`member_id`, type: 'uuid', comparisons: ID_COMPARISONS, sortable: false },
};

export const columnsV5: Columns = {
  id,
  ...dates,
  'email.email': { ...primaryEmail, sortable: false },
  'phone.phone': { ...primaryPhone, sortable: false },
  'name.first': text('{name,first}'),
  'name.last': text('{name,last}'),
  'company.name': text('{company}'),
  'tags.privateTags.tagIds': labelKeys,
};
