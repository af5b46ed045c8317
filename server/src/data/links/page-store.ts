/** SQL that pages through the references of items. */
import type { Db } from '../../db/index.ts';
import type { Collection } from '../collections/collection.ts';
import type { Reach } from '../collections/reach.ts';
import { bind, type Params } from '../query/params.ts';
import type { LinkTable } from '../query/scope.ts';
import { run, sourceSql, visibleDataSql } from '../table/statement.ts';
import { rowsInReachSql } from './include-store.ts';
import { linkColumns } from './link-columns.ts';

/** Position of a reference in the order: by the referring item's index in the request, then by the time of linking. */
export type Position = readonly [ordinal: number, linkTime: string, referencedId: string];

export interface FoundReference {
  /** Index of the referring item in the request, starting at 1. */
  readonly ordinal: number;
  /** Time of linking in microseconds since 1970, as decimal digits; `0` for a single reference. */
  readonly linkTime: string;
  readonly referringId: string;
  readonly referencedId: string;
  /** JSON of the referenced item; null if it does not exist or the caller may not read it. */
  readonly data: string | null;
}

/** Selects the references of items by a field. `links` is null for a single reference. */
export interface ReferenceQuery {
  readonly reach: Reach;
  readonly key: string;
  readonly links: LinkTable | null;
  readonly other: Collection | null;
  /**
   * Ids of the referring items. Null replaces the id of an item that the caller may not read, so that the indexes of
   * the others do not change.
   */
  readonly ids: readonly (string | null)[];
}

interface ReferencePage {
  readonly descending: boolean;
  /** Position after which the page starts, in the direction of the page; null for the first page. */
  readonly after: Position | null;
  /** True if the page precedes `after`. Its references are then in reverse order. */
  readonly backwards: boolean;
  readonly offset: number;
  readonly limit: number;
}

/** Returns a page of references, each with its item if it is within the reach of `target`. */
export function listReferences(
  db: Db,
  query: ReferenceQuery,
  target: Reach | null,
  { descending, after, backwards, offset, limit }: ReferencePage,
): Promise<FoundReference[]> {
  const params: Params = [];
  const references = referencesSql(query, params);
  const isReversed = descending !== backwards;
  const [itemOrder, linkOrder] = [backwards ? 'desc' : 'asc', isReversed ? 'desc' : 'asc'];
  const condition = after ? `where ${afterPositionSql(after, backwards, isReversed, params)}` : '';
  const page = `select ordinal, number, "referringId", "referencedId" from ${references} as reference ${condition}
    order by ordinal ${itemOrder}, number ${linkOrder}, "referencedId" ${linkOrder}
    limit ${bind(params, limit, 'int')} offset ${bind(params, offset, 'int')}`;
  const text = target
    ? `select page.*, page.number::text as "linkTime", ${visibleDataSql(target.hidden, params, 'target.data')} as data
       from (${page}) as page left join ${rowsInReachSql(target, params)} as target on target.id = page."referencedId"`
    : `select page.*, page.number::text as "linkTime", null as data from (${page}) as page`;
  return run<FoundReference>(
    db,
    query.reach.collection,
    `${text} order by page.ordinal ${itemOrder}, page.number ${linkOrder}, page."referencedId" ${linkOrder}`,
    params,
  );
}

function afterPositionSql(
  [ordinal, linkTime, referencedId]: Position,
  backwards: boolean,
  isReversed: boolean,
  params: Params,
): string {
  const item = bind(params, ordinal, 'int');
  const link = `(number, "referencedId") ${isReversed ? '<' : '>'} (${bind(params, linkTime, 'bigint')}, ${bind(params, referencedId, 'text')})`;
  return `(ordinal ${backwards ? '<' : '>'} ${item} or (ordinal = ${item} and ${link}))`;
}

/** Counts the references, up to the bound. */
export async function countReferences(db: Db, query: ReferenceQuery, bound: number): Promise<number> {
  const params: Params = [];
  const counted = `select from ${referencesSql(query, params)} as reference limit ${bind(params, bound, 'int')}`;
  const text = `select count(*)::int as count from (${counted}) as counted`;
  const rows = await run<{ count: number }>(db, query.reach.collection, text, params);
  return rows[0]?.count ?? 0;
}

/** Returns the ids that a single reference of these items contains. */
export async function listReferencedIds(db: Db, reach: Reach, key: string, ids: readonly string[]): Promise<string[]> {
  const params: Params = [];
  const references = referencesSql({ reach, key, links: null, other: null, ids }, params);
  const text = `select "referencedId" from ${references} as reference`;
  const rows = await run<{ referencedId: string }>(db, reach.collection, text, params);
  return rows.map(({ referencedId }) => referencedId);
}

/** Returns SQL for the references as a table with the columns of FoundReference except `data`. */
function referencesSql({ reach, key, links, other, ids }: ReferenceQuery, params: Params): string {
  // The links were deleted together with the other collection.
  if (links && !other) {
    return `(select 0 as ordinal, 0::bigint as number, '' as "referringId", '' as "referencedId" where false)`;
  }
  const requested = `unnest(${bind(params, ids, 'text[]')}) with ordinality as requested(id, ordinal)`;
  if (links && other) {
    const { referringId, referencedId, isOfField } = linkColumns(links, other, params);
    return `(select ordinal::int as ordinal, link.number, requested.id as "referringId", ${referencedId} as "referencedId"
      from ${requested} join ${links.schema}.links as link on ${isOfField} and ${referringId} = requested.id)`;
  }
  const item = `(select id, data -> ${bind(params, key, 'text')} as value from ${sourceSql(reach.collection, params)})`;
  return `(select ordinal::int as ordinal, 0::bigint as number, requested.id as "referringId",
      item.value #>> '{}' collate "C" as "referencedId"
    from ${requested} join ${item} as item on item.id = requested.id where jsonb_typeof(item.value) = 'string')`;
}
