import { isUnavailable } from '../../db/errors.ts';
import type { Db } from '../../db/index.ts';
import type { Log } from '../../kernel/log.ts';
import { backOff, createQueue, type Worker } from '../../queue/index.ts';
import { queueDeliveries } from '../deliveries/queue-deliveries.ts';
import { nudge as nudgeDeliveries } from '../deliveries/worker.ts';
import type { EventIdentity } from '../webhooks/identity.ts';
import { callBatchListeners, callListeners } from './listeners.ts';
import { claimEvent, claimEvents, deferEvent, listDueEvents, type OutboxRow, outboxRows } from './store.ts';

const BATCH = 100;
const RETRY = { firstMs: 1_000, maxMs: 3_600_000 };
/** While a node of a cluster is down, the cause is not the event, so the delay stays short. */
const RETRY_UNAVAILABLE = { firstMs: 1_000, maxMs: 10_000 };

const queue = createQueue('outbox', { pollMs: 2_000, nudgeMs: [20] }, outboxRows);

export const { nudge } = queue;

/**
 * Processes the outbox. A batch of events is deleted and passed to the listeners in one transaction, so an event is
 * deleted only after it has been handled. If a batch fails, its events are handled one by one, and an event that fails
 * alone is retried with back-off.
 */
export function startOutboxWorker(db: Db, log: Log): Worker {
  return queue.start(log, async () => {
    while ((await drainBatch(db, log)) === BATCH);
  });
}

async function drainBatch(db: Db, log: Log): Promise<number> {
  let events: OutboxRow[] = [];
  const due = await listDueEvents(db, BATCH);
  if (due.length === 0) return 0;
  try {
    await db.transaction().execute(async (trx) => {
      events = await claimEvents(trx, due);
      await handle(trx, events);
    });
    if (events.some(hasSubscribedWebhook)) nudgeDeliveries();
    return events.length;
  } catch (error) {
    if (events.length === 0) throw error;
    for (const row of events) await drainOne(db, log, row);
    return events.length;
  }
}

async function drainOne(db: Db, log: Log, row: OutboxRow): Promise<void> {
  try {
    await db.transaction().execute(async (trx) => {
      if (await claimEvent(trx, row)) await handle(trx, [row]);
    });
    if (hasSubscribedWebhook(row)) nudgeDeliveries();
  } catch (error) {
    log.error(
      { err: error, type: row.type, entityId: row.entity_id, attempts: row.attempts + 1 },
      'an event could not be handled',
    );
    await deferEvent(db, row, backOff(row.attempts + 1, isUnavailable(error) ? RETRY_UNAVAILABLE : RETRY));
  }
}

/** Handles events in the transaction that takes them from the outbox. */
async function handle(trx: Db, rows: readonly OutboxRow[]): Promise<void> {
  for (const row of rows) {
    const event = toEvent(row);
    await callListeners(trx, event);
    if (!hasSubscribedWebhook(row)) continue;
    const identity = row.told_identity as unknown as EventIdentity;
    await queueDeliveries(trx, row.site_id, { ...event, sequence: row.id, identity });
  }
  await callBatchListeners(trx, rows.map(toEvent));
}

const hasSubscribedWebhook = (row: OutboxRow): boolean => row.told_identity !== null;

const toEvent = (row: OutboxRow) => ({
  siteId: row.site_id,
  type: row.type,
  entityId: row.entity_id,
  payload: row.payload,
  occurredAt: row.occurred_at,
});
