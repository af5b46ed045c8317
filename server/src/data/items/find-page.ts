import { randomInt } from 'node:crypto';
import type { queriesEndpoints } from '@portico/contract/data/queries';
import type { Input } from '@portico/contract/endpoint';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { itemReads } from '../collections/item-reads.ts';
import type { Reach } from '../collections/reach.ts';
import { logMissingIndex } from '../indexes/unindexed.ts';
import { valueAt } from '../query/evaluate.ts';
import { positionOf } from '../query/keyset.ts';
import { buildPagingMetadata, openPage, type Position } from '../query/page.ts';
import { parseFilter, parseSort } from '../query/parse.ts';
import { type Plan, planQuery } from '../query/plan.ts';
import { isStorable } from '../query/text.ts';
import { type Json, matchAll } from '../query/tree.ts';
import { isNested, project } from '../table/project.ts';
import { listItems, type PageRow } from '../table/read-store.ts';
import type { ItemRow } from '../table/statement.ts';
import { countTotal } from './total.ts';

type Body = Pick<
  Input<(typeof queriesEndpoints)['queryItems']>['body'],
  'query' | 'sortMode' | 'randomOptions' | 'returnTotalCount'
>;
type Query = NonNullable<Body['query']>;

/** The query that a cursor contains, because a follow-up request has neither filter nor sort. */
interface CursorQuery extends Pick<Query, 'filter' | 'sort'> {
  /** Seed of the random order. */
  readonly seed?: number;
}

/** Returns a page of the items within reach, with the requested fields, and its `pagingMetadata`. */
export async function findPage(
  ctx: SiteCtx,
  reach: Reach,
  body: Body,
): Promise<{ rows: ItemRow[]; metadata: ReturnType<typeof buildPagingMetadata> }> {
  const { fields = [], ...query } = body.query ?? {};
  const page = openPage<CursorQuery>(ctx, reach, 'query', query, 'query.');
  const cursorQuery = page.state ?? queryOf(body, query);
  const tree = cursorQuery.filter ? parseFilter(cursorQuery.filter, 'query.filter') : matchAll;
  const plan = planQuery(tree, parseSort(cursorQuery.sort ?? [], 'query.sort'), reach, {
    ...page,
    seed: cursorQuery.seed,
  });
  logMissingIndex(ctx, reach.collection, tree, cursorQuery.sort ? plan.order : []);
  // A name with characters that PostgreSQL cannot store is ignored like every unknown name.
  const names = fields.length === 0 ? fields : ['_id', ...fields.filter(isStorable)];
  const hasNestedNames = names.some(isNested);
  const found = await listItems(itemReads(ctx, reach.collection).db, reach, plan, hasNestedNames ? [] : names);
  const rows = found.slice(0, plan.limit);
  if (plan.backwards) rows.reverse();
  const total = body.returnTotalCount ? await countTotal(ctx, reach, plan.filter) : null;
  const metadata = buildPagingMetadata(
    ...([ctx, reach, 'query', page, cursorQuery] as const),
    {
      rows: found.length,
      first: () => findPosition(plan, rows[0] as PageRow),
      last: () => findPosition(plan, rows.at(-1) as PageRow),
    },
    total,
  );
  return { rows: hasNestedNames ? rows.map((row) => project(row, names)) : rows, metadata };
}

/** Returns the query of a first page. A missing seed is generated, so that the next pages use the same order. */
function queryOf({ sortMode, randomOptions }: Body, { filter, sort }: Query): CursorQuery {
  if (sortMode !== 'RANDOM') return { filter, sort };
  return { filter, seed: randomOptions?.seed ?? randomInt(2 ** 31) };
}

function findPosition(plan: Plan, { data, keys }: PageRow): Position | null {
  if (keys === undefined) {
    const item = JSON.parse(data) as Json;
    return positionOf(plan, (path) => valueAt(item, path));
  }
  const values = JSON.parse(keys) as readonly Json[];
  return positionOf(plan, (_, i) => values[i] as Json);
}
