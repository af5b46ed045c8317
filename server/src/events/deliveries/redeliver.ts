import type { Input, Output } from '@portico/contract/endpoint';
import type { eventsEndpoints } from '@portico/contract/events';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { requireWebhookManager } from '../permissions.ts';
import { loadDelivery } from './read-deliveries.ts';
import { requeueDelivery } from './store.ts';
import { deliveryToWire } from './wire.ts';
import { nudge } from './worker.ts';

type Endpoints = typeof eventsEndpoints;

export async function redeliverWebhook(
  ctx: SiteCtx,
  { query }: Pick<Input<Endpoints['redeliverWebhook']>, 'query'>,
): Promise<Output<Endpoints['redeliverWebhook']>> {
  requireWebhookManager(ctx.caller);
  const { row: found, webhook } = await loadDelivery(ctx, query.deliveryId);
  if (!webhook.enabled) throw new AppError('WEBHOOK_DISABLED');
  const row = await requeueDelivery(ctx.db, ctx.site.id, found.id);
  if (!row) throw new AppError('WEBHOOK_DELIVERY_FORGOTTEN');
  nudge();
  return { delivery: deliveryToWire(row) };
}
