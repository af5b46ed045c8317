import { ALL_EVENTS } from '@portico/domain';
import { LRUCache } from 'lru-cache';
import { hearsChanges, onChange } from '../../db/changes.ts';
import type { Db } from '../../db/index.ts';
import { listSubscribedTypes } from './store.ts';

/** Maximum staleness in milliseconds for which the cache is trusted: a new webhook misses no event after it. */
const TRUSTED_MS = 1_000;

/** The event types to which the webhooks of a site subscribe, by site id. */
const subscriptions = new LRUCache<string, ReadonlySet<string>>({ max: 10_000 });
let changes = 0;

/** Subscribes to webhooks that any process creates or changes. Returns the unsubscribe function. */
export function followSubscriptions(): () => void {
  return onChange('webhooks', (siteId) => {
    changes += 1;
    if (siteId === null) subscriptions.clear();
    else subscriptions.delete(siteId);
  });
}

/**
 * True if a webhook of the site subscribes to the event. Uses a cache, so that sites without webhooks cost nothing, but a
 * process that has lost the database's notices queries again. Every other process learns of a new webhook within a second:
 * an event that it emits before may miss the webhook, though no later event of this process does.
 */
export async function isSubscribed(db: Db, siteId: string, type: string): Promise<boolean> {
  const types = (hearsChanges(TRUSTED_MS) && subscriptions.get(siteId)) || (await load(db, siteId));
  return types.has(type) || types.has(ALL_EVENTS);
}

async function load(db: Db, siteId: string): Promise<ReadonlySet<string>> {
  const before = changes;
  // Uses the caller's connection: requesting a second one within a transaction could deadlock the pool.
  const types = new Set(await listSubscribedTypes(db, siteId));
  // Subscriptions that changed during the query must not be cached.
  if (before === changes) subscriptions.set(siteId, types);
  return types;
}

/** For the process that makes the change, which need not wait for the notice. */
export const forgetSubscriptions = (siteId: string): void => {
  changes += 1;
  subscriptions.delete(siteId);
};
