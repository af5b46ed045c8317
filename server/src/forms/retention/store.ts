import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { SubmissionPolicy } from '../forms/document.ts';
import type { FormRow } from '../forms/wire.ts';

/** Forms that have been in the trash since before an instant. */
export async function listOldDeletedForms(db: Db, siteId: string, before: Date, limit: number): Promise<FormRow[]> {
  const { rows } = await sql<FormRow>`
    select id, namespace, name, enabled, document, revision, created_at, updated_at from forms
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
