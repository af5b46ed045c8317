import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { json, one } from '../../db/statements.ts';
import type { Condition } from '../../filter/filter.ts';
import type { PageSql } from '../../filter/page.ts';
import type { NewForm, SubmissionPolicy } from './document.ts';
import type { FormRow } from './wire.ts';

const COLUMNS = sql`id, namespace, name, enabled, document, revision, created_at, updated_at`;

export const findForm = (db: Db, siteId: string, id: string) =>
  one<FormRow>(db, sql`select ${COLUMNS} from forms where site_id = ${siteId} and id = ${id} and deleted_at is null`);

/** The form, held against changes until the transaction ends: submissions of a form with a limit come one after another. */
export const lockForm = (db: Db, siteId: string, id: string) =>
  one<FormRow>(
    db,
    sql`select ${COLUMNS} from forms where site_id = ${siteId} and id = ${id} and deleted_at is null for no key update`,
  );

export const findDeletedForm = (db: Db, siteId: string, id: string) =>
  one<FormRow>(
    db,
    sql`select ${COLUMNS} from forms where site_id = ${siteId} and id = ${id} and deleted_at is not null`,
  );

/** Those of the ids that are forms of the site, deleted ones apart. */
export async function listFormsById(db: Db, siteId: string, ids: readonly string[]): Promise<FormRow[]> {
  const { rows } = await sql<FormRow>`
    select ${COLUMNS} from forms where site_id = ${siteId} and id = any(${ids}::uuid[]) and deleted_at is null`.execute(
    db,
  );
  return rows;
}

/** Undefined when the name is taken. */
export const insertForm = (db: Db, siteId: string, id: string, form: NewForm, now: Date) =>
  one<FormRow>(
    db,
    sql`insert into forms (site_id, id, namespace, name, enabled, document, created_at, updated_at)
        values (${siteId}, ${id}, ${form.namespace}, ${form.name}, ${form.enabled}, ${json(form.document)}, ${now}, ${now})
        on conflict (site_id, namespace, name) where deleted_at is null do nothing
        returning ${COLUMNS}`,
  );

/** Holds up everybody else who makes a form on the site, until the transaction ends. */
export const lockNewForms = (db: Db, siteId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`${siteId} forms`}, 0))`.execute(db);

/** Names of the namespace that begin so, deleted forms apart. */
export async function listNames(db: Db, siteId: string, namespace: string, start: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from forms
    where site_id = ${siteId} and namespace = ${namespace} and deleted_at is null and starts_with(name, ${start})
    limit 10000`.execute(db);
  return rows.map((row) => row.name);
}

/** Undefined when the form is gone or its revision is another. */
export const updateForm = (
  db: Db,
  siteId: string,
  id: string,
  revision: string,
  form: Omit<NewForm, 'namespace'>,
  now: Date,
) =>
  one<FormRow>(
    db,
    sql`update forms set name = ${form.name}, enabled = ${form.enabled}, document = ${json(form.document)},
          revision = revision + 1, updated_at = ${now}
        where site_id = ${siteId} and id = ${id} and revision = ${revision}::bigint and deleted_at is null
        returning ${COLUMNS}`,
  );

/** True when there was such a form. */
export async function moveFormToTrash(db: Db, siteId: string, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update forms set deleted_at = ${now}, updated_at = ${now}, revision = revision + 1
    where site_id = ${siteId} and id = ${id} and deleted_at is null returning id`.execute(db);
  return rows.length > 0;
}

/** Undefined when the form is not in the trash. */
export const restoreForm = (db: Db, siteId: string, id: string, name: string, now: Date) =>
  one<FormRow>(
    db,
    sql`update forms set deleted_at = null, name = ${name}, updated_at = ${now}, revision = revision + 1
        where site_id = ${siteId} and id = ${id} and deleted_at is not null returning ${COLUMNS}`,
  );

export async function deleteForm(db: Db, siteId: string, id: string): Promise<boolean> {
  const { rows } = await sql`delete from forms where site_id = ${siteId} and id = ${id} returning id`.execute(db);
  return rows.length > 0;
}

export async function listForms(
  db: Db,
  siteId: string,
  condition: Condition,
  page: PageSql,
  limit: number,
): Promise<(FormRow & { keys: unknown[] })[]> {
  const { rows } = await sql<FormRow & { keys: unknown[] }>`
    select ${COLUMNS}, ${page.keys} as keys from forms
    where site_id = ${siteId} and ${condition} and ${page.after}
    order by ${page.orderBy} limit ${limit} offset ${page.offset}`.execute(db);
  return rows;
}

export interface FormCounts {
  readonly total: number;
  readonly active: number;
  readonly deleted: number;
}

/** `namespace` null counts those of every namespace. */
export async function countForms(db: Db, siteId: string, namespace: string | null): Promise<FormCounts> {
  const { rows } = await sql<FormCounts>`
    select count(*) filter (where deleted_at is null)::int as total,
           count(*) filter (where deleted_at is null and enabled)::int as active,
           count(*) filter (where deleted_at is not null)::int as deleted
    from forms where site_id = ${siteId} and (${namespace}::text is null or namespace = ${namespace})`.execute(db);
  return rows[0] as FormCounts;
}

export async function countMatching(db: Db, siteId: string, condition: Condition): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from forms where site_id = ${siteId} and ${condition}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Ids of forms whose submissions one of these levels opens. */
export async function listOpenForms(
  db: Db,
  siteId: string,
  levels: readonly string[],
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from forms
    where site_id = ${siteId} and (document ->> 'submissionAccess') = any(${levels}::text[]) and deleted_at is null
    limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

/** Ids of forms that match, the oldest first. */
export async function listIds(db: Db, siteId: string, condition: Condition, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from forms where site_id = ${siteId} and ${condition} order by created_at, id limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

/** Forms that have been in the trash since before an instant. */
export async function listOldDeletedForms(db: Db, siteId: string, before: Date, limit: number): Promise<FormRow[]> {
  const { rows } = await sql<FormRow>`
    select ${COLUMNS} from forms
    where site_id = ${siteId} and deleted_at < ${before} order by deleted_at limit ${limit}`.execute(db);
  return rows;
}

/** Forms that keep submissions for some days only; in the trash they do so, too. */
export async function listKeepingForms(
  db: Db,
  siteId: string,
  limit: number,
): Promise<{ id: string; submissionPolicy: SubmissionPolicy }[]> {
  const { rows } = await sql<{ id: string; submissionPolicy: SubmissionPolicy }>`
    select id, document -> 'submissionPolicy' as "submissionPolicy" from forms
    where site_id = ${siteId} and document -> 'submissionPolicy' ->> 'deleteAfterDays' is not null
    order by id limit ${limit}`.execute(db);
  return rows;
}
