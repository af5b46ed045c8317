import type { Input, Output } from '@portico/contract/endpoint';
import type { eventsEndpoints } from '@portico/contract/events';
import { WEBHOOK_TESTED } from '@portico/domain';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { requires } from '../../sites/index.ts';
import { identityOf } from '../webhooks/identity.ts';
import { findWebhook } from '../webhooks/store.ts';
import { queueDelivery } from './queue-deliveries.ts';
import { findDelivery, requeueDelivery } from './store.ts';
import { deliveryToWire } from './wire.ts';
import { nudgeDeliveries } from './worker.ts';

type Endpoints = typeof eventsEndpoints;

export async function redeliverWebhook(
  ctx: SiteCtx,
  { query }: Pick<Input<Endpoints['redeliverWebhook']>, 'query'>,
): Promise<Output<Endpoints['redeliverWebhook']>> {
  requires(ctx.caller, 'site:manage');
  const found = await findDelivery(ctx.db, ctx.site.id, query.deliveryId);
  const webhook = found && (await findWebhook(ctx.db, ctx.site.id, found.webhook_id));
  if (!webhook) throw new AppError('WEBHOOK_DELIVERY_NOT_FOUND');
  if (!webhook.enabled) throw new AppError('WEBHOOK_DISABLED');
  const row = await requeueDelivery(ctx.db, ctx.site.id, found.id);
  if (!row) throw new AppError('WEBHOOK_DELIVERY_FORGOTTEN');
  nudgeDeliveries();
  return { delivery: deliveryToWire(row) };
}

/** Tries a webhook with an event of its own: a made-up submission could end up among the receiver's real ones. */
export async function testWebhook(
  ctx: SiteCtx,
  { query }: Pick<Input<Endpoints['testWebhook']>, 'query'>,
): Promise<Output<Endpoints['testWebhook']>> {
  requires(ctx.caller, 'site:manage');
  const webhook = await findWebhook(ctx.db, ctx.site.id, query.webhookId);
  if (!webhook) throw new AppError('WEBHOOK_NOT_FOUND');
  if (!webhook.enabled) throw new AppError('WEBHOOK_DISABLED');
  const row = await queueDelivery(ctx.db, ctx.site.id, webhook.id, {
    type: WEBHOOK_TESTED,
    entityId: webhook.id,
    payload: { webhookId: webhook.id },
    occurredAt: ctx.now,
    sequence: String(ctx.now.getTime()),
    identity: identityOf(ctx.caller),
  });
  nudgeDeliveries();
  return { delivery: deliveryToWire(row) };
}
