import { ALL_EVENTS } from '@portico/domain';
import { isReceivingChanges, onChange } from '../../db/changes.ts';
import type { Db } from '../../db/index.ts';
import { createBoundedCache } from '../../kernel/bounded-cache.ts';
import { nameCache } from '../../kernel/diagnostics.ts';
import { listSubscribedTypes } from './store.ts';

/**
 * Maximum staleness of the cache in milliseconds. A new webhook may miss events that are emitted within this time after
 * its creation.
 */
const MAX_STALENESS_MS = 1_000;

/** The event types to which the webhooks of a site subscribe, by site id. */
const subscriptions = nameCache('subscriptions', createBoundedCache<ReadonlySet<string>>(10_000));
let changes = 0;

/** Starts to invalidate the cache when any process creates or changes a webhook. Returns the unsubscribe function. */
export function watchSubscriptions(): () => void {
  return onChange('webhooks', (siteId) => {
    changes += 1;
    if (siteId === null) subscriptions.clear();
    else subscriptions.delete(siteId);
  });
}

/**
 * Returns true if a webhook of the site subscribes to the event. It uses a cache, so that sites without webhooks need
 * no query. A process that no longer receives notices queries the database instead. Other processes receive the notice
 * of a new webhook within a second, so the webhook may miss an event that they emit before that.
 */
export async function isSubscribed(db: Db, siteId: string, type: string): Promise<boolean> {
  const types = (isReceivingChanges(MAX_STALENESS_MS) && subscriptions.get(siteId)) || (await load(db, siteId));
  return types.has(type) || types.has(ALL_EVENTS);
}

async function load(db: Db, siteId: string): Promise<ReadonlySet<string>> {
  const before = changes;
  // Uses the connection of `db`, because requesting a second one within a transaction could deadlock the pool.
  const types = new Set(await listSubscribedTypes(db, siteId));
  // Subscriptions that changed during the query must not be cached.
  if (before === changes) subscriptions.set(siteId, types);
  return types;
}

/** Invalidates the cache of the process that makes the change, so that it need not wait for the notice. */
export const invalidateSubscriptions = (siteId: string): void => {
  changes += 1;
  subscriptions.delete(siteId);
};
