/** Chooses the connection pool of each call, limits its connections, and retries it after a layout change. */
import { dataEndpoints } from '@portico/contract/data';
import type { Route } from '../http/bind.ts';
import { AppError } from '../kernel/app-error.ts';
import type { SiteCtx } from '../kernel/ctx.ts';
import { withItemLimit } from './item-limit.ts';
import { indexAfterWrite } from './search/ensure-indexed.ts';
import { retryOnLayoutMismatch } from './table/layout-retry.ts';
import { withPoolShare, withSlowPoolShare } from './table/shares.ts';
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
 * Writes of up to a thousand items. A job indexes them after a pause between writes (indexAfterWrite), so that the next
 * search does not have to wait.
 */
const BULK_WRITES: ReadonlySet<string> = new Set(
  [
    dataEndpoints.bulkInsertItems,
    dataEndpoints.bulkUpdateItems,
    dataEndpoints.bulkSaveItems,
    dataEndpoints.bulkPatchItems,
  ].map(({ id }) => id),
);

/** Calls that can add items, to which the operator's limit of items applies. */
const ADDING_CALLS: ReadonlySet<string> = new Set(
  [dataEndpoints.insertItem, dataEndpoints.saveItem, dataEndpoints.bulkInsertItems, dataEndpoints.bulkSaveItems].map(
    ({ id }) => id,
  ),
);

/** Wraps the routes of the slice, so that each uses its connection pool and is retried after a change of the table. */
export const dispatchRoutes = (routes: readonly Route[]): Route[] =>
  routes.map((route) => ({
    ...route,
    async handle(ctx, input, request) {
      const callCtx = SLOW_READS.has(route.endpoint.id) ? { ...ctx, db: ctx.env.connectionPools.slow } : ctx;
      try {
        const run = () =>
          withinShare(route, callCtx, input, () =>
            retryOnLayoutMismatch(callCtx, () => route.handle(callCtx, input, request)),
          );
        const mayAdd = ADDING_CALLS.has(route.endpoint.id);
        const output = await (mayAdd ? withItemLimit(ctx, countAdded(input.body), run) : run());
        if (BULK_WRITES.has(route.endpoint.id)) await indexWrittenItems(ctx, input.body);
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
  return (SLOW_READS.has(endpoint.id) ? withSlowPoolShare : withPoolShare)(ctx.site.id, id, work);
}

/** Returns the number of items that a call may add. */
const countAdded = ({ dataItems }: BulkBody): number => dataItems?.length ?? 1;

interface CallInput {
  readonly query?: { readonly dataCollectionId?: string };
  readonly body?: { readonly dataCollectionId?: string };
}

interface BulkBody {
  readonly dataCollectionId: string;
  readonly dataItems?: readonly unknown[];
  readonly patches?: readonly unknown[];
}

const indexWrittenItems = (ctx: SiteCtx, { dataCollectionId, dataItems, patches }: BulkBody): Promise<void> =>
  indexAfterWrite(ctx, dataCollectionId, (dataItems ?? patches ?? []).length);
