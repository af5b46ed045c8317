import type { queriesEndpoints } from '@portico/contract/data/queries';
import type { Input } from '@portico/contract/endpoint';
import { dataLimits } from '@portico/domain';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { type HttpResponse, jsonTextResponse } from '../../kernel/http-response.ts';
import { itemReads } from '../collections/item-reads.ts';
import { openCollection } from '../collections/reach.ts';
import { logMissingIndex } from '../indexes/unindexed.ts';
import { buildPagingMetadata, openPage, type Position } from '../query/page.ts';
import { parseFilter, parsePath } from '../query/parse.ts';
import { planFilter, resolveField } from '../query/plan.ts';
import { type Json, matchAll } from '../query/tree.ts';
import { countDistinctValues, type DistinctQuery, listDistinctValues } from '../table/distinct-store.ts';

type Body = Input<(typeof queriesEndpoints)['queryDistinctValues']>['body'];

/** The query that a cursor contains, because a follow-up request has neither field nor filter. */
interface CursorQuery extends Pick<Body, 'filter' | 'order'> {
  readonly fieldName: string;
}

/** Length of the longest JSON value that a cursor can contain. After a longer value, the cursor contains an offset. */
const MAX_CURSOR_VALUE = 2_000;

/**
 * Returns the distinct values of a field in sort order, from the matching items that the caller may read. Each element
 * of an array is a value. Objects and arrays are ordered by their text, because sorting treats all of them as equal.
 * Null and missing values are left out.
 */
export async function queryDistinctValues(
  ctx: SiteCtx,
  { body }: Input<(typeof queriesEndpoints)['queryDistinctValues']>,
): Promise<HttpResponse> {
  const reach = await openCollection(ctx, body, 'read');
  const page = openPage<CursorQuery>(ctx, reach, 'distinct', body);
  const query = page.state ?? queryOf(body);
  const path = parsePath(query.fieldName, 'fieldName');
  const tree = query.filter ? parseFilter(query.filter) : matchAll;
  const order = query.order ?? 'ASC';
  const distinctQuery: DistinctQuery = {
    path,
    field: resolveField(path, reach),
    filter: planFilter(tree, reach),
    order,
  };
  logMissingIndex(ctx, reach.collection, tree, query.filter ? [] : [{ path, order }]);
  const { db } = itemReads(ctx, reach.collection);
  const foundValues = await listDistinctValues(db, reach, distinctQuery, page);
  const values = foundValues.slice(0, page.limit);
  if (page.backwards) values.reverse();
  const bound = dataLimits.totalCount;
  const count = body.returnTotalCount ? await countDistinctValues(db, reach, distinctQuery, bound + 1) : null;
  const metadata = buildPagingMetadata(
    ...([ctx, reach, 'distinct', page, query] as const),
    {
      rows: foundValues.length,
      first: () => positionOf(values[0] as string),
      last: () => positionOf(values.at(-1) as string),
    },
    count === null ? null : { count, exceedsBound: count > bound },
  );
  return jsonTextResponse(`{"distinctValues":[${values.join(',')}],"pagingMetadata":${JSON.stringify(metadata)}}`);
}

function queryOf({ fieldName, filter, order }: Body): CursorQuery {
  if (fieldName === undefined) {
    throw new AppError('WDE0080', { reason: 'fieldName is missing', field: 'fieldName' });
  }
  return { fieldName, filter, order };
}

/** Returns the cursor position of a value in JSON, null if it is too long. */
const positionOf = (value: string): Position | null =>
  value.length > MAX_CURSOR_VALUE ? null : [JSON.parse(value) as Json];
