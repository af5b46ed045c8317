import { randomInt } from 'node:crypto';
import type { queriesEndpoints } from '@portico/contract/data/queries';
import type { Input } from '@portico/contract/endpoint';
import type { Answer } from '../../kernel/answer.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { valueAt } from '../query/evaluate.ts';
import { positionOf } from '../query/keyset.ts';
import { openPage, type Position, pageMetadata } from '../query/page.ts';
import { parseFilter, parseSort } from '../query/parse.ts';
import { type Plan, planQuery } from '../query/plan.ts';
import { isStorable } from '../query/text.ts';
import { type Json, matchAll } from '../query/tree.ts';
import { open } from './open.ts';
import { isNested, project } from './project.ts';
import { listItems, type PageRow } from './read-store.ts';
import { totalOf } from './total.ts';
import { pageAnswer } from './wire.ts';

type Body = Input<(typeof queriesEndpoints)['queryItems']>['body'];
type Query = NonNullable<Body['query']>;

/** What a cursor carries: a follow-up sends neither filter nor sort. */
interface Asked extends Pick<Query, 'filter' | 'sort'> {
  /** shuffled by this */
  readonly seed?: number;
}

/** A page of the items that match, of those that the caller may read; newest first unless sorted otherwise. */
export async function queryItems(
  ctx: SiteCtx,
  { body }: Input<(typeof queriesEndpoints)['queryItems']>,
): Promise<Answer> {
  const reach = await open(ctx, body, 'read');
  const { fields = [], ...query } = body.query ?? {};
  const page = openPage<Asked>(ctx, reach, 'query', query, 'query.');
  const asked = page.state ?? askedBy(body, query);
  const tree = asked.filter ? parseFilter(asked.filter, 'query.filter') : matchAll;
  const plan = planQuery(tree, parseSort(asked.sort ?? [], 'query.sort'), reach, { ...page, seed: asked.seed });
  // A name that no field can have is as unknown as any other, and PostgreSQL must not see it.
  const names = fields.filter(isStorable);
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
  const shown = nested ? rows.map((row) => project(row, names)) : rows;
  return pageAnswer(reach.collection.id, shown, metadata);
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
