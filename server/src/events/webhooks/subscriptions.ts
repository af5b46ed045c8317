import { ALL_EVENTS } from '@portico/domain';
import { LRUCache } from 'lru-cache';
import { hearsChanges, onChange } from '../../db/changes.ts';
import type { Db } from '../../db/index.ts';
import { listSubscribedTypes } from './store.ts';

/** what is remembered counts only while changes of so long ago have been heard: a new webhook misses nothing after it */
const TRUSTED_MS = 1_000;

/** The event types that the webhooks of a site subscribe to, by site id. */
const subscriptions = new LRUCache<string, ReadonlySet<string>>({ max: 10_000 });
let changes = 0;

/** Follows webhooks that any process makes or changes. Returns how to stop. */
export function followSubscriptions(): () => void {
  return onChange('webhooks', (siteId) => {
    changes += 1;
    if (siteId === null) subscriptions.clear();
    else subscriptions.delete(siteId);
  });
}

/**
 * True where a webhook of the site wants the event. From memory, so that sites without webhooks pay nothing; but a
 * process that has lost touch with the database's notices asks anew. A webhook made in one process is so heard by every
 * other within a second: what is emitted there before that may miss it, though not what this process emits after it.
 */
export async function isSubscribed(db: Db, siteId: string, type: string): Promise<boolean> {
  const types = (hearsChanges(TRUSTED_MS) && subscriptions.get(siteId)) || (await load(db, siteId));
  return types.has(type) || types.has(ALL_EVENTS);
}

async function load(db: Db, siteId: string): Promise<ReadonlySet<string>> {
  const before = changes;
  // On the caller's connection: a second one, asked for within a transaction, could be the one that all wait for.
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
