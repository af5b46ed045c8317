/** SQL of forms. */
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { firstRow, json } from '../../db/statements.ts';
import type { Condition } from '../../filter/filter.ts';
import type { PageSql } from '../../filter/page.ts';
import type { NewForm, SubmissionPolicy } from './document.ts';
import type { FormRow } from './wire.ts';

const COLUMNS = sql`id, namespace, name, enabled, document, revision, created_at, updated_at`;

export const findForm = (db: Db, siteId: string, id: string) =>
  firstRow<FormRow>(
    db,
    sql`select ${COLUMNS} from forms where site_id = ${siteId} and id = ${id} and deleted_at is null`,
  );

/**
 * Locks the form until the transaction ends, so that submissions to a form with a limit are stored one after another.
 */
export const lockForm = (db: Db, siteId: string, id: string) =>
  firstRow<FormRow>(
    db,
    sql`select ${COLUMNS} from forms where site_id = ${siteId} and id = ${id} and deleted_at is null for no key update`,
  );

export const findDeletedForm = (db: Db, siteId: string, id: string) =>
  firstRow<FormRow>(
    db,
    sql`select ${COLUMNS} from forms where site_id = ${siteId} and id = ${id} and deleted_at is not null`,
  );

/** Ignores unknown ids and forms in the trash. */
export async function listFormsById(db: Db, siteId: string, ids: readonly string[]): Promise<FormRow[]> {
  const { rows } = await sql<FormRow>`
    select ${COLUMNS} from forms where site_id = ${siteId} and id = any(${ids}::uuid[]) and deleted_at is null`.execute(
    db,
  );
  return rows;
}

/** Returns undefined if another form of the namespace has the name. */
export const insertForm = (db: Db, siteId: string, id: string, form: NewForm, now: Date) =>
  firstRow<FormRow>(
    db,
    sql`insert into forms (site_id, id, namespace, name, enabled, document, created_at, updated_at)
        values (${siteId}, ${id}, ${form.namespace}, ${form.name}, ${form.enabled}, ${json(form.document)}, ${now}, ${now})
        on conflict (site_id, namespace, name) where deleted_at is null do nothing
        returning ${COLUMNS}`,
  );

/** Makes other transactions that create a form in the site wait until this one ends. */
export const lockNewForms = (db: Db, siteId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`${siteId} forms`}, 0))`.execute(db);

/** Lists the names of forms in the namespace that start with `start`. Ignores forms in the trash. */
export async function listNames(db: Db, siteId: string, namespace: string, start: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from forms
    where site_id = ${siteId} and namespace = ${namespace} and deleted_at is null and starts_with(name, ${start})
    limit 10000`.execute(db);
  return rows.map((row) => row.name);
}

/** Returns undefined if the form was deleted or has another revision. */
export const updateForm = (
  db: Db,
  siteId: string,
  id: string,
  revision: string,
  form: Omit<NewForm, 'namespace'>,
  now: Date,
) =>
  firstRow<FormRow>(
    db,
    sql`update forms set name = ${form.name}, enabled = ${form.enabled}, document = ${json(form.document)},
          revision = revision + 1, updated_at = ${now}
        where site_id = ${siteId} and id = ${id} and revision = ${revision}::bigint and deleted_at is null
        returning ${COLUMNS}`,
  );

/** Returns false if there is no such form outside the trash. */
export async function moveFormToTrash(db: Db, siteId: string, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update forms set deleted_at = ${now}, updated_at = ${now}, revision = revision + 1
    where site_id = ${siteId} and id = ${id} and deleted_at is null returning id`.execute(db);
  return rows.length > 0;
}

/** Returns undefined if the form is not in the trash. */
export const restoreForm = (db: Db, siteId: string, id: string, name: string, now: Date) =>
  firstRow<FormRow>(
    db,
    sql`update forms set deleted_at = null, name = ${name}, updated_at = ${now}, revision = revision + 1
        where site_id = ${siteId} and id = ${id} and deleted_at is not null returning ${COLUMNS}`,
  );

/** Deletes a form permanently, in the trash or not. Returns false if there is none. */
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

/** @param namespace null counts the forms of all namespaces */
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

/** Lists the ids of forms whose `submissionAccess` is one of these levels. */
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

/** Lists the ids of forms that match, the oldest first. */
export async function listIds(db: Db, siteId: string, condition: Condition, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from forms where site_id = ${siteId} and ${condition} order by created_at, id limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

/** Lists forms that have been in the trash since before this time. */
export async function listOldDeletedForms(db: Db, siteId: string, before: Date, limit: number): Promise<FormRow[]> {
  const { rows } = await sql<FormRow>`
    select ${COLUMNS} from forms
    where site_id = ${siteId} and deleted_at < ${before} order by deleted_at limit ${limit}`.execute(db);
  return rows;
}

/** Lists the forms with a retention time for submissions, including those in the trash. */
export async function listFormsWithRetention(
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
