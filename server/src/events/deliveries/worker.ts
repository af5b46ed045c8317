import type { Db } from '../../db/index.ts';
import { newId } from '../../kernel/ids.ts';
import { createQueue, leaseRows, type Worker } from '../../queue/index.ts';
import { attempt, type SendingDeps } from './attempt.ts';
import { type DeliveryRow, deleteOldDeliveries, deliveryQueue, listDueWebhooks, ofWebhook } from './store.ts';
import { createTraffic } from './traffic.ts';

/** Longer than an attempt takes, so a lease expires only if its process was killed. */
const LEASE_SECONDS = 30;
const KEPT_MS = 30 * 86_400_000;
const SWEPT_AT_ONCE = 5_000;

const queue = createQueue('deliveries', { pollMs: 2_000, nudgeMs: [20, 200, 600] });

export const { nudge } = queue;

/** Deliveries are stored for a month, whatever their outcome. */
export async function sweepDeliveries(db: Db, now: Date): Promise<void> {
  while ((await deleteOldDeliveries(db, new Date(now.getTime() - KEPT_MS), SWEPT_AT_ONCE)) === SWEPT_AT_ONCE);
}

/**
 * Sends due deliveries, each leased to one process. The order is not guaranteed: the later of two events of one entity has
 * the greater entityEventSequence. An interrupted delivery is sent again later, under the same id.
 */
export function startWebhookWorker(deps: SendingDeps): Worker {
  const { db, log } = deps;
  const traffic = createTraffic();
  return queue.start(log, async (worker) => {
    while (!worker.stopped && traffic.free() > 0) {
      const due = await listDueWebhooks(db, { full: traffic.full(), limit: traffic.free() });
      let leased = 0;
      for (const webhook of due) {
        const limit = worker.stopped ? 0 : traffic.left(webhook.webhookId);
        if (limit <= 0) continue;
        const lease = { leaseId: newId(), seconds: LEASE_SECONDS, limit, where: ofWebhook(webhook) };
        const deliveries = await leaseRows<DeliveryRow>(db, deliveryQueue, lease);
        for (const delivery of deliveries) worker.run((signal) => send(delivery, signal));
        leased += deliveries.length;
      }
      if (leased === 0) return;
    }
  });

  async function send(delivery: DeliveryRow, signal: AbortSignal): Promise<void> {
    const leave = traffic.enter(delivery.webhook_id);
    let accepted = false;
    try {
      accepted = await attempt(deps, delivery, signal);
    } finally {
      leave(accepted);
    }
  }
}
