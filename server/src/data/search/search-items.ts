import type { queriesEndpoints } from '@portico/contract/data/queries';
import type { Input } from '@portico/contract/endpoint';
import { dataLimits } from '@portico/domain';
import type { Db } from '../../db/index.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { HttpResponse } from '../../kernel/http-response.ts';
import { itemReads } from '../collections/item-reads.ts';
import { openCollection, type Reach } from '../collections/reach.ts';
import { logMissingIndex } from '../indexes/unindexed.ts';
import { includeReferences } from '../links/include.ts';
import { valueAt } from '../query/evaluate.ts';
import { positionOf } from '../query/keyset.ts';
import { buildPagingMetadata, openPage, type PageRequest, type Position } from '../query/page.ts';
import { parseFilter, parseSort } from '../query/parse.ts';
import { type Plan, planQuery } from '../query/plan.ts';
import { type Json, matchAll } from '../query/tree.ts';
import { project } from '../table/project.ts';
import type { ItemRow } from '../table/statement.ts';
import { buildPageResponse } from '../table/wire.ts';
import { buildQuery } from './build-query.ts';
import { ensureIndexed, isIndexed } from './ensure-indexed.ts';
import { countMatches, listMatches, type WordQuery } from './store.ts';

type SearchInput = Input<(typeof queriesEndpoints)['searchItems']>['body']['search'];

/** The part of the request that a cursor contains. A follow-up request cannot change it. */
type SearchState = Pick<SearchInput, 'filter' | 'sort' | 'search'>;

/**
 * Returns a page of the items within reach that contain the words of an expression. Without a sort, the best matches
 * come first, and equal matches are ordered by id. Without an expression, all items match, in the order of ids.
 */
export async function searchItems(
  ctx: SiteCtx,
  { body }: Input<(typeof queriesEndpoints)['searchItems']>,
): Promise<HttpResponse> {
  const reach = await openCollection(ctx, body, 'read');
  const { filter, sort, search, fields = [], ...paging } = body.search;
  const page = openPage<SearchState>(ctx, reach, 'search', withLimit(paging), 'search.');
  const state = page.state ?? { filter, sort, search };
  const order = parseSort(state.sort ?? [], 'search.sort');
  const tree = state.filter ? parseFilter(state.filter, 'search.filter') : matchAll;
  const plan = planQuery(tree, order.length > 0 ? order : BY_ID, reach, page);
  const { db, query } = await prepareQuery(ctx, reach, state);
  // A search for words uses the full-text index, so only a search without words can lack an index.
  if (query === null) logMissingIndex(ctx, reach.collection, tree, order);
  const isRanked = query !== null && order.length === 0;
  const matches = query === 'no-match' ? [] : await listMatches(db, reach, query, plan, isRanked);
  const rows = matches.slice(0, plan.limit);
  if (plan.backwards) rows.reverse();
  // Pages of ranked matches continue by offset, because the server must rank all matches for every page anyway.
  const positions = {
    rows: matches.length,
    first: () => (isRanked ? null : positionOfRow(plan, rows[0] as ItemRow)),
    last: () => (isRanked ? null : positionOfRow(plan, rows.at(-1) as ItemRow)),
  };
  const total = body.returnTotalCount ? await totalOf(db, reach, query, plan) : null;
  const metadata = buildPagingMetadata(ctx, reach, 'search', page, state, positions, total);
  const projectedRows = rows.map((row) => project(row, fields));
  const shown = await includeReferences(ctx, reach, projectedRows, body.includeReferences ?? []);
  return buildPageResponse(reach.collection.id, shown, metadata);
}

const BY_ID = parseSort([{ fieldName: '_id' }]);

function withLimit({ paging, cursorPaging }: PageRequest): PageRequest {
  const hasLimit = (paging?.limit ?? cursorPaging?.limit ?? cursorPaging?.cursor) !== undefined;
  return hasLimit
    ? { paging, cursorPaging }
    : { paging: { ...paging, limit: dataLimits.searchPageSize }, cursorPaging };
}

/** Returns the query for the request's expression (null if it has none) and the database on which to run it. */
async function prepareQuery(
  ctx: SiteCtx,
  reach: Reach,
  { search }: SearchState,
): Promise<{ db: Db; query: WordQuery | 'no-match' | null }> {
  const { db } = itemReads(ctx, reach.collection);
  if (!search?.expression?.trim()) return { db, query: null };
  // A replica may have an item, but not yet the words that the primary stored for it afterwards.
  if (db !== ctx.db && (await isIndexed(ctx, db, reach))) return { db, query: await buildQuery(ctx, reach, search) };
  await ensureIndexed(ctx, reach);
  return { db: ctx.db, query: await buildQuery(ctx, reach, search) };
}

async function totalOf(db: Db, reach: Reach, query: WordQuery | 'no-match' | null, { filter }: Plan) {
  const bound = dataLimits.totalCount;
  const count = query === 'no-match' ? 0 : await countMatches(db, reach, query, filter, bound + 1);
  return { count, exceedsBound: count > bound };
}

function positionOfRow(plan: Plan, { data }: ItemRow): Position | null {
  const item = JSON.parse(data) as Json;
  return positionOf(plan, (path) => valueAt(item, path));
}
