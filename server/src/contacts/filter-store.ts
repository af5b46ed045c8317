/**
 * Maps the fields of contacts that filters and sorts may name, in versions 4 and 5 of the vendor's API, to SQL columns
 * and conditions.
 */
import { sql } from 'kysely';
import { BY_LIST, type Column, type Columns, idColumn, timeColumn } from '../filter/columns.ts';
import type { Condition } from '../filter/filter.ts';
import { normalizeEmail } from './info.ts';

/** The vendor's query builder sends `$hasSome` instead of `$in`. */
const BY_ID = [...BY_LIST, '$hasSome', '$exists'] as const;
const BY_TEXT = [...BY_ID, '$startsWith'] as const;

const text = (path: string): Column => ({
  sql: sql`(info #>> ${sql.lit(path)}::text[])`,
  type: 'text',
  comparisons: BY_TEXT,
  sortable: true,
  nullable: true,
});

/** Stored lists have exactly one primary entry. */
const primary = (list: 'emails' | 'phones', key: string): Column => ({
  ...text(''),
  sql: sql`(jsonb_path_query_first(info, ${sql.lit(`$.${list}.items[*] ? (@.primary == true).${key}`)}::jsonpath) #>> '{}')`,
});

const primaryEmail: Column = { ...primary('emails', 'email'), normalize: normalizeEmail, within: sql`emails` };
const primaryPhone = primary('phones', 'phone');
const emails: Column = {
  sql: sql`emails`,
  type: 'texts',
  comparisons: BY_TEXT,
  sortable: false,
  normalize: normalizeEmail,
};
const id: Column = { ...idColumn, comparisons: BY_ID, sortable: false };
const dates = { createdDate: timeColumn('created_at'), updatedDate: timeColumn('updated_at') };

/** @param words a tsquery (`searchQuery`) */
export const matchesWords = (words: string): Condition => sql<boolean>`words @@ ${words}::tsquery`;

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
  'info.birthdate': { ...text('{birthdate}'), comparisons: [...BY_LIST, '$exists', '$gt', '$gte', '$lt', '$lte'] },
  'info.emails.email': emails,
  'info.phones.e164Phone': { ...emails, sql: sql`phones`, normalize: (phone) => phone },
  'info.labelKeys': {
    sql: sql`label_keys`,
    type: 'texts',
    comparisons: [...BY_ID, '$hasAll'],
    sortable: false,
  },
  'memberInfo.memberId': { sql: sql`member_id`, type: 'uuid', comparisons: BY_ID, sortable: false },
};

export const columnsV5: Columns = {
  id,
  ...dates,
  'email.email': { ...primaryEmail, sortable: false },
  'phone.phone': { ...primaryPhone, sortable: false },
  'name.first': text('{name,first}'),
  'name.last': text('{name,last}'),
  'company.name': text('{company}'),
  'tags.privateTags.tagIds': columnsV4['info.labelKeys'] as Column,
};
