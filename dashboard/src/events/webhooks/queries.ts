import type { Calls } from '@portico/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { admin } from '../../app/client.ts';
import { queryClient } from '../../app/query-client.ts';

export type Webhook = Calls['events.webhooks.get']['response']['webhook'];
export type Delivery = Calls['events.webhookDeliveries.list']['response']['deliveries'][number];
export type DeliveryStatus = Delivery['status'];

const POLL_SOON_MS = 1_500;
const POLL_LATER_MS = 15_000;

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'all'],
  queryFn: async () => (await admin.call('events.webhooks.list')).webhooks,
});

export const webhookQuery = (webhookId: string) =>
  queryOptions({
    queryKey: ['webhooks', 'one', webhookId],
    queryFn: async () => (await admin.call('events.webhooks.get', { query: { webhookId } })).webhook,
  });

/** A page of deliveries, newest first. It is fetched again while one of them is pending. */
export const deliveriesQuery = (webhookId: string, status: DeliveryStatus | null, cursor: string | null) =>
  queryOptions({
    queryKey: ['webhooks', 'deliveries', webhookId, status, cursor],
    queryFn: () =>
      admin.call('events.webhookDeliveries.list', {
        query: { webhookId, limit: 25, ...(status ? { status } : {}), ...(cursor ? { cursor } : {}) },
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => pollIntervalMs(state.data?.deliveries ?? []),
  });

export const deliveryQuery = (deliveryId: string | null) =>
  queryOptions({
    queryKey: ['webhooks', 'delivery', deliveryId],
    queryFn: async () =>
      (await admin.call('events.webhookDeliveries.get', { query: { deliveryId: deliveryId ?? '' } })).delivery,
    enabled: deliveryId !== null,
    refetchInterval: ({ state }) => pollIntervalMs(state.data ? [state.data] : []),
  });

/**
 * Returns the time until the next fetch, or false if no delivery is pending. A first attempt starts immediately, so its
 * result is polled often. Later attempts are minutes apart.
 */
function pollIntervalMs(deliveries: readonly Delivery[]): number | false {
  const pendingDeliveries = deliveries.filter(({ status }) => status === 'PENDING');
  if (pendingDeliveries.length === 0) return false;
  return pendingDeliveries.some(isAttemptSoon) ? POLL_SOON_MS : POLL_LATER_MS;
}

const isAttemptSoon = ({ attempts, nextAttemptDate }: Delivery): boolean =>
  attempts <= 1 || (nextAttemptDate !== null && Date.parse(nextAttemptDate) <= Date.now());

export const refreshWebhooks = () => queryClient.invalidateQueries({ queryKey: ['webhooks'] });
