import type { Db } from '../db/index.ts';
import type { Environment } from '../kernel/ctx.ts';
import { newId } from '../kernel/ids.ts';
import type { Log } from '../kernel/log.ts';
import { type Poller, startPoller } from '../kernel/poller.ts';
import { attempt } from './attempt.ts';
import { deleteOldMails, leaseDueMails, renewLeases } from './store.ts';

/** mails on their way at once */
const SLOTS = 8;
/** renewed while a mail is on its way: what a killed process was sending is soon another's */
const LEASE_SECONDS = 30;
const RENEW_MS = 10_000;
/** finds what is due again, and what other processes left */
const POLL_MS = 2_000;
/** after a nudge: the mail may be in a transaction that is still open */
const NUDGE_MS = [20, 200, 600];
/** what is on its way when the process stops may finish for so long */
const STOP_MS = 4_000;
const KEPT_DAYS = 30;

const pollers = new Set<Poller>();

/** Asks the worker of this process to look soon. A hint: what it misses, polling finds. */
export function nudge(): void {
  for (const poller of pollers) poller.nudge();
}

/** Mails are kept for a month, whatever became of them. */
export const sweepMails = (db: Db, now: Date): Promise<unknown> => deleteOldMails(db, now, KEPT_DAYS);

export interface MailWorker {
  /** Waits for what is on its way, not long; what is cut off is sent again later, under the same Message-ID. */
  stop(): Promise<void>;
}

/**
 * Sends due mails, each leased to one process. At least once: a process that dies between the server's yes and its own
 * note of it leaves a mail that another sends again after the lease.
 */
export function startMailWorker(deps: { readonly db: Db; readonly env: Environment; readonly log: Log }): MailWorker {
  const { db, log } = deps;
  /** mails on their way, by their lease */
  const sending = new Map<Promise<void>, string>();
  const cut = new AbortController();
  let stopped = false;

  async function look(): Promise<void> {
    try {
      const free = SLOTS - sending.size;
      if (stopped || free === 0) return;
      const lease = { leaseId: newId(), limit: free, seconds: LEASE_SECONDS, now: new Date() };
      for (const mail of await leaseDueMails(db, lease)) {
        const one = attempt(deps, mail, cut.signal)
          .catch((error: unknown) => log.warn({ err: error }, 'a mail could not be noted; it is tried again'))
          .finally(() => {
            sending.delete(one);
            poller.now();
          });
        sending.set(one, lease.leaseId);
      }
    } catch (error) {
      log.warn({ err: error }, 'the mails could not be looked at; trying again');
    }
  }

  const poller = startPoller(look, { everyMs: POLL_MS, nudgeMs: NUDGE_MS });
  pollers.add(poller);
  const renewing = setInterval(() => {
    renewLeases(db, [...sending.values()], LEASE_SECONDS).catch((error: unknown) =>
      log.warn({ err: error }, 'the leases of mails on their way could not be renewed'),
    );
  }, RENEW_MS);
  return {
    async stop() {
      stopped = true;
      pollers.delete(poller);
      await poller.stop();
      const last = setTimeout(() => cut.abort(), STOP_MS);
      await Promise.all(sending.keys());
      clearTimeout(last);
      clearInterval(renewing);
    },
  };
}
