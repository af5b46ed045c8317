import type { queriesEndpoints } from '@portico/contract/data/queries';
import type { Input } from '@portico/contract/endpoint';
import { dataLimits } from '@portico/domain';
import type { Answer } from '../../kernel/answer.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { parseFilter, parseSort } from '../query/parse.ts';
import { type Plan, planQuery } from '../query/plan.ts';
import { isStorable } from '../query/text.ts';
import { matchAll } from '../query/tree.ts';
import { open, type Reach } from './open.ts';
import { isNested, project } from './project.ts';
import { countItems, listItems } from './read-store.ts';
import { pageAnswer, type Total } from './wire.ts';

/** A page of the items that match, of those that the caller may read; newest first unless sorted otherwise. */
export async function queryItems(
  ctx: SiteCtx,
  { body }: Input<(typeof queriesEndpoints)['queryItems']>,
): Promise<Answer> {
  const reach = await open(ctx, body, 'read');
  if (body.sortMode === 'RANDOM') throw new AppError('NOT_IMPLEMENTED', { reason: 'sortMode' });
  const { filter, sort = [], fields = [], ...paging } = body.query ?? {};
  const tree = filter ? parseFilter(filter, 'query.filter') : matchAll;
  const plan = planQuery(tree, parseSort(sort, 'query.sort'), reach, paging);
  // A name that no field can have is as unknown as any other, and PostgreSQL must not see it.
  const names = fields.filter(isStorable);
  const nested = names.some(isNested);
  const rows = await listItems(ctx.db, reach, plan, nested ? [] : names);
  const page = nested ? rows.map((row) => project(row, names)) : rows;
  const total = body.returnTotalCount ? await totalOf(ctx, reach, plan) : null;
  return pageAnswer(reach.collection.id, page, plan, total);
}

async function totalOf(ctx: SiteCtx, reach: Reach, plan: Plan): Promise<Total> {
  const bound = dataLimits.totalCount;
  const count = await countItems(ctx.db, reach, plan.filter, bound + 1);
  return { count, tooMany: count > bound };
}
