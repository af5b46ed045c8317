/** Builds the HTTP request of a delivery: its body and its signature. */
import type { WebhookFormat } from '@portico/domain';
import { SignJWT } from 'jose';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import type { Site } from '../../kernel/ctx.ts';
import type { Vault } from '../../kernel/encryption.ts';
import { openPrivateKey, openSharedSecrets } from '../webhooks/secrets.ts';
import type { WebhookRow } from '../webhooks/store.ts';
import type { DeliveryRow } from './store.ts';

export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** As in Standard Webhooks. Limits how long an intercepted delivery can be replayed. */
const TOKEN_LIFETIME_SECONDS = 300;

/**
 * Returns the delivery as a signed request. Returns null if the key cannot be decrypted because the installation's
 * secret has changed.
 */
export async function signMessage(
  vault: Vault,
  { site, webhook, delivery, now }: { site: Site; webhook: WebhookRow; delivery: DeliveryRow; now: Date },
): Promise<Message | null> {
  const format = webhook.format as WebhookFormat;
  const text = textToSign(format, site, delivery);
  const headers = unsignedHeaders(format, delivery.id, now);
  if (format === 'STANDARD') {
    const secrets = openSharedSecrets(vault, webhook, now);
    if (!secrets) return null;
    const signatures = secrets.map((secret) => new StandardWebhook(secret).sign(delivery.id, now, text));
    return { headers: { ...headers, 'webhook-signature': signatures.join(' ') }, body: text };
  }
  const key = openPrivateKey(vault, webhook);
  if (!key) return null;
  const seconds = Math.floor(now.getTime() / 1_000);
  const token = await new SignJWT({ data: text })
    .setProtectedHeader({ alg: 'RS256', kid: webhook.id, typ: 'JWT' })
    .setIssuer(site.origin)
    .setAudience(webhook.id)
    .setJti(delivery.id)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + TOKEN_LIFETIME_SECONDS)
    .sign(key);
  return { headers, body: token };
}

/**
 * Returns the text that is signed: the body (STANDARD), or the claim `data` (JWT). According to the contract, the inner
 * parts of that claim are JSON within strings.
 */
export function textToSign(format: WebhookFormat, site: Site, delivery: DeliveryRow): string {
  const event = { id: delivery.id, ...(delivery.event as object) };
  const { identity, event_type: eventType } = delivery;
  if (format === 'JWT') {
    return JSON.stringify({
      eventType,
      instanceId: site.id,
      identity: JSON.stringify(identity),
      accountInfo: { accountId: site.accountId, siteId: site.id },
      data: JSON.stringify(event),
    });
  }
  const { eventTime } = delivery.event as { eventTime?: string };
  return JSON.stringify({ type: eventType, timestamp: eventTime, data: { siteId: site.id, identity, ...event } });
}

/**
 * Returns the headers without the signature, so that the delivery log may show them. The vendor's envelope is plain
 * text, as in the vendor's examples.
 */
export const unsignedHeaders = (format: WebhookFormat, id: string, at: Date): Record<string, string> => ({
  'content-type': format === 'JWT' ? 'text/plain; charset=utf-8' : 'application/json',
  'user-agent': 'Portico-Webhooks/1',
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
});
