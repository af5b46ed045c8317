/** What a filter, search or sort of members may name. */
import { type RawBuilder, sql } from 'kysely';
import { BY_ORDER, type Column, type Columns } from '../../filter/columns.ts';
import { identityStatusOf } from './status.ts';

const BY_VALUE = [...BY_ORDER, '$exists', '$hasSome'] as const;

const text = (column: RawBuilder<unknown>, normalize?: (text: string) => string): Column => ({
  sql: column,
  type: 'text',
  comparisons: [...BY_VALUE, '$startsWith', '$contains'],
  sortable: true,
  ...(normalize ? { normalize } : {}),
});
const detail = (name: string): Column => text(sql`details->>${sql.lit(name)}`);
const time = (column: RawBuilder<unknown>): Column => ({
  sql: column,
  type: 'time',
  comparisons: BY_VALUE,
  sortable: true,
});
const id: Column = { sql: sql`id`, type: 'uuid', comparisons: BY_VALUE, sortable: true };
const created = time(sql`created_at`);
const updated = time(sql`updated_at`);

const publicColumns: Columns = {
  id,
  _id: id,
  'profile.slug': text(sql`slug`),
  'profile.nickname': detail('nickname'),
  createdDate: created,
  _createdDate: created,
  updatedDate: updated,
  _updatedDate: updated,
};

const staffColumns: Columns = {
  ...publicColumns,
  lastLoginDate: time(sql`last_login_at`),
  loginEmail: text(sql`login_email`, (value) => value.trim().toLowerCase()),
  status: text(sql`status`, identityStatusOf),
  privacyStatus: text(sql`privacy_status`),
  activityStatus: text(sql`activity_status`),
  'contact.firstName': detail('firstName'),
  'contact.lastName': detail('lastName'),
  'contact.company': detail('company'),
  'contact.jobTitle': detail('position'),
  contactId: id,
};

/** Threat: a visitor could otherwise ask whether an address is registered, so only staff may name these columns. */
export const columnsFor = (isStaff: boolean): Columns => (isStaff ? staffColumns : publicColumns);
