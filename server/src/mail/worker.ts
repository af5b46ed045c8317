import type { Db } from '../db/index.ts';
import type { Environment } from '../kernel/ctx.ts';
import { newId } from '../kernel/ids.ts';
import type { Log } from '../kernel/log.ts';
import { createQueue, keepLease, leaseRows, type Worker } from '../queue/index.ts';
import { attempt } from './attempt.ts';
import { deleteOldMails, type MailRow, mailQueue } from './store.ts';

/** Mails that one process sends at once. */
const MOST_AT_ONCE = 8;
/** Lease in milliseconds. Extended while a mail is being sent, so the mails of a killed process are soon sent by another. */
const LEASE_SECONDS = 30;
const KEPT_DAYS = 30;

const queue = createQueue('mails', { pollMs: 2_000, nudgeMs: [20, 200, 600] });

export const { nudge } = queue;

/** Mails are stored for a month, whatever their outcome. */
export const sweepMails = (db: Db, now: Date): Promise<unknown> => deleteOldMails(db, now, KEPT_DAYS);

/**
 * Sends due mails at least once, each leased to one process. If a process dies after the server has accepted a mail but
 * before that is recorded, another process sends it again after the lease, under the same Message-ID.
 */
export function startMailWorker(deps: { readonly db: Db; readonly env: Environment; readonly log: Log }): Worker {
  const { db, log } = deps;
  return queue.start(log, async (worker) => {
    const limit = MOST_AT_ONCE - worker.running;
    if (worker.stopped || limit <= 0) return;
    const lease = { leaseId: newId(), seconds: LEASE_SECONDS };
    for (const mail of await leaseRows<MailRow>(db, mailQueue, { ...lease, limit })) {
      worker.run((signal) => keepLease(db, mailQueue, lease, () => attempt(deps, mail, signal)));
    }
  });
}
