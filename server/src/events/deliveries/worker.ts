import type { Db } from '../../db/index.ts';
import { newId } from '../../kernel/ids.ts';
import { type Poller, startPoller } from '../../kernel/poller.ts';
import { attempt, type SendingDeps } from './attempt.ts';
import { type DeliveryRow, deleteOldDeliveries, leaseDueDeliveries, listDueWebhooks } from './store.ts';
import { createTraffic } from './traffic.ts';

/** longer than an attempt takes: what a killed process was sending is then another's */
const LEASE_SECONDS = 30;
/** finds what is due again, and what other processes left */
const POLL_MS = 2_000;
/** after a nudge: the delivery may be in a transaction that is still open */
const NUDGE_MS = [20, 200, 600];
/** what is on its way when the process stops may finish for so long */
const STOP_MS = 4_000;
const KEPT_MS = 30 * 86_400_000;
const SWEPT_AT_ONCE = 5_000;

const pollers = new Set<Poller>();

/** Asks the worker of this process to look soon. A hint: what it misses, polling finds. */
export function nudgeDeliveries(): void {
  for (const poller of pollers) poller.nudge();
}

/** Deliveries are kept for a month, whatever became of them. */
export async function sweepDeliveries(db: Db, now: Date): Promise<void> {
  while ((await deleteOldDeliveries(db, new Date(now.getTime() - KEPT_MS), SWEPT_AT_ONCE)) === SWEPT_AT_ONCE);
}

export interface WebhookWorker {
  /** Waits for what is on its way, not long; what is cut off is sent again later, under the same id. */
  stop(): Promise<void>;
}

/**
 * Sends due deliveries, each leased to one process, in no order that counts: of two events of one entity the later has
 * the greater entityEventSequence.
 */
export function startWebhookWorker(deps: SendingDeps): WebhookWorker {
  const { db, log } = deps;
  const traffic = createTraffic();
  const sending = new Set<Promise<void>>();
  const cut = new AbortController();
  let stopped = false;

  async function look(): Promise<void> {
    try {
      while (!stopped && traffic.free() > 0) {
        const due = await listDueWebhooks(db, { full: traffic.full(), limit: traffic.free() });
        let taken = 0;
        for (const webhook of due) taken += await take(webhook);
        if (taken === 0) return;
      }
    } catch (error) {
      log.warn({ err: error }, 'the webhooks could not be looked at; trying again');
    }
  }

  async function take(webhook: { siteId: string; webhookId: string }): Promise<number> {
    const limit = stopped ? 0 : traffic.left(webhook.webhookId);
    if (limit <= 0) return 0;
    const leased = await leaseDueDeliveries(db, { ...webhook, leaseId: newId(), limit, seconds: LEASE_SECONDS });
    for (const delivery of leased) send(delivery);
    return leased.length;
  }

  function send(delivery: DeliveryRow): void {
    const leave = traffic.enter(delivery.webhook_id);
    const one: Promise<void> = attempt(deps, delivery, cut.signal)
      .then(leave, (error: unknown) => {
        leave(false);
        log.warn({ err: error }, 'a webhook’s delivery could not be noted; it is tried again');
      })
      .finally(() => {
        sending.delete(one);
        poller.now();
      });
    sending.add(one);
  }

  const poller = startPoller(look, { everyMs: POLL_MS, nudgeMs: NUDGE_MS });
  pollers.add(poller);
  return {
    async stop() {
      stopped = true;
      pollers.delete(poller);
      await poller.stop();
      const last = setTimeout(() => cut.abort(), STOP_MS);
      await Promise.all(sending);
      clearTimeout(last);
    },
  };
}
