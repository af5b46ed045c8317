/** Which way to the database each call takes. */
import { dataEndpoints } from '@portico/contract/data';
import type { Route } from '../http/bind.ts';
import { AppError } from '../kernel/app-error.ts';
import { withFreshLayout } from './table/mend.ts';
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
  ].map(({ id }) => id),
);

/** The routes of the slice, each on its lane, and each done once more where the table has changed under it. */
export const onLanes = (routes: readonly Route[]): Route[] =>
  routes.map((route) => ({
    ...route,
    async handle(ctx, input, request) {
      const own = SLOW.has(route.endpoint.id) ? { ...ctx, db: ctx.env.lanes.slow } : ctx;
      try {
        return await withFreshLayout(own, () => route.handle(own, input, request));
      } catch (error) {
        throw error instanceof LayoutMismatch ? new AppError('SERVER_BUSY', {}, error) : error;
      }
    },
  }));
