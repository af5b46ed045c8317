import type { queriesEndpoints } from '@portico/contract/data/queries';
import type { Input } from '@portico/contract/endpoint';
import { dataLimits } from '@portico/domain';
import { type Answer, jsonText } from '../../kernel/answer.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { openCollection } from '../collections/reach.ts';
import { logMissingIndex } from '../indexes/unindexed.ts';
import { openPage, type Position, pageMetadata } from '../query/page.ts';
import { parseFilter, parsePath } from '../query/parse.ts';
import { planFilter, resolveField } from '../query/plan.ts';
import { type Json, matchAll } from '../query/tree.ts';
import { countDistinct, type Distinct, listDistinct } from '../table/distinct-store.ts';

type Body = Input<(typeof queriesEndpoints)['queryDistinctValues']>['body'];

/** What a cursor carries: a follow-up sends neither field nor filter. */
interface Asked extends Pick<Body, 'filter' | 'order'> {
  readonly fieldName: string;
}

/** characters of a value that a cursor carries */
const LONGEST = 2_000;

/**
 * The different values of a field among the items that match, of those that the caller may read, in the order of a sort;
 * of objects and arrays, which a sort holds for alike, in the order of their text. Of an array each element is a value,
 * null and what is missing are none.
 */
export async function queryDistinctValues(
  ctx: SiteCtx,
  { body }: Input<(typeof queriesEndpoints)['queryDistinctValues']>,
): Promise<Answer> {
  const reach = await openCollection(ctx, body, 'read');
  const page = openPage<Asked>(ctx, reach, 'distinct', body);
  const asked = page.state ?? askedBy(body);
  const path = parsePath(asked.fieldName, 'fieldName');
  const tree = asked.filter ? parseFilter(asked.filter) : matchAll;
  const order = asked.order ?? 'ASC';
  const wanted: Distinct = { path, place: resolveField(path, reach), filter: planFilter(tree, reach), order };
  logMissingIndex(ctx, reach.collection, tree, asked.filter ? [] : [{ path, order }]);
  const found = await listDistinct(ctx.db, reach, wanted, page);
  const values = found.slice(0, page.limit);
  if (page.backwards) values.reverse();
  const bound = dataLimits.totalCount;
  const count = body.returnTotalCount ? await countDistinct(ctx.db, reach, wanted, bound + 1) : null;
  const metadata = pageMetadata(
    ...([ctx, reach, 'distinct', page, asked] as const),
    {
      rows: found.length,
      first: () => positionOf(values[0] as string),
      last: () => positionOf(values.at(-1) as string),
    },
    count === null ? null : { count, tooMany: count > bound },
  );
  return jsonText(`{"distinctValues":[${values.join(',')}],"pagingMetadata":${JSON.stringify(metadata)}}`);
}

function askedBy({ fieldName, filter, order }: Body): Asked {
  if (fieldName === undefined) {
    throw new AppError('WDE0080', { reason: 'fieldName: the name of a field is needed', field: 'fieldName' });
  }
  return { fieldName, filter, order };
}

/** `value` is JSON text. */
const positionOf = (value: string): Position | null => (value.length > LONGEST ? null : [JSON.parse(value) as Json]);
