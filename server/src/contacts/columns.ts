/** What a filter or sort of contacts may name, in the vendor's fourth and fifth version. Pure. */
import { sql } from 'kysely';
import { BY_LIST, type Column, type Columns, idColumn, timeColumn } from '../filter/columns.ts';
import { normalEmail } from './info.ts';

/** The query builder of the vendor's package writes `$hasSome` for `$in`. */
const BY_ID = [...BY_LIST, '$hasSome', '$exists'] as const;
const BY_TEXT = [...BY_ID, '$startsWith'] as const;

const text = (path: string): Column => ({
  sql: sql`(info #>> ${sql.lit(path)}::text[])`,
  type: 'text',
  comparisons: BY_TEXT,
  sortable: true,
  nullable: true,
});

/** Exactly one entry of a list is primary. */
const primary = (list: 'emails' | 'phones', key: string): Column => ({
  ...text(''),
  sql: sql`(jsonb_path_query_first(info, ${sql.lit(`$.${list}.items[*] ? (@.primary == true).${key}`)}::jsonpath) #>> '{}')`,
});

const primaryEmail: Column = { ...primary('emails', 'email'), normalize: normalEmail, within: sql`emails` };
const primaryPhone = primary('phones', 'phone');
const emails: Column = {
  sql: sql`emails`,
  type: 'texts',
  comparisons: BY_TEXT,
  sortable: false,
  normalize: normalEmail,
};
const id: Column = { ...idColumn, comparisons: BY_ID, sortable: false };
const dates = { createdDate: timeColumn('created_at'), updatedDate: timeColumn('updated_at') };

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
