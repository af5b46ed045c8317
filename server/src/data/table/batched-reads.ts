/** Batches reads of single items: reads that arrive in the same turn of the event loop share one statement. */

import { isTimeout } from '../../db/errors.ts';
import type { PointReader } from '../../db/point-reads.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Collection } from '../collections/collection.ts';
import { itemReads } from '../collections/item-reads.ts';
import type { Reach } from '../collections/reach.ts';
import type { Params } from '../query/params.ts';
import { planFilter } from '../query/plan.ts';
import { matchAll } from '../query/tree.ts';
import { findItem } from './read-store.ts';
import { withPoolShare } from './shares.ts';
import { type ItemRow, sourceSql, visibleDataSql } from './statement.ts';

/** Maximum number of concurrent statements per queue. Reads that arrive meanwhile wait for the next statement. */
const MAX_CONCURRENT = 2;
const MAX_IDS = 500;

interface Row extends ItemRow {
  readonly owner: string;
}

interface WaitingRead {
  readonly id: string;
  readonly resolve: (row: Row | undefined) => void;
  readonly reject: (error: unknown) => void;
}

interface ReadQueue {
  waiting: WaitingRead[];
  running: number;
  isScheduled: boolean;
}

/**
 * The queues of each connection and cached collection, by the caller's hidden fields. A changed collection is cached as
 * a new object and therefore gets new queues.
 */
const queues = new WeakMap<PointReader, WeakMap<Collection, Map<string, ReadQueue>>>();

/** Returns an item within reach, with the same result as `findItem`. In a transaction it is not batched. */
export async function getItemById(ctx: SiteCtx, reach: Reach, id: string): Promise<ItemRow | undefined> {
  const { db, points } = itemReads(ctx, reach.collection);
  const find = () => findItem(db, reach, id, planFilter(matchAll, reach));
  if (ctx.db.isTransaction) return find();
  const readSeparately = () => withPoolShare(ctx.site.id, reach.collection.id, find);
  if (!points || isBlocked(reach.collection)) return readSeparately();
  try {
    const row = await readInBatch(points, reach, id);
    // The statement is shared by all callers, so the owner is checked here for each caller.
    return row && (reach.owner === null || row.owner === reach.owner) ? row : undefined;
  } catch {
    // The shared connection was lost or blocked by a lock. A read can be repeated on a connection of the pool.
    return readSeparately();
  }
}

/** Milliseconds for which reads of a table avoid the shared connection after one of them has timed out on a lock. */
const LOCK_BACKOFF_MS = 5_000;
const blockedUntil = new WeakMap<Collection, number>();
const isBlocked = (collection: Collection): boolean => performance.now() < (blockedUntil.get(collection) ?? 0);

function readInBatch(points: PointReader, { collection, hidden }: Reach, id: string): Promise<Row | undefined> {
  const queue = queueOf(points, collection, hidden);
  return new Promise((resolve, reject) => {
    queue.waiting.push({ id, resolve, reject });
    schedule(queue, () => read(points, collection, hidden, queue));
  });
}

function queueOf(points: PointReader, collection: Collection, hidden: readonly string[]): ReadQueue {
  const readerQueues = queues.get(points) ?? new WeakMap<Collection, Map<string, ReadQueue>>();
  queues.set(points, readerQueues);
  const collectionQueues = readerQueues.get(collection) ?? new Map<string, ReadQueue>();
  readerQueues.set(collection, collectionQueues);
  const key = hidden.length === 0 ? '' : JSON.stringify(hidden);
  const queue = collectionQueues.get(key) ?? { waiting: [], running: 0, isScheduled: false };
  collectionQueues.set(key, queue);
  return queue;
}

function schedule(queue: ReadQueue, next: () => Promise<void>): void {
  if (queue.isScheduled || queue.running >= MAX_CONCURRENT) return;
  queue.isScheduled = true;
  setImmediate(() => {
    queue.isScheduled = false;
    if (queue.waiting.length === 0) return;
    queue.running += 1;
    void next().finally(() => {
      queue.running -= 1;
      if (queue.waiting.length > 0) schedule(queue, next);
    });
  });
}

/** Runs one statement for the waiting reads. Never rejects; errors reject the waiting reads. */
async function read(
  points: PointReader,
  collection: Collection,
  hidden: readonly string[],
  queue: ReadQueue,
): Promise<void> {
  const batch = queue.waiting.splice(0, MAX_IDS);
  try {
    const params: Params = [[...new Set(batch.map(({ id }) => id))]];
    const rows = await points.read<Row>(
      `select id, owner, ${visibleDataSql(hidden, params)} as data from ${sourceSql(collection, params)} where id = any($1::text[])`,
      params,
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const { id, resolve } of batch) resolve(byId.get(id));
  } catch (error) {
    if (isTimeout(error)) blockedUntil.set(collection, performance.now() + LOCK_BACKOFF_MS);
    for (const { reject } of batch) reject(error);
  }
}
