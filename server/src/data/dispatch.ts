/** Chooses the connection pool of each call, limits its connections, and retries it after a layout change. */
import { dataEndpoints } from '@portico/contract/data';
import type { Route } from '../http/bind.ts';
import { AppError } from '../kernel/app-error.ts';
import type { SiteCtx } from '../kernel/ctx.ts';
import { indexAfterWrite } from './search/ensure-indexed.ts';
import { retryOnLayoutMismatch } from './table/layout-retry.ts';
import { shareOfPool, shareOfSlowPool } from './table/shares.ts';
import { LayoutMismatch } from './table/statement.ts';

/**
 * Reads of many rows. They use a separate connection pool, so that slow queries never starve writes and reads of single
 * items.
 */
const SLOW_READS: ReadonlySet<string> = new Set(
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

/**
 * Writes of up to a thousand items. A job starts to index them immediately, so that the next search does not have to
 * wait.
 */
const BULK_WRITES: ReadonlySet<string> = new Set(
  [
    dataEndpoints.bulkInsertItems,
    dataEndpoints.bulkUpdateItems,
    dataEndpoints.bulkSaveItems,
    dataEndpoints.bulkPatchItems,
  ].map(({ id }) => id),
);

/** Wraps the routes of the slice, so that each uses its connection pool and is retried after a change of the table. */
export const dispatchRoutes = (routes: readonly Route[]): Route[] =>
  routes.map((route) => ({
    ...route,
    async handle(ctx, input, request) {
      const callCtx = SLOW_READS.has(route.endpoint.id) ? { ...ctx, db: ctx.env.connectionPools.slow } : ctx;
      try {
        const output = await withinShare(route, callCtx, input, () =>
          retryOnLayoutMismatch(callCtx, () => route.handle(callCtx, input, request)),
        );
        if (BULK_WRITES.has(route.endpoint.id)) await indexWritten(ctx, input.body);
        return output;
      } catch (error) {
        throw error instanceof LayoutMismatch ? new AppError('SERVER_BUSY', {}, error) : error;
      }
    },
  }));

/**
 * Calls on one item. batched-reads.ts and grouped-inserts.ts combine parallel calls into one statement and limit their
 * connections, so this file does not.
 */
const BATCHED_CALLS: ReadonlySet<string> = new Set(
  [dataEndpoints.getItem, dataEndpoints.insertItem].map(({ id }) => id),
);

/**
 * Limits the connections that the calls on one collection and on one site use.
 * @throws AppError SERVER_BUSY if no connection is available
 */
function withinShare<R>({ endpoint }: Route, ctx: SiteCtx, input: CallInput, work: () => Promise<R>): Promise<R> {
  const id = input.body?.dataCollectionId ?? input.query?.dataCollectionId;
  if (id === undefined || BATCHED_CALLS.has(endpoint.id)) return work();
  return (SLOW_READS.has(endpoint.id) ? shareOfSlowPool : shareOfPool)(ctx.site.id, id, work);
}

interface CallInput {
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
