import { isEventType } from '@portico/domain';
import { sql } from 'kysely';
import type { SiteCtx } from '../kernel/ctx.ts';
import { isListenedTo } from './listeners.ts';
import type { PayloadOf } from './payloads.ts';
import { identityOf } from './webhooks/identity.ts';
import { isSubscribed } from './webhooks/subscriptions.ts';
import { nudge } from './worker.ts';

/** Something that happened on a site. `type` is the vendor's event name where there is one. */
export interface NewEvent<Type extends string> {
  readonly type: Type;
  readonly entityId: string;
  readonly payload: PayloadOf<Type>;
}

/**
 * Writes the event to the outbox, only where somebody listens: a part of the server, or a webhook of the site. Call it in the transaction of the change: then nothing
 * leaves for a change that is rolled back, and nothing that is committed is forgotten.
 */
export async function emit<const Type extends string>(ctx: SiteCtx, event: NewEvent<Type>): Promise<void> {
  const told = isEventType(event.type) && (await isSubscribed(ctx.db, ctx.site.id, event.type));
  if (!told && !isListenedTo(event.type)) return;
  await ctx.db
    .insertInto('outbox')
    .values({
      site_id: ctx.site.id,
      type: event.type,
      entity_id: event.entityId,
      payload: sql<never>`${JSON.stringify(event.payload)}::jsonb`,
      occurred_at: ctx.now,
      told_identity: told ? sql<never>`${JSON.stringify(identityOf(ctx.caller))}::jsonb` : null,
    })
    .execute();
  nudge();
}
