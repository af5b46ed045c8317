import type { Calls } from '@portico/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { admin } from '../../app/client.ts';
import { queryClient } from '../../app/query-client.ts';

export type Webhook = Calls['events.webhooks.get']['answer']['webhook'];
export type Delivery = Calls['events.webhookDeliveries.list']['answer']['deliveries'][number];
export type DeliveryStatus = Delivery['status'];

const ASK_AGAIN_MS = 1_500;

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'all'],
  queryFn: async () => (await admin.call('events.webhooks.list')).webhooks,
});

export const webhookQuery = (webhookId: string) =>
  queryOptions({
    queryKey: ['webhooks', 'one', webhookId],
    queryFn: async () => (await admin.call('events.webhooks.get', { query: { webhookId } })).webhook,
  });

/** Deliveries, newest first; asked for again as long as one of the page may arrive any moment. */
export const deliveriesQuery = (webhookId: string, status: DeliveryStatus | null, cursor: string | null) =>
  queryOptions({
    queryKey: ['webhooks', 'deliveries', webhookId, status, cursor],
    queryFn: () =>
      admin.call('events.webhookDeliveries.list', {
        query: { webhookId, limit: 25, ...(status ? { status } : {}), ...(cursor ? { cursor } : {}) },
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.deliveries.some(isUnderWay) ? ASK_AGAIN_MS : false),
  });

export const deliveryQuery = (deliveryId: string | null) =>
  queryOptions({
    queryKey: ['webhooks', 'delivery', deliveryId],
    queryFn: async () =>
      (await admin.call('events.webhookDeliveries.get', { query: { deliveryId: deliveryId ?? '' } })).delivery,
    enabled: deliveryId !== null,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? ASK_AGAIN_MS : false),
  });

/** The first try is to come: later ones are minutes apart, and not worth asking for. */
const isUnderWay = ({ status, attempts }: Delivery): boolean => status === 'PENDING' && attempts === 0;

export const refreshWebhooks = () => queryClient.invalidateQueries({ queryKey: ['webhooks'] });
