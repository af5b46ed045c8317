import type { queriesEndpoints } from '@portico/contract/data/queries';
import type { Input } from '@portico/contract/endpoint';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { HttpResponse } from '../../kernel/http-response.ts';
import { openCollection } from '../collections/reach.ts';
import { aggregatePage } from './aggregate-page.ts';
import { parseBuilder } from './parse-builder.ts';

/** Runs an aggregation of the SDK's builder: groups the items that the caller may read, and aggregates each group. */
export async function aggregateItems(
  ctx: SiteCtx,
  { body }: Input<(typeof queriesEndpoints)['aggregateItems']>,
): Promise<HttpResponse> {
  const reach = await openCollection(ctx, body, 'read');
  const { initialFilter, aggregation, finalFilter, sort, paging, cursorPaging, returnTotalCount = false } = body;
  const request = { initialFilter, aggregation, finalFilter, sort };
  const page = { ...(paging ? { paging } : {}), ...(cursorPaging ? { cursorPaging } : {}) };
  return aggregatePage(ctx, reach, 'aggregate', { request, returnTotalCount }, page, parseBuilder);
}
