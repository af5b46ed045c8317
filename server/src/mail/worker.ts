import type { Db } from '../db/index.ts';
import type { Environment } from '../kernel/ctx.ts';
import { newId } from '../kernel/ids.ts';
import type { Log } from '../kernel/log.ts';
import { createQueue, leaseRows, type Worker, withLease } from '../queue/index.ts';
import { attempt } from './attempt.ts';
import { deleteOldMails, type MailRow, mailQueue } from './store.ts';

/** Maximum number of mails that one process sends at once. */
const MAX_CONCURRENT = 8;
/**
 * Duration of a lease. It can be short, because the lease is extended while mails are being sent. If a process is
 * killed, another one therefore soon sends its mails.
 */
const LEASE_SECONDS = 30;
const RETENTION_DAYS = 30;

const queue = createQueue('mails', { pollMs: 2_000, nudgeMs: [20, 200, 600] }, mailQueue);

export const { nudge } = queue;

/** Deletes mails after a month, whatever their outcome. */
export const sweepMails = (db: Db, now: Date): Promise<unknown> => deleteOldMails(db, now, RETENTION_DAYS);

/**
 * Sends due mails at least once, each leased to one process. If a process dies after the server has accepted a mail but
 * before that is recorded, another process sends it again after the lease, under the same Message-ID.
 */
export function startMailWorker(deps: { readonly db: Db; readonly env: Environment; readonly log: Log }): Worker {
  const { db, log } = deps;
  return queue.start(log, async (worker) => {
    const limit = MAX_CONCURRENT - worker.running;
    if (worker.stopped || limit <= 0) return;
    const lease = { leaseId: newId(), seconds: LEASE_SECONDS };
    const mails = await leaseRows<MailRow>(db, mailQueue, { ...lease, limit });
    if (mails.length === 0) return;
    // The mails of a batch share a lease. One statement extends it until all of them have been processed.
    const send = (mail: MailRow) => worker.run((signal) => attempt(deps, mail, signal));
    const siteIds = mails.map((mail) => mail.site_id);
    void withLease(db, mailQueue, { ...lease, siteIds }, () => Promise.all(mails.map(send)));
  });
}
