import { dataLimits } from '@portico/domain';
import { type Answer, jsonText } from '../../kernel/answer.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Reach } from '../collections/reach.ts';
import { logMissingIndex } from '../indexes/unindexed.ts';
import type { CursorCall } from '../query/cursor.ts';
import { openPage, type PageRequest, pageMetadata } from '../query/page.ts';
import { countResults, listResults } from './store.ts';
import type { Stage } from './tree.ts';

/** What a call asks for beside its page; a cursor carries it, for a follow-up sends nothing else. */
export interface AggregateRequest<Request> {
  readonly request: Request;
  readonly returnTotalCount: boolean;
}

/**
 * A page of results. Groups have no place in the collection, so a cursor counts rows: it holds the whole request and how
 * far the page is.
 * @throws AppError WDE0151 or WDE0152 for a page that cannot be, and what parsing throws
 */
export async function aggregatePage<Request>(
  ctx: SiteCtx,
  reach: Reach,
  call: CursorCall & ('aggregate' | 'pipeline'),
  input: AggregateRequest<Request>,
  paging: PageRequest,
  parse: (request: Request) => Stage[],
): Promise<Answer> {
  const opened = openPage<AggregateRequest<Request>>(ctx, reach, call, paging, call === 'pipeline' ? 'pipeline.' : '');
  const { request, returnTotalCount } = opened.state ?? input;
  // Before an empty page far out is the page that would end there.
  const page = opened.backwards
    ? { ...opened, backwards: false, offset: Math.max(0, opened.before - opened.limit) }
    : opened;
  const stages = parse(request);
  const [first] = stages;
  if (first?.kind === 'filter') logMissingIndex(ctx, reach.collection, first.filter, []);
  const rows = await listResults(ctx.db, reach, stages, page);
  const total = returnTotalCount ? await totalOf(ctx, reach, stages) : null;
  const noPosition = (): null => null;
  const found = { rows: rows.length, first: noPosition, last: noPosition };
  const state = { request, returnTotalCount };
  const metadata = pageMetadata(ctx, reach, call, { ...page, before: page.offset }, state, found, total);
  const results = rows.slice(0, page.limit).join(',');
  return jsonText(`{"results":[${results}],"pagingMetadata":${JSON.stringify(metadata)}}`);
}

async function totalOf(ctx: SiteCtx, reach: Reach, stages: readonly Stage[]) {
  const bound = dataLimits.totalCount;
  const count = await countResults(ctx.db, reach, stages, bound + 1);
  return { count, tooMany: count > bound };
}
