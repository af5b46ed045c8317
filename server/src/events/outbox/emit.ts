import { isEventType } from '@portico/domain';
import type { OperationNodeSource } from 'kysely';
import { json } from '../../db/statements.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { identityOf } from '../webhooks/identity.ts';
import { isSubscribed } from '../webhooks/subscriptions.ts';
import { isListenedTo } from './listeners.ts';
import type { EventName, PayloadOf } from './payloads.ts';
import { nudge } from './worker.ts';

/** An event of a site. `type` is the vendor's event name if there is one. */
export interface NewEvent<Type extends EventName> {
  readonly type: Type;
  readonly entityId: string;
  readonly payload: PayloadOf<Type>;
}

/**
 * Writes the event to the outbox if it has subscribers: a listener in the server, or a webhook of the site. Call it in the
 * transaction of the change: then a rolled-back change emits no event, and a committed one never loses its event.
 */
export const emit = <const Type extends EventName>(ctx: SiteCtx, event: NewEvent<Type>): Promise<void> =>
  emitWith(ctx, event, async (telling) => {
    await telling?.execute();
  });

/**
 * Emits an event together with a change that is one statement. `change` receives the statement that writes the event, to
 * run it as `with told as (…)`, or null without subscribers. A single statement is a transaction of its own.
 */
export async function emitWith<const Type extends EventName, Changed>(
  ctx: SiteCtx,
  event: NewEvent<Type>,
  change: (telling: Telling | null) => Promise<Changed>,
): Promise<Changed> {
  const told = await isTold(ctx, event.type);
  if (!told && !isListenedTo(event.type)) return change(null);
  const telling = ctx.db.insertInto('outbox').values({
    site_id: ctx.site.id,
    type: event.type,
    entity_id: event.entityId,
    payload: json(event.payload),
    occurred_at: ctx.now,
    told_identity: told ? json(identityOf(ctx.caller)) : null,
  });
  const changed = await change(telling);
  nudge();
  return changed;
}

/** Returns the statement that writes an event. */
export interface Telling extends OperationNodeSource {
  execute(): Promise<unknown>;
}

/** Returns whether an event of the type would be written at all. */
export const isHeard = async (ctx: SiteCtx, type: EventName): Promise<boolean> =>
  isListenedTo(type) || (await isTold(ctx, type));

const isTold = async ({ db, site }: SiteCtx, type: string): Promise<boolean> =>
  isEventType(type) && (await isSubscribed(db, site.id, type));
