import type { Delivery, DeliveryDetails } from '@portico/contract/events/webhook-calls';
import type { WebhookFormat } from '@portico/domain';
import type { Static } from 'typebox';
import type { Site } from '../../kernel/ctx.ts';
import type { WebhookRow } from '../webhooks/store.ts';
import { textToSign, unsignedHeaders } from './message.ts';
import type { DeliveryRow, LoggedAttempt } from './store.ts';

export const deliveryToWire = (row: Omit<DeliveryRow, 'event'>): Static<typeof Delivery> => ({
  deliveryId: row.id,
  webhookId: row.webhook_id,
  eventType: row.event_type,
  entityId: row.entity_id,
  status: row.status as 'PENDING',
  attempts: row.attempts,
  createdDate: row.created_at.toISOString(),
  nextAttemptDate: row.status === 'PENDING' ? row.next_attempt_at.toISOString() : null,
  finishedDate: row.finished_at?.toISOString() ?? null,
});

/** Returns a delivery with its attempts, and with its request in the current format of the webhook. */
export function detailsToWire(row: DeliveryRow, webhook: WebhookRow, site: Site): Static<typeof DeliveryDetails> {
  const format = webhook.format as WebhookFormat;
  const attemptLog = row.attempt_log as unknown as readonly LoggedAttempt[];
  const last = attemptLog.at(-1)?.date ?? row.created_at;
  const request = {
    url: webhook.url,
    headers: unsignedHeaders(format, row.id, new Date(last)),
    body: row.event === null ? '' : textToSign(format, site, row),
  };
  return { ...deliveryToWire(row), request: row.event === null ? null : request, attemptLog: [...attemptLog] };
}
