import { ALL_EVENTS } from '@portico/domain';
import type { Db } from '../../db/index.ts';
import { timedId } from '../../kernel/ids.ts';
import type { ToldIdentity } from '../webhooks/identity.ts';
import { listWebhooksFor } from '../webhooks/store.ts';
import { domainEvent, type Told } from './domain-event.ts';
import { type DeliveryRow, insertDeliveries } from './store.ts';

/**
 * Writes a delivery for each webhook of the site that wants the event, in the transaction that takes the event from the
 * outbox: none is lost, and none is written twice.
 */
export async function queueDeliveries(
  db: Db,
  siteId: string,
  event: Told & { readonly identity: ToldIdentity },
): Promise<void> {
  const webhooks = await listWebhooksFor(db, siteId, [event.type, ALL_EVENTS]);
  await insertFor(db, siteId, webhooks, event);
}

/** The same for one webhook, whatever it wants. */
export async function queueDelivery(
  db: Db,
  siteId: string,
  webhookId: string,
  event: Told & { readonly identity: ToldIdentity },
): Promise<DeliveryRow> {
  const [row] = await insertFor(db, siteId, [webhookId], event);
  if (!row) throw new Error('a delivery was not written');
  return row;
}

async function insertFor(
  db: Db,
  siteId: string,
  webhookIds: readonly string[],
  event: Told & { readonly identity: ToldIdentity },
): Promise<DeliveryRow[]> {
  if (webhookIds.length === 0) return [];
  const { type: eventType, entityId, identity } = event;
  const now = new Date();
  const ids = webhookIds.map((webhookId, place) => ({ webhookId, id: timedId(now, place) }));
  return insertDeliveries(db, { siteId, eventType, entityId, event: domainEvent(event), identity }, ids);
}
