import type { queriesEndpoints } from '@portico/contract/data/queries';
import type { Input } from '@portico/contract/endpoint';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { HttpResponse } from '../../kernel/http-response.ts';
import { openCollection } from '../collections/reach.ts';
import { aggregatePage } from './aggregate-page.ts';
import { parsePipeline } from './parse-pipeline.ts';

/** Runs the stages of a pipeline on the items that the caller may read. */
export async function aggregatePipeline(
  ctx: SiteCtx,
  { body }: Input<(typeof queriesEndpoints)['aggregatePipeline']>,
): Promise<HttpResponse> {
  const reach = await openCollection(ctx, body, 'read');
  const { pipeline, returnTotalCount = false } = body;
  const { stages = [], ...page } = pipeline;
  return aggregatePage(ctx, reach, 'pipeline', { request: stages, returnTotalCount }, page, parsePipeline);
}
