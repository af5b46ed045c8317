import type { Input, Output } from '@portico/contract/endpoint';
import type { eventsEndpoints } from '@portico/contract/events';
import { type WebhookFormat, webhookLimits } from '@portico/domain';
import { notifyChange } from '../../db/changes.ts';
import { transaction } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import { audit } from '../../sites/index.ts';
import { requireWebhookManager } from '../permissions.ts';
import { columnsAfterRotation, makeSecret } from './secrets.ts';
import * as store from './store.ts';
import { invalidateSubscriptions } from './subscriptions.ts';
import { checkUrl } from './url.ts';
import { webhookToWire } from './wire.ts';

type Endpoints = typeof eventsEndpoints;

export async function listWebhooks(ctx: SiteCtx): Promise<Output<Endpoints['listWebhooks']>> {
  requireWebhookManager(ctx.caller);
  const rows = await store.listWebhooks(ctx.db, ctx.site.id, webhookLimits.webhooks);
  return { webhooks: rows.map(webhookToWire) };
}

export async function getWebhook(
  ctx: SiteCtx,
  { query }: Input<Endpoints['getWebhook']>,
): Promise<Output<Endpoints['getWebhook']>> {
  requireWebhookManager(ctx.caller);
  const row = await store.findWebhook(ctx.db, ctx.site.id, query.webhookId);
  if (!row) throw new AppError('WEBHOOK_NOT_FOUND');
  return { webhook: webhookToWire(row) };
}

/**
 * Creates a webhook. A shared secret is returned only by this call; the public half of a key pair is part of the
 * webhook.
 */
export async function createWebhook(
  ctx: SiteCtx,
  { body }: Pick<Input<Endpoints['createWebhook']>, 'body'>,
): Promise<Output<Endpoints['createWebhook']>> {
  requireWebhookManager(ctx.caller);
  const { url, eventTypes, name = '', format = 'JWT', enabled = true } = body.webhook;
  const checkedUrl = checkUrl(url, ctx.env.webhookAllow);
  // Runs before the transaction, because creating a key pair takes a while.
  const { sharedSecret, ...secret } = await makeSecret(ctx.env.vault, format);
  const row = await changeAndPublish(ctx, async (ctx) => {
    await store.lockWebhooksOfSite(ctx.db, ctx.site.id);
    const maxWebhooks = webhookLimits.webhooks;
    if ((await store.countWebhooks(ctx.db, ctx.site.id)) >= maxWebhooks)
      throw new AppError('WEBHOOK_COUNT_OVER_MAX', { most: maxWebhooks });
    const createdWebhook = await store.insertWebhook(ctx.db, {
      site_id: ctx.site.id,
      id: newId(),
      name,
      url: checkedUrl,
      event_types: [...new Set<string>(eventTypes)],
      format,
      enabled,
      ...secret,
    });
    await auditWebhook(ctx, 'create', undefined, createdWebhook);
    return createdWebhook;
  });
  return { webhook: webhookToWire(row), secret: sharedSecret };
}

/** Changes the properties that the request contains. Enabling a disabled webhook clears its failures. */
export async function updateWebhook(
  ctx: SiteCtx,
  { query, body }: Input<Endpoints['updateWebhook']>,
): Promise<Output<Endpoints['updateWebhook']>> {
  requireWebhookManager(ctx.caller);
  const { url, eventTypes, name, format, enabled } = body.webhook;
  const checkedUrl = url === undefined ? undefined : checkUrl(url, ctx.env.webhookAllow);
  const newSecret = format ? await makeSecret(ctx.env.vault, format) : null;
  const [row, sharedSecret] = await changeAndPublish(ctx, async (ctx) => {
    const before = await lockOrThrow(ctx, query.webhookId);
    const rotation = newSecret && format !== before.format ? newSecret : null;
    const after = await store.updateWebhook(ctx.db, ctx.site.id, before.id, {
      ...(checkedUrl === undefined ? {} : { url: checkedUrl }),
      ...(eventTypes === undefined ? {} : { event_types: [...new Set<string>(eventTypes)] }),
      ...(name === undefined ? {} : { name }),
      ...(enabled === undefined ? {} : { enabled }),
      ...(enabled && !before.enabled ? { disabled_reason: null, failing_since: null } : {}),
      ...(rotation ? { format, ...columnsAfterRotation(before, rotation, ctx.now) } : {}),
      updated_at: ctx.now,
    });
    await auditWebhook(ctx, 'update', before, after);
    return [after, rotation?.sharedSecret ?? null] as const;
  });
  return { webhook: webhookToWire(row), secret: sharedSecret };
}

export async function deleteWebhook(
  ctx: SiteCtx,
  { query }: Pick<Input<Endpoints['deleteWebhook']>, 'query'>,
): Promise<Output<Endpoints['deleteWebhook']>> {
  requireWebhookManager(ctx.caller);
  await changeAndPublish(ctx, async (ctx) => {
    const row = await store.deleteWebhook(ctx.db, ctx.site.id, query.webhookId);
    if (!row) throw new AppError('WEBHOOK_NOT_FOUND');
    await auditWebhook(ctx, 'delete', row, undefined);
  });
  return {};
}

/**
 * Rotates the key. For a day, requests are signed with both the old and the new shared secret. A new key pair replaces
 * the old one immediately.
 */
export async function rotateWebhookSecret(
  ctx: SiteCtx,
  { query }: Pick<Input<Endpoints['rotateWebhookSecret']>, 'query'>,
): Promise<Output<Endpoints['rotateWebhookSecret']>> {
  requireWebhookManager(ctx.caller);
  const found = await store.findWebhook(ctx.db, ctx.site.id, query.webhookId);
  if (!found) throw new AppError('WEBHOOK_NOT_FOUND');
  const secret = await makeSecret(ctx.env.vault, found.format as WebhookFormat);
  const row = await changeAndPublish(ctx, async (ctx) => {
    const before = await lockOrThrow(ctx, query.webhookId);
    if (before.format !== found.format) throw new AppError('CONFLICT');
    const change = { ...columnsAfterRotation(before, secret, ctx.now), updated_at: ctx.now };
    const after = await store.updateWebhook(ctx.db, ctx.site.id, before.id, change);
    await auditWebhook(ctx, 'rotateSecret', before, after);
    return after;
  });
  return { webhook: webhookToWire(row), secret: secret.sharedSecret };
}

/**
 * Runs `work` in a transaction and publishes the change to every process at its commit, and to this process before the
 * response.
 */
async function changeAndPublish<R>(ctx: SiteCtx, work: (ctx: SiteCtx) => Promise<R>): Promise<R> {
  const result = await transaction(ctx, async (ctx) => {
    const result = await work(ctx);
    await notifyChange(ctx.db, 'webhooks', ctx.site.id);
    return result;
  });
  invalidateSubscriptions(ctx.site.id);
  return result;
}

async function lockOrThrow(ctx: SiteCtx, id: string): Promise<store.WebhookRow> {
  const row = await store.lockWebhook(ctx.db, ctx.site.id, id);
  if (!row) throw new AppError('WEBHOOK_NOT_FOUND');
  return row;
}

const auditWebhook = (
  ctx: SiteCtx,
  verb: string,
  before: store.WebhookRow | undefined,
  after: store.WebhookRow | undefined,
): Promise<void> =>
  audit(ctx, {
    siteId: ctx.site.id,
    action: `events.webhooks.${verb}`,
    target: (after ?? before)?.id ?? '',
    before: before && webhookToWire(before),
    after: after && webhookToWire(after),
  });
