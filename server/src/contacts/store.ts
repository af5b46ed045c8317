/** All SQL of contacts. */
import type { ContactSort } from '@portico/domain';
import { sql } from 'kysely';
import type { Db } from '../db/index.ts';
import { json, one } from '../db/statements.ts';
import type { Condition } from '../filter/filter.ts';
import type { PageSql } from '../filter/page.ts';
import { type ContactInfo, emailsOf, labelsOf, phonesOf } from './info.ts';
import { lexemesOf, sortNameOf } from './search-words.ts';
import type { ContactRow } from './wire.ts';

const COLUMNS = sql`id, revision, created_at, updated_at, source, info, confirmed_emails, confirmed_fields, member_id`;

/** Who writes a contact that any of these find waits for whoever else does, until that transaction ends. */
export async function lockKeys(db: Db, siteId: string, keys: readonly string[]): Promise<void> {
  // In one order: of two that want the same keys neither waits for the other while holding what it needs.
  const names = [...new Set(keys)].toSorted().map((key) => `contact ${siteId} ${key}`);
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) as name`.execute(db);
}

export const findContact = (db: Db, siteId: string, id: string) =>
  one<ContactRow>(db, sql`select ${COLUMNS} from contacts where site_id = ${siteId} and id = ${id}`);

export const lockContact = (db: Db, siteId: string, id: string) =>
  one<ContactRow>(db, sql`select ${COLUMNS} from contacts where site_id = ${siteId} and id = ${id} for no key update`);

export const lockContactOfMember = (db: Db, siteId: string, memberId: string) =>
  one<ContactRow>(
    db,
    sql`select ${COLUMNS} from contacts where site_id = ${siteId} and member_id = ${memberId} for no key update`,
  );

/** The oldest that has one of the e-mails and is no other member's. */
export const lockContactByEmail = (db: Db, siteId: string, emails: readonly string[], memberId: string | null) =>
  one<ContactRow>(
    db,
    sql`select ${COLUMNS} from contacts
        where site_id = ${siteId} and emails && ${emails}::text[]
          and (${memberId}::uuid is null or member_id is null or member_id = ${memberId})
        order by created_at, id limit 1 for no key update`,
  );

/** The oldest that has one of the phones; `withoutEmail`: only one of which no e-mail is known. */
export const lockContactByPhone = (db: Db, siteId: string, phones: readonly string[], withoutEmail: boolean) =>
  one<ContactRow>(
    db,
    sql`select ${COLUMNS} from contacts
        where site_id = ${siteId} and phones && ${phones}::text[] and (not ${withoutEmail}::boolean or emails = '{}')
        order by created_at, id limit 1 for no key update`,
  );

export interface Written {
  readonly info: ContactInfo;
  readonly confirmedEmails: readonly string[];
  readonly confirmedFields: readonly string[];
  readonly memberId: string | null;
}

interface SiteKey {
  readonly id: string;
  readonly shortId: string;
}

/** The columns that follow from what is known of the person. */
const derived = (site: SiteKey, { info, confirmedEmails, confirmedFields, memberId }: Written) => ({
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
  contact: Written & { readonly id: string; readonly source: string },
  now: Date,
): Promise<ContactRow> {
  const columns = derived(site, contact);
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
  const row = await one<ContactRow>(
    db,
    sql`insert into contacts (site_id, id, source, created_at, updated_at, ${names})
        values (${site.id}, ${contact.id}, ${contact.source}, ${now}, ${now}, ${sql.join(Object.values(columns))})
        returning ${COLUMNS}`,
  );
  return row as ContactRow;
}

/** Undefined when the contact is gone or its revision is another by now. */
export const updateContact = (
  db: Db,
  site: SiteKey,
  { id, revision }: Pick<ContactRow, 'id' | 'revision'>,
  contact: Written,
  now: Date,
) => {
  const set = Object.entries(derived(site, contact)).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  return one<ContactRow>(
    db,
    sql`update contacts set revision = revision + 1, updated_at = ${now}, ${sql.join(set)}
        where site_id = ${site.id} and id = ${id} and revision = ${revision}::bigint returning ${COLUMNS}`,
  );
};

export const deleteContact = (db: Db, siteId: string, id: string) =>
  one<ContactRow>(db, sql`delete from contacts where site_id = ${siteId} and id = ${id} returning ${COLUMNS}`);

export const unlinkMember = (db: Db, siteId: string, memberId: string) =>
  sql`update contacts set member_id = null, revision = revision + 1
      where site_id = ${siteId} and member_id = ${memberId}`.execute(db);

const SORTS = {
  CREATED_DATE: sql.ref('created_at'),
  UPDATED_DATE: sql.ref('updated_at'),
  NAME: sql.ref('sort_name'),
} as const;

export interface Listed {
  /** A tsquery (search-words.ts); null matches every contact. */
  readonly words: string | null;
  readonly labelKey: string | null;
  readonly sort: ContactSort;
  /** sort key and id of the row to start after */
  readonly after: readonly [string, string] | null;
  readonly limit: number;
}

const matching = (siteId: string, { words, labelKey }: Pick<Listed, 'words' | 'labelKey'>) => sql<boolean>`
  site_id = ${siteId}
    and ${words === null ? sql`true` : sql`words @@ ${words}::tsquery`}
    and ${labelKey === null ? sql`true` : sql`label_keys @> array[${labelKey}::text]`}`;

export async function listContacts(db: Db, siteId: string, listed: Listed): Promise<(ContactRow & { key: string })[]> {
  const { sort, after, limit } = listed;
  const [, by, direction] = /^(\w+)_(ASC|DESC)$/.exec(sort) as unknown as [string, keyof typeof SORTS, string];
  const column = SORTS[by];
  const type = sql.raw(by === 'NAME' ? 'text' : 'timestamptz');
  const order = sql.raw(direction === 'ASC' ? 'asc' : 'desc');
  const comparison = sql.raw(direction === 'ASC' ? '>' : '<');
  const rest = after ? sql`(${column}, id) ${comparison} (${after[0]}::${type}, ${after[1]}::uuid)` : sql`true`;
  // Milliseconds are all that is stored.
  const key = by === 'NAME' ? column : sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const { rows } = await sql<ContactRow & { key: string }>`
    select ${COLUMNS}, ${key} as key from contacts
    where ${matching(siteId, listed)} and ${rest}
    order by ${column} ${order}, id ${order} limit ${limit}`.execute(db);
  return rows;
}

/** A page by a filter of the vendor's. */
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

/** Up to `most`. */
export async function countMatching(db: Db, siteId: string, where: Condition, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from (select 1 from contacts where site_id = ${siteId} and ${where} limit ${most}) as counted`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Up to `most`. */
export async function countContacts(
  db: Db,
  siteId: string,
  listed: Pick<Listed, 'words' | 'labelKey'>,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from (select 1 from contacts where ${matching(siteId, listed)} limit ${most}) as counted`.execute(db);
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
