/** The calls on webhooks and their deliveries. */
import { ALL_EVENTS, eventTypes, webhookFormats, webhookLimits } from '@portico/domain';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { DateTime, Guid, nullable } from '../shared.ts';

export const WebhookFormat = Type.Enum(webhookFormats);
export const DeliveryStatus = Type.Enum(['PENDING', 'DELIVERED', 'FAILED']);

const writableFields = {
  /** A display name. */
  name: Type.String({ maxLength: webhookLimits.name, pattern: '^[^\\p{Cc}]*$' }),
  /** An https URL. http is allowed only for hosts and addresses in the installation's PORTICO_WEBHOOK_ALLOW. */
  url: Type.String({ minLength: 1, maxLength: webhookLimits.url }),
  /** Names of events, or `*` for all. */
  eventTypes: Type.Array(Type.Enum([ALL_EVENTS, ...eventTypes]), { minItems: 1, maxItems: 100 }),
  /** JWT is the vendor's signed envelope, as `@wix/sdk` reads it. STANDARD is Standard Webhooks. */
  format: WebhookFormat,
  enabled: Type.Boolean(),
};

export const Webhook = Type.Object(
  {
    webhookId: Guid,
    ...writableFields,
    /** Why the server disabled the webhook: the receiver responded with 410, or all deliveries failed for days. */
    disabledReason: nullable(Type.Enum(['GONE', 'FAILING'])),
    /** Time since which all deliveries have failed. Null while the webhook works. */
    failingSince: nullable(DateTime),
    /** The PEM key that verifies JWT deliveries: the `publicKey` option of the vendor's AppStrategy. */
    publicKey: nullable(Type.String()),
    createdDate: DateTime,
    updatedDate: DateTime,
  },
  {
    title: 'Webhook',
    description: 'A URL to which the server sends the events of a site.',
    examples: [
      {
        webhookId: '7f3d1c9a-52e4-4b0e-9a66-2f1f5d0c8e11',
        name: 'Orders',
        url: 'https://hooks.example.org/portico',
        eventTypes: ['*'],
        format: 'STANDARD',
        enabled: true,
        disabledReason: null,
        failingSince: null,
        publicKey: null,
        createdDate: '2026-03-01T09:30:00.000Z',
        updatedDate: '2026-03-01T09:30:00.000Z',
      },
    ],
  },
);

/**
 * The shared secret (`whsec_…`) of a STANDARD webhook, returned only when the secret is created. Null if the call did
 * not create one.
 */
const Secret = nullable(Type.String());

const delivery = {
  /** The header `webhook-id` of every attempt, and the `id` of the delivered event. */
  deliveryId: Guid,
  webhookId: Guid,
  eventType: Type.String(),
  entityId: Type.String(),
  status: DeliveryStatus,
  attempts: Type.Integer(),
  createdDate: DateTime,
  /** Time of the next attempt. Set only for PENDING deliveries. */
  nextAttemptDate: nullable(DateTime),
  finishedDate: nullable(DateTime),
};

export const Delivery = Type.Object(delivery, {
  title: 'WebhookDelivery',
  description: 'The delivery of one event to one webhook.',
});

export const DeliveryAttempt = Type.Object(
  {
    date: DateTime,
    durationMs: Type.Integer(),
    /** HTTP status of the response. Null if the receiver did not respond. */
    httpStatus: nullable(Type.Integer()),
    /** The first 2 kB of the response body, as text. */
    answer: nullable(Type.String()),
    /** A human-readable description of the failure. */
    error: nullable(Type.String()),
  },
  {
    title: 'WebhookDeliveryAttempt',
    description: 'One attempt to deliver an event, and the response of the receiver.',
  },
);

export const DeliveryDetails = Type.Object(
  {
    ...delivery,
    /** The request to the receiver. Null if it was deleted together with the person whose data it contained. */
    request: nullable(
      Type.Object({
        url: Type.String(),
        /** The request headers without the signatures. */
        headers: Type.Record(Type.String(), Type.String()),
        /** The signed content: the body itself (STANDARD), or the claim `data` of the token in the body (JWT). */
        body: Type.String(),
      }),
    ),
    /** The latest attempts, oldest first. */
    attemptLog: Type.Array(DeliveryAttempt),
  },
  { title: 'WebhookDeliveryDetails', description: 'A delivery with its request and its attempts.' },
);

const { name, url, eventTypes: types, format, enabled } = writableFields;
const byWebhook = Type.Object({ webhookId: Guid });
const byDelivery = Type.Object({ deliveryId: Guid });

export const webhookCalls = {
  createWebhook: endpoint({
    id: 'events.webhooks.create',
    slice: 'events',
    access: 'site:manage',
    method: 'POST',
    path: '/portico/v1/webhooks',
    summary: 'Create a webhook; only this response contains its secret',
    body: Type.Object({
      webhook: Type.Object({
        url,
        eventTypes: types,
        name: Type.Optional(name),
        /** The default is JWT. */
        format: Type.Optional(format),
        /** The default is true. */
        enabled: Type.Optional(enabled),
      }),
    }),
    response: Type.Object({ webhook: Webhook, secret: Secret }),
    errors: ['WEBHOOK_COUNT_OVER_MAX'],
  }),
  listWebhooks: endpoint({
    id: 'events.webhooks.list',
    slice: 'events',
    access: 'site:manage',
    method: 'GET',
    path: '/portico/v1/webhooks',
    summary: 'List the webhooks of the site, oldest first',
    response: Type.Object({ webhooks: Type.Array(Webhook) }),
    errors: [],
  }),
  getWebhook: endpoint({
    id: 'events.webhooks.get',
    slice: 'events',
    access: 'site:manage',
    method: 'GET',
    path: '/portico/v1/webhooks/{webhookId}',
    summary: 'Get a webhook',
    query: byWebhook,
    response: Type.Object({ webhook: Webhook }),
    errors: ['WEBHOOK_NOT_FOUND'],
  }),
  updateWebhook: endpoint({
    id: 'events.webhooks.update',
    slice: 'events',
    access: 'site:manage',
    method: 'PATCH',
    path: '/portico/v1/webhooks/{webhookId}',
    summary: 'Change the properties in the request; a new format creates a new secret, which is returned only once',
    query: byWebhook,
    body: Type.Object({ webhook: Type.Partial(Type.Object(writableFields)) }),
    response: Type.Object({ webhook: Webhook, secret: Secret }),
    errors: ['WEBHOOK_NOT_FOUND'],
  }),
  deleteWebhook: endpoint({
    id: 'events.webhooks.delete',
    slice: 'events',
    access: 'site:manage',
    method: 'DELETE',
    path: '/portico/v1/webhooks/{webhookId}',
    summary: 'Delete a webhook with its deliveries',
    query: byWebhook,
    response: Type.Object({}),
    errors: ['WEBHOOK_NOT_FOUND'],
  }),
  rotateWebhookSecret: endpoint({
    id: 'events.webhooks.rotateSecret',
    slice: 'events',
    access: 'site:manage',
    method: 'POST',
    path: '/portico/v1/webhooks/{webhookId}/rotate-secret',
    summary: 'Rotate the secret (STANDARD: the old one also signs for a day) or the key pair (JWT: immediately)',
    query: byWebhook,
    response: Type.Object({ webhook: Webhook, secret: Secret }),
    errors: ['WEBHOOK_NOT_FOUND'],
  }),
  testWebhook: endpoint({
    id: 'events.webhooks.test',
    slice: 'events',
    access: 'site:manage',
    method: 'POST',
    path: '/portico/v1/webhooks/{webhookId}/test',
    summary: 'Send a test event without data; the delivery shows the result',
    query: byWebhook,
    response: Type.Object({ delivery: Delivery }),
    errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_DISABLED'],
  }),
  listWebhookDeliveries: endpoint({
    id: 'events.webhookDeliveries.list',
    slice: 'events',
    access: 'site:manage',
    method: 'GET',
    path: '/portico/v1/webhook-deliveries',
    summary: 'List deliveries of the last 30 days, newest first',
    query: Type.Object({
      webhookId: Type.Optional(Guid),
      status: Type.Optional(DeliveryStatus),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      /** The `nextCursor` of the previous page. */
      cursor: Type.Optional(Guid),
    }),
    response: Type.Object({ deliveries: Type.Array(Delivery), nextCursor: nullable(Guid) }),
    errors: [],
  }),
  getWebhookDelivery: endpoint({
    id: 'events.webhookDeliveries.get',
    slice: 'events',
    access: 'site:manage',
    method: 'GET',
    path: '/portico/v1/webhook-deliveries/{deliveryId}',
    summary: 'Get a delivery with its request and responses',
    query: byDelivery,
    response: Type.Object({ delivery: DeliveryDetails }),
    errors: ['WEBHOOK_DELIVERY_NOT_FOUND'],
  }),
  redeliverWebhook: endpoint({
    id: 'events.webhookDeliveries.redeliver',
    slice: 'events',
    access: 'site:manage',
    method: 'POST',
    path: '/portico/v1/webhook-deliveries/{deliveryId}/redeliver',
    summary: 'Redeliver now, with the same id and the attempts of a new delivery',
    query: byDelivery,
    response: Type.Object({ delivery: Delivery }),
    errors: ['WEBHOOK_DELIVERY_NOT_FOUND', 'WEBHOOK_DISABLED', 'WEBHOOK_DELIVERY_FORGOTTEN'],
  }),
};
