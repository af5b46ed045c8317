import type { Input, Output } from '@portico/contract/endpoint';
import type { eventsEndpoints } from '@portico/contract/events';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { requireWebhookManager } from '../permissions.ts';
import { findWebhook } from '../webhooks/store.ts';
import { findDelivery, listDeliveries } from './store.ts';
import { deliveryToWire, detailsToWire } from './wire.ts';

type Endpoints = typeof eventsEndpoints;

const PAGE = 50;

export async function listWebhookDeliveries(
  ctx: SiteCtx,
  { query }: Input<Endpoints['listWebhookDeliveries']>,
): Promise<Output<Endpoints['listWebhookDeliveries']>> {
  requireWebhookManager(ctx.caller);
  const { limit = PAGE, ...filter } = query;
  // Reads one extra row to detect whether there are more.
  const rows = await listDeliveries(ctx.db, ctx.site.id, { ...filter, limit: limit + 1 });
  const page = rows.slice(0, limit);
  return {
    deliveries: page.map(deliveryToWire),
    nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}

export async function getWebhookDelivery(
  ctx: SiteCtx,
  { query }: Input<Endpoints['getWebhookDelivery']>,
): Promise<Output<Endpoints['getWebhookDelivery']>> {
  requireWebhookManager(ctx.caller);
  const { row, webhook } = await loadDelivery(ctx, query.deliveryId);
  return { delivery: detailsToWire(row, webhook, ctx.site) };
}

/** Returns a delivery and its webhook. @throws AppError WEBHOOK_DELIVERY_NOT_FOUND if either does not exist */
export async function loadDelivery(ctx: SiteCtx, deliveryId: string) {
  const row = await findDelivery(ctx.db, ctx.site.id, deliveryId);
  const webhook = row && (await findWebhook(ctx.db, ctx.site.id, row.webhook_id));
  if (!webhook) throw new AppError('WEBHOOK_DELIVERY_NOT_FOUND');
  return { row, webhook };
}
