import type { Input, Output } from '@portico/contract/endpoint';
import type { eventsEndpoints } from '@portico/contract/events';
import { WEBHOOK_TESTED } from '@portico/domain';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { requireWebhookManager } from '../permissions.ts';
import { identityOf } from '../webhooks/identity.ts';
import { findWebhook } from '../webhooks/store.ts';
import { queueDelivery } from './queue-deliveries.ts';
import { deliveryToWire } from './wire.ts';
import { nudge } from './worker.ts';

type Endpoint = (typeof eventsEndpoints)['testWebhook'];

/**
 * Sends a test event to a webhook. The event has a separate type, because an invented submission could be mistaken for
 * a real one.
 */
export async function testWebhook(ctx: SiteCtx, { query }: Pick<Input<Endpoint>, 'query'>): Promise<Output<Endpoint>> {
  requireWebhookManager(ctx.caller);
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
  nudge();
  return { delivery: deliveryToWire(row) };
}
