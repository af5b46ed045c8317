/** SQL that reads the items referenced by a page of items. */
import type { Db } from '../../db/index.ts';
import { planWriteFilter, type Reach } from '../collections/reach.ts';
import { bind, type Params } from '../query/params.ts';
import type { LinkTable } from '../query/scope.ts';
import { filterToSql } from '../query/to-sql.ts';
import { run, sourceSql, visibleDataSql } from '../table/statement.ts';
import { linkColumns } from './link-columns.ts';

/** A referenced item. */
export interface IncludedItem {
  /** Id of the referring item. */
  readonly referringId: string;
  readonly data: string;
}

/** Returns the items that a single reference of these items points to, within the reach of `target`. */
export function listReferencedItems(
  db: Db,
  reach: Reach,
  target: Reach,
  { key, ids }: { readonly key: string; readonly ids: readonly string[] },
): Promise<IncludedItem[]> {
  const params: Params = [ids, key];
  return run<IncludedItem>(
    db,
    reach.collection,
    `select item.id as "referringId", ${visibleDataSql(target.hidden, params, 'target.data')} as data
     from (select id, data -> $2::text as value from ${sourceSql(reach.collection, params)} where id = any($1::text[])) as item
     join ${rowsInReachSql(target, params)} as target on target.id = item.value #>> '{}' and jsonb_typeof(item.value) = 'string'`,
    params,
  );
}

/**
 * Returns the items that these items are linked to, within the reach of `target`, in the order of linking.
 * @param page `limit` is the maximum number of items per referring item, `maxItems` the maximum number in total
 */
export function listLinkedItems(
  db: Db,
  reach: Reach,
  target: Reach,
  page: {
    readonly links: LinkTable;
    readonly ids: readonly string[];
    readonly limit: number;
    readonly maxItems: number;
  },
): Promise<IncludedItem[]> {
  const { links, ids, limit, maxItems } = page;
  const params: Params = [ids];
  const { referringId, referencedId, isOfField } = linkColumns(links, target.collection, params);
  return run<IncludedItem>(
    db,
    reach.collection,
    `select referring.id as "referringId", ${visibleDataSql(target.hidden, params, 'found.data')} as data
     from unnest($1::text[]) with ordinality as referring(id, ordinal) cross join lateral (
       select target.id, target.data, link.number from ${links.schema}.links as link
       join ${rowsInReachSql(target, params)} as target on target.id = ${referencedId}
       where ${isOfField} and ${referringId} = referring.id
       order by link.number, target.id limit ${bind(params, limit, 'int')}
     ) as found order by ordinal, found.number, found.id limit ${bind(params, maxItems, 'int')}`,
    params,
  );
}

/** Returns SQL for the rows within reach as a table. */
export function rowsInReachSql(reach: Reach, params: Params): string {
  return `(select id, data from ${sourceSql(reach.collection, params)} where ${filterToSql(planWriteFilter(reach), params)})`;
}
