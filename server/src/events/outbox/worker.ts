import type { Db } from '../../db/index.ts';
import type { Log } from '../../kernel/log.ts';
import { type Poller, startPoller } from '../../kernel/poller.ts';
import { queueDeliveries } from '../deliveries/queue-deliveries.ts';
import { nudgeDeliveries } from '../deliveries/worker.ts';
import type { ToldIdentity } from '../webhooks/identity.ts';
import { tellGroupListeners, tellListeners } from './listeners.ts';
import { deferEvent, type OutboxRow, takeDueEvents, takeEvent } from './store.ts';

const BATCH = 100;
/** finds what other processes wrote; this one is nudged at once */
const POLL_MS = 2_000;
const NUDGE_MS = [20];
const MOST_DELAY_MS = 3_600_000;

const pollers = new Set<Poller>();

/** Asks the workers of this process to look soon. A hint: what it misses, polling finds. */
export function nudge(): void {
  for (const poller of pollers) poller.nudge();
}

/**
 * Drains the outbox: batches are deleted and handed to the listeners in one transaction, so an event is gone only when
 * it was handled. A batch that fails is repeated event by event; one that fails alone waits ever longer.
 */
export function startOutboxWorker(db: Db, log: Log): { stop(): Promise<void> } {
  const poller = startPoller(() => drain(db, log), { everyMs: POLL_MS, nudgeMs: NUDGE_MS });
  pollers.add(poller);
  return {
    stop() {
      pollers.delete(poller);
      return poller.stop();
    },
  };
}

async function drain(db: Db, log: Log): Promise<void> {
  try {
    while ((await drainBatch(db, log)) === BATCH);
  } catch (error) {
    log.warn({ err: error }, 'the outbox could not be drained; trying again');
  }
}

async function drainBatch(db: Db, log: Log): Promise<number> {
  let taken: OutboxRow[] = [];
  try {
    await db.transaction().execute(async (trx) => {
      taken = await takeDueEvents(trx, BATCH);
      await handle(trx, taken);
    });
    if (taken.some(isTold)) nudgeDeliveries();
    return taken.length;
  } catch (error) {
    if (taken.length === 0) throw error;
    for (const row of taken) await drainOne(db, log, row);
    return taken.length;
  }
}

async function drainOne(db: Db, log: Log, row: OutboxRow): Promise<void> {
  try {
    await db.transaction().execute(async (trx) => {
      if (await takeEvent(trx, row)) await handle(trx, [row]);
    });
    if (isTold(row)) nudgeDeliveries();
  } catch (error) {
    const delayMs = Math.min(1_000 * 2 ** row.attempts, MOST_DELAY_MS);
    log.error(
      { err: error, type: row.type, entityId: row.entity_id, attempts: row.attempts + 1 },
      'an event could not be handled',
    );
    await deferEvent(db, row, delayMs);
  }
}

/** Everything that is to be done about events, in the transaction that takes them. */
async function handle(trx: Db, rows: readonly OutboxRow[]): Promise<void> {
  for (const row of rows) {
    const event = toEvent(row);
    await tellListeners(trx, event);
    if (!isTold(row)) continue;
    const identity = row.told_identity as unknown as ToldIdentity;
    await queueDeliveries(trx, row.site_id, { ...event, sequence: row.id, identity });
  }
  await tellGroupListeners(trx, rows.map(toEvent));
}

const isTold = (row: OutboxRow): boolean => row.told_identity !== null;

const toEvent = (row: OutboxRow) => ({
  siteId: row.site_id,
  type: row.type,
  entityId: row.entity_id,
  payload: row.payload,
  occurredAt: row.occurred_at,
});
