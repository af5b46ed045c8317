import { randomInt } from 'node:crypto';
import type { queriesEndpoints } from '@portico/contract/data/queries';
import type { Input } from '@portico/contract/endpoint';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Reach } from '../collections/reach.ts';
import { logMissingIndex } from '../indexes/unindexed.ts';
import { valueAt } from '../query/evaluate.ts';
import { positionOf } from '../query/keyset.ts';
import { openPage, type Position, pageMetadata } from '../query/page.ts';
import { parseFilter, parseSort } from '../query/parse.ts';
import { type Plan, planQuery } from '../query/plan.ts';
import { isStorable } from '../query/text.ts';
import { type Json, matchAll } from '../query/tree.ts';
import { isNested, project } from '../table/project.ts';
import { listItems, type PageRow } from '../table/read-store.ts';
import type { ItemRow } from '../table/statement.ts';
import { totalOf } from './total.ts';

type Body = Pick<
  Input<(typeof queriesEndpoints)['queryItems']>['body'],
  'query' | 'sortMode' | 'randomOptions' | 'returnTotalCount'
>;
type Query = NonNullable<Body['query']>;

/** What a cursor carries: a follow-up sends neither filter nor sort. */
interface Asked extends Pick<Query, 'filter' | 'sort'> {
  /** shuffled by this */
  readonly seed?: number;
}

/** The page of a query within reach, with the fields that are wanted, and the answer's `pagingMetadata`. */
export async function findPage(
  ctx: SiteCtx,
  reach: Reach,
  body: Body,
): Promise<{ rows: ItemRow[]; metadata: ReturnType<typeof pageMetadata> }> {
  const { fields = [], ...query } = body.query ?? {};
  const page = openPage<Asked>(ctx, reach, 'query', query, 'query.');
  const asked = page.state ?? askedBy(body, query);
  const tree = asked.filter ? parseFilter(asked.filter, 'query.filter') : matchAll;
  const plan = planQuery(tree, parseSort(asked.sort ?? [], 'query.sort'), reach, { ...page, seed: asked.seed });
  logMissingIndex(ctx, reach.collection, tree, asked.sort ? plan.order : []);
  // A name that no field can have is as unknown as any other, and PostgreSQL must not see it.
  const names = fields.length === 0 ? fields : ['_id', ...fields.filter(isStorable)];
  const nested = names.some(isNested);
  const found = await listItems(ctx.db, reach, plan, nested ? [] : names);
  const rows = found.slice(0, plan.limit);
  if (plan.backwards) rows.reverse();
  const total = body.returnTotalCount ? await totalOf(ctx, reach, plan.filter) : null;
  const metadata = pageMetadata(
    ...([ctx, reach, 'query', page, asked] as const),
    {
      rows: found.length,
      first: () => positionOfRow(plan, rows[0] as PageRow),
      last: () => positionOfRow(plan, rows.at(-1) as PageRow),
    },
    total,
  );
  return { rows: nested ? rows.map((row) => project(row, names)) : rows, metadata };
}

/** Without a seed one is drawn: the pages that follow are of the same shuffle. */
function askedBy({ sortMode, randomOptions }: Body, { filter, sort }: Query): Asked {
  if (sortMode !== 'RANDOM') return { filter, sort };
  return { filter, seed: randomOptions?.seed ?? randomInt(2 ** 31) };
}

function positionOfRow(plan: Plan, { data, keys }: PageRow): Position | null {
  if (keys === undefined) {
    const item = JSON.parse(data) as Json;
    return positionOf(plan, (path) => valueAt(item, path));
  }
  const values = JSON.parse(keys) as readonly Json[];
  return positionOf(plan, (_, i) => values[i] as Json);
}
