import type { Input, Output } from '@portico/contract/endpoint';
import type { eventsEndpoints } from '@portico/contract/events';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { requireWebhookManager } from '../permissions.ts';
import { findWebhook } from '../webhooks/store.ts';
import { findDelivery, requeueDelivery } from './store.ts';
import { deliveryToWire } from './wire.ts';
import { nudgeDeliveries } from './worker.ts';

type Endpoints = typeof eventsEndpoints;

export async function redeliverWebhook(
  ctx: SiteCtx,
  { query }: Pick<Input<Endpoints['redeliverWebhook']>, 'query'>,
): Promise<Output<Endpoints['redeliverWebhook']>> {
  requireWebhookManager(ctx.caller);
  const found = await findDelivery(ctx.db, ctx.site.id, query.deliveryId);
  const webhook = found && (await findWebhook(ctx.db, ctx.site.id, found.webhook_id));
  if (!webhook) throw new AppError('WEBHOOK_DELIVERY_NOT_FOUND');
  if (!webhook.enabled) throw new AppError('WEBHOOK_DISABLED');
  const row = await requeueDelivery(ctx.db, ctx.site.id, found.id);
  if (!row) throw new AppError('WEBHOOK_DELIVERY_FORGOTTEN');
  nudgeDeliveries();
  return { delivery: deliveryToWire(row) };
}
