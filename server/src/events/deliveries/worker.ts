import type { Db } from '../../db/index.ts';
import { newId } from '../../kernel/ids.ts';
import { createQueue, leaseRows, type Worker } from '../../queue/index.ts';
import { attempt, type SendingDeps } from './attempt.ts';
import { createDeliverySlots } from './delivery-slots.ts';
import { type DeliveryRow, deleteOldDeliveries, deliveryQueue, isOfWebhook, listDueWebhooks } from './store.ts';

/** Duration of a lease. It is longer than any attempt, so a lease expires only if its process was killed. */
const LEASE_SECONDS = 30;
const RETENTION_MS = 30 * 86_400_000;
const SWEEP_BATCH = 5_000;

const queue = createQueue('deliveries', { pollMs: 2_000, nudgeMs: [20, 200, 600] }, deliveryQueue);

export const { nudge } = queue;

/** Deletes deliveries that are older than a month, regardless of their outcome. */
export async function sweepDeliveries(db: Db, now: Date): Promise<void> {
  while ((await deleteOldDeliveries(db, new Date(now.getTime() - RETENTION_MS), SWEEP_BATCH)) === SWEEP_BATCH);
}

/**
 * Sends due deliveries, each leased to one process. The order is not guaranteed, but a later event of the same entity
 * has a greater entityEventSequence. An interrupted delivery is sent again later, under the same id.
 */
export function startWebhookWorker(deps: SendingDeps): Worker {
  const { db, log } = deps;
  const slots = createDeliverySlots();
  return queue.start(log, async (worker) => {
    while (!worker.stopped && slots.free() > 0) {
      const due = await listDueWebhooks(db, { full: slots.fullWebhooks(), limit: slots.free() });
      let leased = 0;
      for (const webhook of due) {
        const limit = worker.stopped ? 0 : slots.freeFor(webhook.webhookId);
        if (limit <= 0) continue;
        const lease = { leaseId: newId(), seconds: LEASE_SECONDS, limit, where: isOfWebhook(webhook) };
        const deliveries = await leaseRows<DeliveryRow>(db, deliveryQueue, lease);
        for (const delivery of deliveries) worker.run((signal) => send(delivery, signal));
        leased += deliveries.length;
      }
      if (leased === 0) return;
    }
  });

  async function send(delivery: DeliveryRow, signal: AbortSignal): Promise<void> {
    const leave = slots.acquire(delivery.webhook_id);
    let isAccepted = false;
    try {
      isAccepted = await attempt(deps, delivery, signal);
    } finally {
      leave(isAccepted);
    }
  }
}
