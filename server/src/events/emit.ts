import { sql } from 'kysely';
import type { SiteCtx } from '../kernel/ctx.ts';
import { isListenedTo } from './listeners.ts';
import { nudge } from './worker.ts';

/** Something that happened on a site. `type` is the vendor's event name where there is one. */
export interface NewEvent {
  readonly type: string;
  readonly entityId: string;
  readonly payload: unknown;
}

/**
 * Writes the event to the outbox, only where somebody listens. Call it in the transaction of the change: then nothing
 * leaves for a change that is rolled back, and nothing that is committed is forgotten.
 */
export async function emit(ctx: SiteCtx, event: NewEvent): Promise<void> {
  if (!isListenedTo(event.type)) return;
  await ctx.db
    .insertInto('outbox')
    .values({
      site_id: ctx.site.id,
      type: event.type,
      entity_id: event.entityId,
      payload: sql<never>`${JSON.stringify(event.payload)}::jsonb`,
      occurred_at: ctx.now,
    })
    .execute();
  nudge();
}
