import { ALL_EVENTS } from '@portico/domain';
import type { Db } from '../../db/index.ts';
import { newTimedId } from '../../kernel/ids.ts';
import type { EventIdentity } from '../webhooks/identity.ts';
import { listWebhooksFor } from '../webhooks/store.ts';
import { type OutboxEvent, toDomainEvent } from './domain-event.ts';
import { type DeliveryRow, insertDeliveries } from './store.ts';

/**
 * Writes a delivery for each subscribed webhook of the site. Runs in the transaction that takes the event from the
 * outbox, so that no delivery is lost or written twice.
 */
export async function queueDeliveries(
  db: Db,
  siteId: string,
  event: OutboxEvent & { readonly identity: EventIdentity },
): Promise<void> {
  const webhooks = await listWebhooksFor(db, siteId, [event.type, ALL_EVENTS]);
  await insertDeliveriesFor(db, siteId, webhooks, event);
}

/** Queues a delivery for one webhook, regardless of its subscriptions. */
export async function queueDelivery(
  db: Db,
  siteId: string,
  webhookId: string,
  event: OutboxEvent & { readonly identity: EventIdentity },
): Promise<DeliveryRow> {
  const [row] = await insertDeliveriesFor(db, siteId, [webhookId], event);
  if (!row) throw new Error('the delivery was not inserted');
  return row;
}

async function insertDeliveriesFor(
  db: Db,
  siteId: string,
  webhookIds: readonly string[],
  event: OutboxEvent & { readonly identity: EventIdentity },
): Promise<DeliveryRow[]> {
  if (webhookIds.length === 0) return [];
  const { type: eventType, entityId, identity } = event;
  const now = new Date();
  const ids = webhookIds.map((webhookId, index) => ({ webhookId, id: newTimedId(now, index) }));
  return insertDeliveries(db, { siteId, eventType, entityId, event: toDomainEvent(event), identity }, ids);
}
