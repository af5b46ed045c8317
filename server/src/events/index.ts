/**
 * Events of a site, which are passed to listeners in the server, delivered to webhooks and listed as recent activity.
 */
export { activityTypes, eraseActivity, recordActivity, SUBMISSION_CREATED } from './activity/activity.ts';
export { startWebhookWorker, sweepDeliveries } from './deliveries/worker.ts';
export { emit, emitWith, hasSubscribers, hastenQueuedEvents as hasten, isQueued } from './outbox/emit.ts';
export { listen, listenToBatches, type SiteEvent } from './outbox/listeners.ts';
export type { IdentityType, OptInLevel } from './outbox/payloads.ts';
export type { EventInsert } from './outbox/store.ts';
export { startOutboxWorker } from './outbox/worker.ts';
export { watchSubscriptions } from './webhooks/subscriptions.ts';
