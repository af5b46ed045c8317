/** Which way to the database each call takes. */
import { dataEndpoints } from '@portico/contract/data';
import type { Route } from '../http/bind.ts';
import { AppError } from '../kernel/app-error.ts';
import type { SiteCtx } from '../kernel/ctx.ts';
import { indexAfterWrite } from './search/ensure-indexed.ts';
import { withFreshLayout } from './table/mend.ts';
import { shareOfPool, shareOfSlowPool } from './table/shares.ts';
import { LayoutMismatch } from './table/statement.ts';

/**
 * Reads that look at many rows. They have a lane of their own: however many of them are slow at once, reads of single
 * items and writes find a connection (a slow query cannot starve fast ones).
 */
const SLOW: ReadonlySet<string> = new Set(
  [
    dataEndpoints.queryItems,
    dataEndpoints.countItems,
    dataEndpoints.queryDistinctValues,
    dataEndpoints.searchItems,
    dataEndpoints.aggregateItems,
    dataEndpoints.aggregatePipeline,
    dataEndpoints.queryReferenced,
    dataEndpoints.previewBulkChange,
  ].map(({ id }) => id),
);

/** Writes of up to a thousand items. Their words are cut by a job at once, or the first search would have to wait. */
const BULK_WRITES: ReadonlySet<string> = new Set(
  [
    dataEndpoints.bulkInsertItems,
    dataEndpoints.bulkUpdateItems,
    dataEndpoints.bulkSaveItems,
    dataEndpoints.bulkPatchItems,
  ].map(({ id }) => id),
);

/** The routes of the slice, each on its lane, and each done once more where the table has changed under it. */
export const onLanes = (routes: readonly Route[]): Route[] =>
  routes.map((route) => ({
    ...route,
    async handle(ctx, input, request) {
      const own = SLOW.has(route.endpoint.id) ? { ...ctx, db: ctx.env.lanes.slow } : ctx;
      try {
        const answer = await withinShare(route, own, input, () =>
          withFreshLayout(own, () => route.handle(own, input, request)),
        );
        if (BULK_WRITES.has(route.endpoint.id)) await indexWritten(ctx, input.body);
        return answer;
      } catch (error) {
        throw error instanceof LayoutMismatch ? new AppError('SERVER_BUSY', {}, error) : error;
      }
    },
  }));

/** Reads and inserts of single items share statements, which have bounds of their own (gathered-reads, grouped-inserts). */
const SINGLE: ReadonlySet<string> = new Set([dataEndpoints.getItem, dataEndpoints.insertItem].map(({ id }) => id));

/** Bounds the connections that the calls on one collection, and on one site, hold. @throws AppError SERVER_BUSY */
function withinShare<R>({ endpoint }: Route, ctx: SiteCtx, input: Addressed, work: () => Promise<R>): Promise<R> {
  const id = input.body?.dataCollectionId ?? input.query?.dataCollectionId;
  if (id === undefined || SINGLE.has(endpoint.id)) return work();
  return (SLOW.has(endpoint.id) ? shareOfSlowPool : shareOfPool)(ctx.site.id, id, work);
}

interface Addressed {
  readonly query?: { readonly dataCollectionId?: string };
  readonly body?: { readonly dataCollectionId?: string };
}

interface BulkBody {
  readonly dataCollectionId: string;
  readonly dataItems?: readonly unknown[];
  readonly patches?: readonly unknown[];
}

const indexWritten = (ctx: SiteCtx, { dataCollectionId, dataItems, patches }: BulkBody): Promise<void> =>
  indexAfterWrite(ctx, dataCollectionId, (dataItems ?? patches ?? []).length);
