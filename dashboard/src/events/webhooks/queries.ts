import type { Calls } from '@portico/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { admin } from '../../app/client.ts';
import { queryClient } from '../../app/query-client.ts';

export type Webhook = Calls['events.webhooks.get']['answer']['webhook'];
export type Delivery = Calls['events.webhookDeliveries.list']['answer']['deliveries'][number];
export type DeliveryStatus = Delivery['status'];

const SOON_MS = 1_500;
const LATER_MS = 15_000;

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'all'],
  queryFn: async () => (await admin.call('events.webhooks.list')).webhooks,
});

export const webhookQuery = (webhookId: string) =>
  queryOptions({
    queryKey: ['webhooks', 'one', webhookId],
    queryFn: async () => (await admin.call('events.webhooks.get', { query: { webhookId } })).webhook,
  });

/** Deliveries, newest first; asked for again as long as one of the page is on its way. */
export const deliveriesQuery = (webhookId: string, status: DeliveryStatus | null, cursor: string | null) =>
  queryOptions({
    queryKey: ['webhooks', 'deliveries', webhookId, status, cursor],
    queryFn: () =>
      admin.call('events.webhookDeliveries.list', {
        query: { webhookId, limit: 25, ...(status ? { status } : {}), ...(cursor ? { cursor } : {}) },
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => askAgainMs(state.data?.deliveries ?? []),
  });

export const deliveryQuery = (deliveryId: string | null) =>
  queryOptions({
    queryKey: ['webhooks', 'delivery', deliveryId],
    queryFn: async () =>
      (await admin.call('events.webhookDeliveries.get', { query: { deliveryId: deliveryId ?? '' } })).delivery,
    enabled: deliveryId !== null,
    refetchInterval: ({ state }) => askAgainMs(state.data ? [state.data] : []),
  });

/** The first try comes at once, and is counted before it is over; later ones are minutes apart. */
function askAgainMs(deliveries: readonly Delivery[]): number | false {
  const pending = deliveries.filter(({ status }) => status === 'PENDING');
  if (pending.length === 0) return false;
  return pending.some(isSoon) ? SOON_MS : LATER_MS;
}

const isSoon = ({ attempts, nextAttemptDate }: Delivery): boolean =>
  attempts <= 1 || (nextAttemptDate !== null && Date.parse(nextAttemptDate) <= Date.now());

export const refreshWebhooks = () => queryClient.invalidateQueries({ queryKey: ['webhooks'] });
