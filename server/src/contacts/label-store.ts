/** SQL of labels of contacts. */
import { sql } from 'kysely';
import type { Db } from '../db/index.ts';
import { type Columns, EQUALITY_COMPARISONS } from '../filter/columns.ts';
import type { Condition } from '../filter/filter.ts';
import type { PageSql } from '../filter/page.ts';

export interface LabelRow {
  readonly key: string;
  readonly display_name: string;
}

const text = { type: 'text', comparisons: [...EQUALITY_COMPARISONS, '$startsWith'], sortable: true } as const;

/** The fields of a label that a filter or sort may name. */
export const labelColumns: Columns = {
  key: { ...text, sql: sql`key` },
  displayName: { ...text, sql: sql`display_name` },
  namespace: { ...text, sql: sql`split_part(key, '.', 1)` },
  labelType: { ...text, sql: sql`(case when key like 'custom.%' then 'USER_DEFINED' else 'SYSTEM' end)` },
};

export async function listLabels(db: Db, siteId: string, limit: number): Promise<LabelRow[]> {
  const { rows } = await sql<LabelRow>`
    select key, display_name from contact_labels where site_id = ${siteId}
    order by lower(display_name), key limit ${limit}`.execute(db);
  return rows;
}

export async function listLabelPage(
  db: Db,
  siteId: string,
  where: Condition,
  page: PageSql,
  limit: number,
): Promise<LabelRow[]> {
  const { rows } = await sql<LabelRow>`
    select key, display_name from contact_labels where site_id = ${siteId} and ${where}
    order by ${page.orderBy} limit ${limit} offset ${page.offset}`.execute(db);
  return rows;
}

export async function countLabels(db: Db, siteId: string, where: Condition): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from contact_labels where site_id = ${siteId} and ${where}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Inserts the labels that the site lacks, and returns their number. Inserts none if the site has `max` labels. */
export async function insertLabels(
  db: Db,
  siteId: string,
  labels: readonly LabelRow[],
  max: number,
  now: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into contact_labels (site_id, key, display_name, created_at)
    select ${siteId}::uuid, key, name, ${now}::timestamptz
    from unnest(${labels.map(({ key }) => key)}::text[], ${labels.map((label) => label.display_name)}::text[]) as new (key, name)
    where (select count(*) from contact_labels where site_id = ${siteId}) < ${max}
    order by key on conflict (site_id, key) do nothing`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

export async function findLabel(db: Db, siteId: string, key: string): Promise<LabelRow | undefined> {
  const { rows } = await sql<LabelRow>`
    select key, display_name from contact_labels where site_id = ${siteId} and key = ${key}`.execute(db);
  return rows[0];
}

/** Deletes a label, also from all contacts. Returns false if the site does not have it. */
export async function deleteLabel(db: Db, siteId: string, key: string): Promise<boolean> {
  await sql`
    update contacts set label_keys = array_remove(label_keys, ${key}), revision = revision + 1,
      info = case when info #> '{labelKeys,items}' = ${JSON.stringify([key])}::jsonb then info - 'labelKeys'
        else jsonb_set(info, '{labelKeys,items}', (info #> '{labelKeys,items}') - ${key}::text) end
    where site_id = ${siteId} and label_keys @> array[${key}::text]`.execute(db);
  const { rows } = await sql`
    delete from contact_labels where site_id = ${siteId} and key = ${key} returning key`.execute(db);
  return rows.length > 0;
}
