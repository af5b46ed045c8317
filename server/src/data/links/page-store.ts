/** SQL that pages through what items refer to. */
import type { Db } from '../../db/index.ts';
import type { Collection } from '../collections/collection.ts';
import type { Reach } from '../collections/reach.ts';
import { bind, type Params } from '../query/params.ts';
import type { LinkTable } from '../query/scope.ts';
import { run, source, visible } from '../table/statement.ts';
import { rowsWithin } from './include-store.ts';
import { sidesOf } from './sides.ts';

/** Where a reference stands in the order: that of the referring items asked for, then the time of linking. */
export type Position = readonly [place: number, number: string, far: string];

export interface FoundReference {
  readonly place: number;
  readonly number: string;
  readonly near: string;
  readonly far: string;
  /** the item referred to, as text; null where it is not there, or not within reach */
  readonly data: string | null;
}

/** Which references are asked for: of these items by this field. `links` is null for a single reference. */
export interface Asked {
  readonly reach: Reach;
  readonly key: string;
  readonly links: LinkTable | null;
  readonly other: Collection | null;
  /** null keeps the place of an item that is not to be looked at */
  readonly ids: readonly (string | null)[];
}

interface Slice {
  readonly descending: boolean;
  /** only what comes after it, in the direction of the slice */
  readonly after: Position | null;
  /** the slice runs towards the beginning */
  readonly backwards: boolean;
  readonly offset: number;
  readonly limit: number;
}

/** References in the order of the slice, each with its item as far as the target can be read. */
export function listReferences(db: Db, asked: Asked, target: Reach | null, slice: Slice): Promise<FoundReference[]> {
  const params: Params = [];
  const references = referencesOf(asked, params);
  const { descending, after, backwards, offset, limit } = slice;
  const isReversed = descending !== backwards;
  const placeWise = backwards ? 'desc' : 'asc';
  const timeWise = isReversed ? 'desc' : 'asc';
  const order = `place ${placeWise}, number ${timeWise}, far ${timeWise}`;
  const beyond = after ? `where ${isBeyond(after, backwards, isReversed, params)}` : '';
  const page = `select place, number, near, far from ${references} as reference ${beyond}
    order by ${order} limit ${bind(params, limit, 'int')} offset ${bind(params, offset, 'int')}`;
  const text = target
    ? `select page.*, page.number::text as number, ${visible(target.hidden, params, 'target.data')} as data
       from (${page}) as page left join ${rowsWithin(target, params)} as target on target.id = page.far`
    : `select page.*, page.number::text as number, null as data from (${page}) as page`;
  return run<FoundReference>(
    db,
    asked.reach.collection,
    `${text} order by page.place ${placeWise}, page.number ${timeWise}, page.far ${timeWise}`,
    params,
  );
}

function isBeyond([place, number, far]: Position, backwards: boolean, isReversed: boolean, params: Params): string {
  const at = bind(params, place, 'int');
  const then = `(number, far) ${isReversed ? '<' : '>'} (${bind(params, number, 'bigint')}, ${bind(params, far, 'text')})`;
  return `(place ${backwards ? '<' : '>'} ${at} or (place = ${at} and ${then}))`;
}

/** How many references there are, counted up to the bound. */
export async function countReferences(db: Db, asked: Asked, bound: number): Promise<number> {
  const params: Params = [];
  const counted = `select from ${referencesOf(asked, params)} as reference limit ${bind(params, bound, 'int')}`;
  const text = `select count(*)::int as count from (${counted}) as counted`;
  const rows = await run<{ count: number }>(db, asked.reach.collection, text, params);
  return rows[0]?.count ?? 0;
}

/** The ids that a single reference of these items holds. */
export async function listReferencedIds(db: Db, reach: Reach, key: string, ids: readonly string[]): Promise<string[]> {
  const params: Params = [];
  const references = referencesOf({ reach, key, links: null, other: null, ids }, params);
  const rows = await run<{ far: string }>(db, reach.collection, `select far from ${references} as reference`, params);
  return rows.map(({ far }) => far);
}

/** The references as a table: `place` of the referring item among those asked for, its id, the other id, the time. */
function referencesOf({ reach, key, links, other, ids }: Asked, params: Params): string {
  // Its other collection is gone, and the links with it.
  if (links && !other) return `(select 0 as place, 0::bigint as number, '' as near, '' as far where false)`;
  const asked = `unnest(${bind(params, ids, 'text[]')}) with ordinality as asked(id, place)`;
  if (links && other) {
    const { near, far, isOfField } = sidesOf(links, other, params);
    return `(select place::int as place, link.number, asked.id as near, ${far} as far
      from ${asked} join ${links.schema}.links as link on ${isOfField} and ${near} = asked.id)`;
  }
  const item = `(select id, data -> ${bind(params, key, 'text')} as value from ${source(reach.collection)})`;
  return `(select place::int as place, 0::bigint as number, asked.id as near, item.value #>> '{}' collate "C" as far
    from ${asked} join ${item} as item on item.id = asked.id where jsonb_typeof(item.value) = 'string')`;
}
