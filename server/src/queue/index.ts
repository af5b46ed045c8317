/** The one mechanism behind outbox, jobs, mails, deliveries and file removal: poll, nudge, lease, retry, stop. */
export { backOff } from './back-off.ts';
export { keepLease, type LeasedTable, leaseRows } from './lease.ts';
export { createQueue, type Worker } from './queue.ts';
