import type { Db } from '../../db/index.ts';
import type { Environment } from '../../kernel/ctx.ts';
import { publishOutcome } from '../../kernel/diagnostics.ts';
import type { Log } from '../../kernel/log.ts';
import { readAllowedAddresses } from '../../outbound/allowed-addresses.ts';
import { post, type Reply } from '../../outbound/post.ts';
import type { Resolve } from '../../outbound/resolve.ts';
import { clearFailing, findWebhook, markFailing, type WebhookRow } from '../webhooks/store.ts';
import { switchOff } from '../webhooks/switch-off.ts';
import { signMessage } from './message.ts';
import { delayAfter } from './retries.ts';
import { type DeliveryRow, finishDelivery } from './store.ts';

export interface SendingDeps {
  readonly db: Db;
  readonly env: Environment;
  readonly log: Log;
  /** Timeout of one attempt; default 10 s. */
  readonly timeoutMs?: number;
  /** Resolves host names; by default as the system does. */
  readonly resolve?: Resolve;
}

const TIMEOUT_MS = 10_000;
/**
 * If the last attempt of a delivery fails and the receiver has accepted nothing for this many milliseconds, the
 * receiver is considered gone.
 */
const MAX_FAILING_MS = 3 * 86_400_000;
const HTTP_GONE = 410;

/**
 * Attempts a leased delivery and records the outcome. Returns true if the receiver accepted it. If the process dies
 * before it records the outcome, the delivery is sent again after the lease, under the same id.
 */
export async function attempt(deps: SendingDeps, delivery: DeliveryRow, signal: AbortSignal): Promise<boolean> {
  const { db, env } = deps;
  const [site, webhook] = await Promise.all([
    env.site(delivery.site_id),
    findWebhook(db, delivery.site_id, delivery.webhook_id),
  ]);
  if (!site || !webhook || delivery.event === null) return false;
  const started = new Date();
  const giveUp = async (error: string): Promise<false> => {
    const loggedAttempt = { date: started.toISOString(), durationMs: 0, httpStatus: null, answer: null, error };
    await finishDelivery(db, delivery, { status: 'FAILED', nextAttemptAt: started, attempted: loggedAttempt });
    publishOutcome({ kind: 'delivery', outcome: 'failed' });
    return false;
  };
  if (!webhook.enabled) return giveUp('The webhook is switched off.');
  const message = await signMessage(env.vault, { site, webhook, delivery, now: started });
  if (!message)
    return giveUp('The signing key of the webhook cannot be decrypted: PORTICO_SECRET has changed. Create a new key.');

  const reply = await post(
    { url: webhook.url, ...message },
    {
      allowed: readAllowedAddresses('PORTICO_WEBHOOK_ALLOW', env.webhookAllow),
      timeoutMs: deps.timeoutMs ?? TIMEOUT_MS,
      signal,
      ...(deps.resolve ? { resolve: deps.resolve } : {}),
    },
  );
  if (signal.aborted && reply.httpStatus === null) {
    await finishDelivery(db, delivery, {
      status: 'PENDING',
      nextAttemptAt: new Date(),
      attempted: null,
      isUncounted: true,
    });
    return false;
  }
  return recordOutcome(deps, { delivery, webhook, reply, started });
}

async function recordOutcome(
  deps: SendingDeps,
  { delivery, webhook, reply, started }: { delivery: DeliveryRow; webhook: WebhookRow; reply: Reply; started: Date },
): Promise<boolean> {
  const { db, log } = deps;
  const { site_id: siteId, id: webhookId } = webhook;
  const now = new Date();
  const { httpStatus } = reply;
  const error = reply.error ?? describeStatus(httpStatus);
  const loggedAttempt = {
    date: started.toISOString(),
    durationMs: now.getTime() - started.getTime(),
    httpStatus,
    answer: reply.responseText,
    error,
  };
  if (error === null) {
    await finishDelivery(db, delivery, { status: 'DELIVERED', nextAttemptAt: now, attempted: loggedAttempt });
    publishOutcome({ kind: 'delivery', outcome: 'sent' });
    if (webhook.failing_since) await clearFailing(db, siteId, webhookId);
    return true;
  }
  const delayMs = httpStatus === HTTP_GONE ? null : delayAfter(delivery.attempts);
  await finishDelivery(db, delivery, {
    status: delayMs === null ? 'FAILED' : 'PENDING',
    nextAttemptAt: new Date(now.getTime() + (delayMs ?? 0)),
    attempted: loggedAttempt,
  });
  publishOutcome({ kind: 'delivery', outcome: delayMs === null ? 'failed' : 'retry' });
  log.info({ deliveryId: delivery.id, siteId, webhookId, httpStatus, reason: error }, 'a webhook was not delivered');
  if (!webhook.failing_since) await markFailing(db, siteId, webhookId, now);
  if (httpStatus === HTTP_GONE) await switchOff(deps, webhook, 'GONE');
  else if (delayMs === null && now.getTime() - (webhook.failing_since ?? now).getTime() > MAX_FAILING_MS) {
    await switchOff(deps, webhook, 'FAILING');
  }
  return false;
}

/** Returns an error message for a status; null for a successful one. */
function describeStatus(status: number | null): string | null {
  if (status !== null && status >= 200 && status < 300) return null;
  if (status !== null && status >= 300 && status < 400)
    return `The receiver responded with status ${status}: redirects are not followed.`;
  return `The receiver responded with status ${status}.`;
}
