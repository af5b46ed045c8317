/** How many submissions there are. */
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { Condition } from '../../filter/filter.ts';
import type { Submitter } from '../permissions.ts';

/** How many submissions a form has, those in the trash left out; of one submitter where named. */
export async function countOfForm(
  db: Db,
  siteId: string,
  formId: string,
  submitter: Submitter | null,
): Promise<number> {
  const own = submitter ? sql`and submitter_id = ${submitter.id} and submitter_kind = ${submitter.kind}` : sql``;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from submissions
    where site_id = ${siteId} and form_id = ${formId} and deleted_at is null ${own}`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface FormCount {
  readonly form_id: string;
  readonly total: number;
  readonly unseen: number;
}

/** Of these forms, as far as they are of the namespace. */
export async function countByForm(
  db: Db,
  siteId: string,
  { namespace, formIds, statuses }: CountedForms,
): Promise<FormCount[]> {
  const { rows } = await sql<FormCount>`
    select form_id, count(*)::int as total, count(*) filter (where not seen)::int as unseen from submissions
    where site_id = ${siteId} and namespace = ${namespace} and form_id = any(${formIds}::uuid[])
      and status = any(${statuses}::text[]) and deleted_at is null
    group by form_id`.execute(db);
  return rows;
}

export interface CountedForms {
  readonly namespace: string;
  readonly formIds: readonly string[];
  readonly statuses: readonly string[];
}

export async function countDeletedByForm(
  db: Db,
  siteId: string,
  { namespace, formIds, statuses }: CountedForms,
): Promise<{ form_id: string; total: number }[]> {
  const { rows } = await sql<{ form_id: string; total: number }>`
    select form_id, count(*)::int as total from submissions
    where site_id = ${siteId} and namespace = ${namespace} and form_id = any(${formIds}::uuid[])
      and status = any(${statuses}::text[]) and deleted_at is not null
    group by form_id`.execute(db);
  return rows;
}

/** Of every form that has any; a site has no more forms than its limit. */
export async function countMatching(db: Db, siteId: string, condition: Condition): Promise<FormCount[]> {
  const { rows } = await sql<FormCount>`
    select form_id, count(*)::int as total, count(*) filter (where not seen)::int as unseen from submissions
    where site_id = ${siteId} and deleted_at is null and ${condition}
    group by form_id order by form_id limit 10000`.execute(db);
  return rows;
}
