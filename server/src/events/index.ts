/** Events of a site: passed to listeners inside, delivered to webhooks outside, and listed as recent activity. */
export { activityTypes, forgetActivity, noteActivity, SUBMISSION_CREATED } from './activity/activity.ts';
export { startWebhookWorker, sweepDeliveries } from './deliveries/worker.ts';
export { emit, emitWith, isHeard, type Telling } from './outbox/emit.ts';
export { listen, listenTogether, type SiteEvent } from './outbox/listeners.ts';
export type { IdentityType, OptInLevel } from './outbox/payloads.ts';
export { startOutboxWorker } from './outbox/worker.ts';
export { followSubscriptions } from './webhooks/subscriptions.ts';
