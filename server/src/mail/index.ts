export { type OutgoingMail, queueMail } from './queue-mail.ts';
export { startMailWorker } from './worker.ts';
