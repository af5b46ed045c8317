import { isEventType } from '@portico/domain';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { identityOf } from '../webhooks/identity.ts';
import { isSubscribed } from '../webhooks/subscriptions.ts';
import { hasListener } from './listeners.ts';
import type { EventName, PayloadOf } from './payloads.ts';
import { buildEventInsert, type EventInsert, hasEvent, hastenEvents } from './store.ts';
import { nudge } from './worker.ts';

/** An event to emit. `type` is the vendor's event name if there is one. */
export interface NewEvent<Type extends EventName> {
  readonly type: Type;
  readonly entityId: string;
  readonly payload: PayloadOf<Type>;
  /** Milliseconds until listeners handle the event. */
  readonly delayMs?: number;
}

/**
 * Writes the event to the outbox if it has subscribers: a listener in the server, or a webhook of the site. Call it in
 * the transaction of the change, so that the event is written if and only if the change is committed.
 */
export const emit = <const Type extends EventName>(ctx: SiteCtx, event: NewEvent<Type>): Promise<void> =>
  emitWith(ctx, event, async (eventInsert) => {
    await eventInsert?.execute();
  });

/**
 * Emits an event of a change that is a single statement outside of a transaction. `change` receives the statement that
 * writes the event, to include it as `with event as (…)`, or null if there are no subscribers.
 */
export async function emitWith<const Type extends EventName, Result>(
  ctx: SiteCtx,
  event: NewEvent<Type>,
  change: (eventInsert: EventInsert | null) => Promise<Result>,
): Promise<Result> {
  const hasWebhook = await hasSubscribedWebhook(ctx, event.type);
  if (!hasWebhook && !hasListener(event.type)) return change(null);
  const identity = hasWebhook ? identityOf(ctx.caller) : null;
  const eventInsert = buildEventInsert(ctx.db, { ...event, siteId: ctx.site.id, occurredAt: ctx.now, identity });
  const result = await change(eventInsert);
  nudge();
  return result;
}

/** Returns true if events of the type have any subscriber. */
export const hasSubscribers = async (ctx: SiteCtx, type: EventName): Promise<boolean> =>
  hasListener(type) || (await hasSubscribedWebhook(ctx, type));

const hasSubscribedWebhook = async ({ db, site }: SiteCtx, type: string): Promise<boolean> =>
  isEventType(type) && (await isSubscribed(db, site.id, type));

/**
 * Returns true if an event of the type already waits for its listeners, so that there is no need to emit another one.
 */
export const isQueued = ({ db, site }: SiteCtx, type: EventName): Promise<boolean> => hasEvent(db, site.id, type);

/** Makes the events of the type that were emitted with a delay due immediately. */
export async function hastenQueuedEvents({ db, site }: SiteCtx, type: EventName): Promise<void> {
  await hastenEvents(db, site.id, type);
  nudge();
}
