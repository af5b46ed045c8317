/** SQL of contacts. */
import { sql } from 'kysely';
import type { Db } from '../db/index.ts';
import { firstRow, json } from '../db/statements.ts';
import type { Condition } from '../filter/filter.ts';
import type { PageSql } from '../filter/page.ts';
import { type ContactInfo, emailsOf, labelsOf, phonesOf } from './info.ts';
import { lexemesOf, sortNameOf } from './search-words.ts';
import type { ContactRow } from './wire.ts';

const COLUMNS = sql`id, revision, created_at, updated_at, source, info, confirmed_emails, confirmed_fields, member_id`;

/**
 * Locks e-mails, phones and ids of members until the transaction ends, so that parallel calls create one contact for
 * them.
 */
export async function lockKeys(db: Db, siteId: string, keys: readonly string[]): Promise<void> {
  // All transactions lock keys in the same order, which prevents deadlocks.
  const names = [...new Set(keys)].toSorted().map((key) => `contact ${siteId} ${key}`);
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) as name`.execute(db);
}

export const findContact = (db: Db, siteId: string, id: string) =>
  firstRow<ContactRow>(db, sql`select ${COLUMNS} from contacts where site_id = ${siteId} and id = ${id}`);

export const lockContact = (db: Db, siteId: string, id: string) =>
  firstRow<ContactRow>(
    db,
    sql`select ${COLUMNS} from contacts where site_id = ${siteId} and id = ${id} for no key update`,
  );

export const lockContactOfMember = (db: Db, siteId: string, memberId: string) =>
  firstRow<ContactRow>(
    db,
    sql`select ${COLUMNS} from contacts where site_id = ${siteId} and member_id = ${memberId} for no key update`,
  );

/** Locks a contact that has one of the e-mails and is not linked to another member; of several, the oldest. */
export const lockContactByEmail = (db: Db, siteId: string, emails: readonly string[], memberId: string | null) =>
  firstRow<ContactRow>(
    db,
    sql`select ${COLUMNS} from contacts
        where site_id = ${siteId} and emails && ${emails}::text[]
          and (${memberId}::uuid is null or member_id is null or member_id = ${memberId})
        order by created_at, id limit 1 for no key update`,
  );

/**
 * Locks the oldest contact with one of the phones.
 * @param withoutEmail finds only contacts that have no e-mail
 */
export const lockContactByPhone = (db: Db, siteId: string, phones: readonly string[], withoutEmail: boolean) =>
  firstRow<ContactRow>(
    db,
    sql`select ${COLUMNS} from contacts
        where site_id = ${siteId} and phones && ${phones}::text[] and (not ${withoutEmail}::boolean or emails = '{}')
        order by created_at, id limit 1 for no key update`,
  );

/** The values that an insertion or update of a contact stores. */
export interface ContactValues {
  readonly info: ContactInfo;
  readonly confirmedEmails: readonly string[];
  readonly confirmedFields: readonly string[];
  readonly memberId: string | null;
}

interface SiteKey {
  readonly id: string;
  readonly shortId: string;
}

/** Returns SQL for all columns that are computed from a contact's values. */
const columnsOf = (site: SiteKey, { info, confirmedEmails, confirmedFields, memberId }: ContactValues) => ({
  info: json(info),
  emails: sql`${emailsOf(info).map(({ email }) => email)}::text[]`,
  phones: sql`${phonesOf(info).flatMap(({ e164Phone }) => (e164Phone ? [e164Phone] : []))}::text[]`,
  confirmed_emails: sql`${confirmedEmails}::text[]`,
  confirmed_fields: sql`${confirmedFields}::text[]`,
  sort_name: sql`${sortNameOf(info)}`,
  label_keys: sql`${labelsOf(info)}::text[]`,
  words: sql`array_to_tsvector(${lexemesOf(site.shortId, info)}::text[])`,
  member_id: sql`${memberId}::uuid`,
});

export async function insertContact(
  db: Db,
  site: SiteKey,
  contact: ContactValues & { readonly id: string; readonly source: string },
  now: Date,
): Promise<ContactRow> {
  const columns = columnsOf(site, contact);
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
  const row = await firstRow<ContactRow>(
    db,
    sql`insert into contacts (site_id, id, source, created_at, updated_at, ${names})
        values (${site.id}, ${contact.id}, ${contact.source}, ${now}, ${now}, ${sql.join(Object.values(columns))})
        returning ${COLUMNS}`,
  );
  return row as ContactRow;
}

/** Returns undefined if the contact was deleted or has another revision. */
export const updateContact = (
  db: Db,
  site: SiteKey,
  { id, revision }: Pick<ContactRow, 'id' | 'revision'>,
  values: ContactValues,
  now: Date,
) => {
  const assignments = Object.entries(columnsOf(site, values)).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  return firstRow<ContactRow>(
    db,
    sql`update contacts set revision = revision + 1, updated_at = ${now}, ${sql.join(assignments)}
        where site_id = ${site.id} and id = ${id} and revision = ${revision}::bigint returning ${COLUMNS}`,
  );
};

export const deleteContact = (db: Db, siteId: string, id: string) =>
  firstRow<ContactRow>(db, sql`delete from contacts where site_id = ${siteId} and id = ${id} returning ${COLUMNS}`);

export const unlinkMember = (db: Db, siteId: string, memberId: string) =>
  sql`update contacts set member_id = null, revision = revision + 1
      where site_id = ${siteId} and member_id = ${memberId}`.execute(db);

/** Returns a page of contacts by filter. */
export async function listPage(
  db: Db,
  siteId: string,
  where: Condition,
  page: PageSql,
  limit: number,
): Promise<(ContactRow & { keys: unknown[] })[]> {
  const { rows } = await sql<ContactRow & { keys: unknown[] }>`
    select ${COLUMNS}, ${page.keys} as keys from contacts
    where site_id = ${siteId} and ${where} and ${page.after}
    order by ${page.orderBy} limit ${limit} offset ${page.offset}`.execute(db);
  return rows;
}

/** Counts contacts by filter, up to `max`. */
export async function countMatching(db: Db, siteId: string, where: Condition, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from (select 1 from contacts where site_id = ${siteId} and ${where} limit ${max}) as counted`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function listContactsOfMembers(
  db: Db,
  siteId: string,
  memberIds: readonly string[],
): Promise<ContactRow[]> {
  const { rows } = await sql<ContactRow>`
    select ${COLUMNS} from contacts where site_id = ${siteId} and member_id = any(${memberIds}::uuid[]) limit 10`.execute(
    db,
  );
  return rows;
}
