/** The owner's webhooks: to whom the site's events are told, and what became of each telling. */
import { ALL_EVENTS, eventTypes, webhookFormats, webhookLimits } from '@portico/domain';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { DateTime, Guid } from '../shared.ts';

const orNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const WebhookFormat = Type.Enum(webhookFormats);
export const DeliveryStatus = Type.Enum(['PENDING', 'DELIVERED', 'FAILED']);

const written = {
  /** for people */
  name: Type.String({ maxLength: webhookLimits.name, pattern: '^[^\\p{Cc}]*$' }),
  /** https; http only where the installation's PORTICO_WEBHOOK_ALLOW names the host or address */
  url: Type.String({ minLength: 1, maxLength: webhookLimits.url }),
  /** names of events, or `*` for all */
  eventTypes: Type.Array(Type.Enum([ALL_EVENTS, ...eventTypes]), { minItems: 1, maxItems: 100 }),
  /** JWT: the vendor's signed envelope, as `@wix/sdk` reads it. STANDARD: Standard Webhooks */
  format: WebhookFormat,
  enabled: Type.Boolean(),
};

export const Webhook = Type.Object({
  webhookId: Guid,
  ...written,
  /** why the server itself switched it off: the receiver answered 410, or nothing got through for days */
  disabledReason: orNull(Type.Enum(['GONE', 'FAILING'])),
  /** since when nothing got through; null while it works */
  failingSince: orNull(DateTime),
  /** of JWT: what verifies, as PEM; AppStrategy's `publicKey` */
  publicKey: orNull(Type.String()),
  createdDate: DateTime,
  updatedDate: DateTime,
});

/** The shared secret (`whsec_…`) of a STANDARD webhook that was just made; never shown again. Null: it did not change. */
const Secret = orNull(Type.String());

const delivery = {
  /** `webhook-id` of all its attempts, and `id` of the event that it tells */
  deliveryId: Guid,
  webhookId: Guid,
  eventType: Type.String(),
  entityId: Type.String(),
  status: DeliveryStatus,
  attempts: Type.Integer(),
  createdDate: DateTime,
  /** of a PENDING one */
  nextAttemptDate: orNull(DateTime),
  finishedDate: orNull(DateTime),
};

export const Delivery = Type.Object(delivery);

export const DeliveryAttempt = Type.Object({
  date: DateTime,
  durationMs: Type.Integer(),
  /** null where no answer came */
  httpStatus: orNull(Type.Integer()),
  /** the first 2 kB of the answer, as text */
  answer: orNull(Type.String()),
  /** what went wrong, for people */
  error: orNull(Type.String()),
});

export const DeliveryDetails = Type.Object({
  ...delivery,
  /** null once what it told was forgotten with whom it was about */
  request: orNull(
    Type.Object({
      url: Type.String(),
      /** without signatures */
      headers: Type.Record(Type.String(), Type.String()),
      /** what is signed: the body itself (STANDARD), or the claim `data` of the token that is the body (JWT) */
      body: Type.String(),
    }),
  ),
  /** the latest, oldest first */
  attemptLog: Type.Array(DeliveryAttempt),
});

const { name, url, eventTypes: types, format, enabled } = written;
const byWebhook = Type.Object({ webhookId: Guid });
const byDelivery = Type.Object({ deliveryId: Guid });

export const webhookCalls = {
  createWebhook: endpoint({
    id: 'events.webhooks.create',
    slice: 'events',
    method: 'POST',
    path: '/portico/v1/webhooks',
    summary: 'Tell an address of the site’s events; the answer shows the secret, once',
    body: Type.Object({
      webhook: Type.Object({
        url,
        eventTypes: types,
        name: Type.Optional(name),
        /** default JWT */
        format: Type.Optional(format),
        /** default true */
        enabled: Type.Optional(enabled),
      }),
    }),
    response: Type.Object({ webhook: Webhook, secret: Secret }),
    errors: ['WEBHOOK_COUNT_OVER_MAX'],
  }),
  listWebhooks: endpoint({
    id: 'events.webhooks.list',
    slice: 'events',
    method: 'GET',
    path: '/portico/v1/webhooks',
    summary: 'All webhooks of the site, oldest first',
    response: Type.Object({ webhooks: Type.Array(Webhook) }),
    errors: [],
  }),
  getWebhook: endpoint({
    id: 'events.webhooks.get',
    slice: 'events',
    method: 'GET',
    path: '/portico/v1/webhooks/{webhookId}',
    summary: 'One webhook',
    query: byWebhook,
    response: Type.Object({ webhook: Webhook }),
    errors: ['WEBHOOK_NOT_FOUND'],
  }),
  updateWebhook: endpoint({
    id: 'events.webhooks.update',
    slice: 'events',
    method: 'PATCH',
    path: '/portico/v1/webhooks/{webhookId}',
    summary: 'Change what is named; another format makes a new secret, shown once',
    query: byWebhook,
    body: Type.Object({ webhook: Type.Partial(Type.Object(written)) }),
    response: Type.Object({ webhook: Webhook, secret: Secret }),
    errors: ['WEBHOOK_NOT_FOUND'],
  }),
  deleteWebhook: endpoint({
    id: 'events.webhooks.delete',
    slice: 'events',
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
    method: 'POST',
    path: '/portico/v1/webhooks/{webhookId}/rotate-secret',
    summary: 'A new secret (STANDARD; the old one signs beside it for a day) or key pair (JWT; at once)',
    query: byWebhook,
    response: Type.Object({ webhook: Webhook, secret: Secret }),
    errors: ['WEBHOOK_NOT_FOUND'],
  }),
  testWebhook: endpoint({
    id: 'events.webhooks.test',
    slice: 'events',
    method: 'POST',
    path: '/portico/v1/webhooks/{webhookId}/test',
    summary: 'Send an event that says nothing but that webhooks arrive; what became of it is read from the delivery',
    query: byWebhook,
    response: Type.Object({ delivery: Delivery }),
    errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_DISABLED'],
  }),
  listWebhookDeliveries: endpoint({
    id: 'events.webhookDeliveries.list',
    slice: 'events',
    method: 'GET',
    path: '/portico/v1/webhook-deliveries',
    summary: 'Deliveries of the last 30 days, newest first',
    query: Type.Object({
      webhookId: Type.Optional(Guid),
      status: Type.Optional(DeliveryStatus),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      /** `nextCursor` of the page before */
      cursor: Type.Optional(Guid),
    }),
    response: Type.Object({ deliveries: Type.Array(Delivery), nextCursor: orNull(Guid) }),
    errors: [],
  }),
  getWebhookDelivery: endpoint({
    id: 'events.webhookDeliveries.get',
    slice: 'events',
    method: 'GET',
    path: '/portico/v1/webhook-deliveries/{deliveryId}',
    summary: 'One delivery with what was sent and what came back',
    query: byDelivery,
    response: Type.Object({ delivery: DeliveryDetails }),
    errors: ['WEBHOOK_DELIVERY_NOT_FOUND'],
  }),
  redeliverWebhook: endpoint({
    id: 'events.webhookDeliveries.redeliver',
    slice: 'events',
    method: 'POST',
    path: '/portico/v1/webhook-deliveries/{deliveryId}/redeliver',
    summary: 'Send it again now, under the same id, with as many tries as a new one',
    query: byDelivery,
    response: Type.Object({ delivery: Delivery }),
    errors: ['WEBHOOK_DELIVERY_NOT_FOUND', 'WEBHOOK_DISABLED', 'WEBHOOK_DELIVERY_FORGOTTEN'],
  }),
};
