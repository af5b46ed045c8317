export { activityTypes, forgetActivity, noteActivity, SUBMISSION_CREATED } from './activity.ts';
export { startWebhookWorker, sweepDeliveries } from './deliveries/worker.ts';
export { emit, emitWith, isHeard, type Telling } from './emit.ts';
export { listen, listenTogether, type SiteEvent } from './listeners.ts';
export { followSubscriptions } from './webhooks/subscriptions.ts';
export { startOutboxWorker } from './worker.ts';
