/** SQL that counts submissions. */
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { Condition } from '../../filter/filter.ts';
import type { Submitter } from '../permissions.ts';
import { isOfSubmitter } from '../records/filter-store.ts';

/** Counts the submissions to a form, in total or of one submitter. Ignores submissions in the trash. */
export async function countOfForm(
  db: Db,
  siteId: string,
  formId: string,
  submitter: Submitter | null,
): Promise<number> {
  const ofSubmitter = submitter ? sql`and ${isOfSubmitter(submitter)}` : sql``;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from submissions
    where site_id = ${siteId} and form_id = ${formId} and deleted_at is null ${ofSubmitter}`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface FormCount {
  readonly form_id: string;
  readonly total: number;
  readonly unseen: number;
}

/** Counts submissions per form. Forms without matching submissions are absent. */
export async function countByForm(
  db: Db,
  siteId: string,
  { namespace, formIds, statuses }: CountRequest,
): Promise<FormCount[]> {
  const { rows } = await sql<FormCount>`
    select form_id, count(*)::int as total, count(*) filter (where not seen)::int as unseen from submissions
    where site_id = ${siteId} and namespace = ${namespace} and form_id = any(${formIds}::uuid[])
      and status = any(${statuses}::text[]) and deleted_at is null
    group by form_id`.execute(db);
  return rows;
}

export interface CountRequest {
  readonly namespace: string;
  readonly formIds: readonly string[];
  readonly statuses: readonly string[];
}

/** Counts submissions in the trash per form. Forms without matching submissions are absent. */
export async function countDeletedByForm(
  db: Db,
  siteId: string,
  { namespace, formIds, statuses }: CountRequest,
): Promise<{ form_id: string; total: number }[]> {
  const { rows } = await sql<{ form_id: string; total: number }>`
    select form_id, count(*)::int as total from submissions
    where site_id = ${siteId} and namespace = ${namespace} and form_id = any(${formIds}::uuid[])
      and status = any(${statuses}::text[]) and deleted_at is not null
    group by form_id`.execute(db);
  return rows;
}

/** Counts matches per form. The `limit` omits no form, because a site cannot have that many. */
export async function countMatching(db: Db, siteId: string, condition: Condition): Promise<FormCount[]> {
  const { rows } = await sql<FormCount>`
    select form_id, count(*)::int as total, count(*) filter (where not seen)::int as unseen from submissions
    where site_id = ${siteId} and deleted_at is null and ${condition}
    group by form_id order by form_id limit 10000`.execute(db);
  return rows;
}
