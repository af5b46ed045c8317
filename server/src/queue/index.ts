/** The one mechanism behind outbox, jobs, mails, deliveries and file removal: poll, nudge, lease, retry and stop. */
export { backOff } from './back-off.ts';
export { type LeasedTable, leaseRows, withLease } from './lease.ts';
export { type QueueRows, type QueueState, readQueueStates } from './measure.ts';
export { startPoller } from './poller.ts';
export { createQueue, type Worker } from './queue.ts';
