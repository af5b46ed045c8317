import { dataLimits } from '@portico/domain';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { type HttpResponse, jsonTextResponse } from '../../kernel/http-response.ts';
import { itemReads } from '../collections/item-reads.ts';
import type { Reach } from '../collections/reach.ts';
import { logMissingIndex } from '../indexes/unindexed.ts';
import type { CursorCall } from '../query/cursor.ts';
import { buildPagingMetadata, openPage, type PageRequest } from '../query/page.ts';
import { countResults, listResults } from './store.ts';
import type { Stage } from './tree.ts';

/** The request without its page. It is stored in the cursor, because a follow-up request sends only the cursor. */
export interface AggregateRequest<Request> {
  readonly request: Request;
  readonly returnTotalCount: boolean;
}

/**
 * Returns a page of results. Groups have no keyset position, so a cursor contains the whole request and an offset.
 * @throws AppError WDE0151 or WDE0152 for an invalid page, and the errors of `parse`
 */
export async function aggregatePage<Request>(
  ctx: SiteCtx,
  reach: Reach,
  call: CursorCall & ('aggregate' | 'pipeline'),
  input: AggregateRequest<Request>,
  paging: PageRequest,
  parse: (request: Request) => Stage[],
): Promise<HttpResponse> {
  const opened = openPage<AggregateRequest<Request>>(ctx, reach, call, paging, call === 'pipeline' ? 'pipeline.' : '');
  const { request, returnTotalCount } = opened.state ?? input;
  // Paging backwards from an empty page returns the page that ends where the empty page starts.
  const page = opened.backwards
    ? { ...opened, backwards: false, offset: Math.max(0, opened.before - opened.limit) }
    : opened;
  const stages = parse(request);
  const [first] = stages;
  if (first?.kind === 'filter') logMissingIndex(ctx, reach.collection, first.filter, []);
  const rows = await listResults(itemReads(ctx, reach.collection).db, reach, stages, page);
  const total = returnTotalCount ? await totalOf(ctx, reach, stages) : null;
  const noPosition = (): null => null;
  const found = { rows: rows.length, first: noPosition, last: noPosition };
  const state = { request, returnTotalCount };
  const metadata = buildPagingMetadata(ctx, reach, call, { ...page, before: page.offset }, state, found, total);
  const results = rows.slice(0, page.limit).join(',');
  return jsonTextResponse(`{"results":[${results}],"pagingMetadata":${JSON.stringify(metadata)}}`);
}

async function totalOf(ctx: SiteCtx, reach: Reach, stages: readonly Stage[]) {
  const bound = dataLimits.totalCount;
  const count = await countResults(itemReads(ctx, reach.collection).db, reach, stages, bound + 1);
  return { count, exceedsBound: count > bound };
}
