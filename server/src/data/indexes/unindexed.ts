/** Logs queries that read many rows because an index is missing, for the operators of the server. */
import { LRUCache } from 'lru-cache';
import type { Db } from '../../db/index.ts';
import { readTableStatistics } from '../../db/table-statistics.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Collection } from '../collections/collection.ts';
import type { Filter, SortField } from '../query/tree.ts';
import { findMissingIndex } from './missing-index.ts';

const MANY_ROWS = 50_000;
const HOUR_MS = 3_600_000;
const ESTIMATE_MS = 300_000;

/** Maps the shape of a query to the time of its last warning. */
const loggedAt = new LRUCache<string, number>({ max: 1_000 });
const estimates = new WeakMap<Collection, { rows: Promise<number>; at: number }>();

/**
 * Logs the index that would speed up the query, at most once per shape and hour. It runs in the background and never
 * fails.
 */
export function logMissingIndex(
  ctx: SiteCtx,
  collection: Collection,
  filter: Filter,
  sort: readonly SortField[],
): void {
  const fields = findMissingIndex(collection.layout.indexes, filter, sort);
  if (!fields) return;
  const now = performance.now();
  const index = fields.map(({ path, order }) => `${path} ${order}`).join(', ');
  const shape = `${collection.tableName} ${index}`;
  const isLogged = () => now - (loggedAt.get(shape) ?? Number.NEGATIVE_INFINITY) < HOUR_MS;
  if (isLogged()) return;
  estimate(ctx.db, collection, now).then(
    (rows) => {
      // Another query of the shape may have been logged while this one waited for the estimate.
      if (rows <= MANY_ROWS || isLogged()) return;
      loggedAt.set(shape, now);
      const site = ctx.site.id;
      ctx.log.warn(
        { site, collection: collection.id, rows, index },
        'A query reads many items because an index is missing. Create this index to speed it up.',
      );
    },
    () => undefined,
  );
}

/**
 * Returns PostgreSQL's estimate of the number of rows, which is cached. Counting the rows would read the whole table.
 */
function estimate(db: Db, collection: Collection, now: number): Promise<number> {
  const known = estimates.get(collection);
  if (known && now - known.at < ESTIMATE_MS) return known.rows;
  const rows = readTableStatistics(db, collection.table, []).then(({ rows }) => rows);
  estimates.set(collection, { rows, at: now });
  return rows;
}
