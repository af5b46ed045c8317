import { ALL_EVENTS } from '@portico/domain';
import { hearsChanges, onChange } from '../../db/changes.ts';
import type { Db } from '../../db/index.ts';
import { listSubscribedTypes } from './store.ts';

/** what is remembered counts only while changes of so long ago have been heard: a new webhook misses nothing after it */
const TRUSTED_MS = 1_000;
const MOST_REMEMBERED = 10_000;

/** site → the event types that its webhooks want */
const remembered = new Map<string, ReadonlySet<string>>();
let changes = 0;

/** Follows webhooks that any process makes or changes. Returns how to stop. */
export function followSubscriptions(): () => void {
  return onChange('webhooks', (siteId) => {
    changes += 1;
    if (siteId === null) remembered.clear();
    else remembered.delete(siteId);
  });
}

/**
 * True where a webhook of the site wants the event. From memory, so that sites without webhooks pay nothing; but a
 * process that has lost touch with the database's notices asks anew. A webhook made in one process is so heard by every
 * other within a second: what is emitted there before that may miss it, though not what this process emits after it.
 */
export async function isSubscribed(db: Db, siteId: string, type: string): Promise<boolean> {
  const types = (hearsChanges(TRUSTED_MS) && remembered.get(siteId)) || (await load(db, siteId));
  return types.has(type) || types.has(ALL_EVENTS);
}

async function load(db: Db, siteId: string): Promise<ReadonlySet<string>> {
  const before = changes;
  // On the caller's connection: a second one, asked for within a transaction, could be the one that all wait for.
  const types = new Set(await listSubscribedTypes(db, siteId));
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  // What was changed while it was being read must not be remembered.
  if (before === changes) remembered.set(siteId, types);
  return types;
}

/** For the process that makes the change, which need not wait for the notice. */
export const forgetSubscriptions = (siteId: string): void => {
  changes += 1;
  remembered.delete(siteId);
};
