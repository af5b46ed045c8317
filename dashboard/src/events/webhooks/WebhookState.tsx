import { StatusBadge } from '../../ui/StatusBadge.tsx';
import type { DeliveryStatus, Webhook } from './queries.ts';

export function WebhookState({ webhook }: { webhook: Webhook }) {
  if (webhook.disabledReason) return <StatusBadge tone="bad">Switched off</StatusBadge>;
  if (!webhook.enabled) return <StatusBadge tone="quiet">Off</StatusBadge>;
  if (webhook.failingSince) return <StatusBadge tone="bad">Failing</StatusBadge>;
  return <StatusBadge tone="good">On</StatusBadge>;
}

const deliveryStates = {
  PENDING: { tone: 'waiting', label: 'Waiting' },
  DELIVERED: { tone: 'good', label: 'Delivered' },
  FAILED: { tone: 'bad', label: 'Failed' },
} as const;

export function DeliveryState({ status }: { status: DeliveryStatus }) {
  const { tone, label } = deliveryStates[status];
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}
