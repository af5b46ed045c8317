import { eventsEndpoints as calls } from '@portico/contract/events';
import { bind, type Route } from '../http/bind.ts';
import { getActivity } from './activity/activity.ts';
import { getWebhookDelivery, listWebhookDeliveries } from './deliveries/read-deliveries.ts';
import { redeliverWebhook } from './deliveries/redeliver.ts';
import { testWebhook } from './deliveries/test-webhook.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from './webhooks/webhooks.ts';

export const eventsRoutes: Route[] = [
  bind(calls.getActivity, getActivity),
  bind(calls.createWebhook, createWebhook),
  bind(calls.listWebhooks, listWebhooks),
  bind(calls.getWebhook, getWebhook),
  bind(calls.updateWebhook, updateWebhook),
  bind(calls.deleteWebhook, deleteWebhook),
  bind(calls.rotateWebhookSecret, rotateWebhookSecret),
  bind(calls.testWebhook, testWebhook),
  bind(calls.listWebhookDeliveries, listWebhookDeliveries),
  bind(calls.getWebhookDelivery, getWebhookDelivery),
  bind(calls.redeliverWebhook, redeliverWebhook),
];
