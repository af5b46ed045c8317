import type { Webhook } from '@portico/contract/events/webhook-calls';
import type { Static } from 'typebox';
import type { WebhookRow } from './store.ts';

type Wire = Static<typeof Webhook>;

export const webhookToWire = (row: WebhookRow): Wire => ({
  webhookId: row.id,
  name: row.name,
  url: row.url,
  eventTypes: row.event_types as Wire['eventTypes'],
  format: row.format as Wire['format'],
  enabled: row.enabled,
  disabledReason: row.disabled_reason as Wire['disabledReason'],
  failingSince: row.failing_since?.toISOString() ?? null,
  publicKey: row.public_key,
  createdDate: row.created_at.toISOString(),
  updatedDate: row.updated_at.toISOString(),
});
