import type { Db } from '../../db/index.ts';
import type { EventName } from './payloads.ts';

/** An event as the worker passes it to a listener. */
export interface SiteEvent {
  readonly siteId: string;
  readonly type: string;
  readonly entityId: string;
  readonly payload: unknown;
  readonly occurredAt: Date;
}

/**
 * Handles one event in the transaction that takes it from the outbox, so its writes are committed exactly once. Side
 * effects outside the database must be queued instead of being performed here.
 */
export type Listener = (db: Db, event: SiteEvent) => Promise<void>;

const listeners = new Map<string, Set<Listener>>();

/** Registers a listener for some types of event; app.ts does this once, at start. Returns the unsubscribe function. */
export function listen(types: readonly EventName[], listener: Listener): () => void {
  for (const type of types) listeners.set(type, (listeners.get(type) ?? new Set()).add(listener));
  return () => {
    for (const type of types) listeners.get(type)?.delete(listener);
  };
}

/** Handles a batch of events of one type, oldest first, so that one statement can process all of them. */
export type BatchListener = (db: Db, events: readonly SiteEvent[]) => Promise<void>;

const batchListeners = new Map<string, Set<BatchListener>>();

/** Registers a listener that receives all events of a type in the worker's batch. Returns the unsubscribe function. */
export function listenToBatches(types: readonly EventName[], listener: BatchListener): () => void {
  for (const type of types) batchListeners.set(type, (batchListeners.get(type) ?? new Set()).add(listener));
  return () => {
    for (const type of types) batchListeners.get(type)?.delete(listener);
  };
}

export const hasListener = (type: EventName): boolean =>
  (listeners.get(type)?.size ?? 0) + (batchListeners.get(type)?.size ?? 0) > 0;

/** Calls every listener of the event's type, one after another. */
export async function callListeners(db: Db, event: SiteEvent): Promise<void> {
  for (const listener of listeners.get(event.type) ?? []) await listener(db, event);
}

/** Calls every batch listener, type by type. */
export async function callBatchListeners(db: Db, events: readonly SiteEvent[]): Promise<void> {
  for (const [type, batch] of Map.groupBy(events, (event) => event.type)) {
    for (const listener of batchListeners.get(type) ?? []) await listener(db, batch);
  }
}
