export { activityTypes, forgetActivity, noteActivity } from './activity.ts';
export { emit } from './emit.ts';
export { listen, type SiteEvent } from './listeners.ts';
export { startOutboxWorker } from './worker.ts';
