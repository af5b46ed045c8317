/** Portico's calls on the events of a site under /portico/v1. */
import Type from 'typebox';
import { endpoint } from './endpoint.ts';
import { webhookCalls } from './events/webhook-calls.ts';
import { DateTime, Guid } from './shared.ts';

export const eventsEndpoints = {
  ...webhookCalls,
  getActivity: endpoint({
    id: 'events.activity.get',
    slice: 'events',
    access: 'site:read',
    method: 'GET',
    path: '/portico/v1/activity',
    summary: 'Get the newest events of the current site and the number of events by day',
    query: Type.Object({
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 90 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    response: Type.Object({
      recent: Type.Array(
        Type.Object({
          id: Guid,
          type: Type.String(),
          entityId: Type.String(),
          summary: Type.Unknown(),
          occurredDate: DateTime,
        }),
      ),
      /** One entry per day, including days without events. Dates are in the site’s time zone, `YYYY-MM-DD`. */
      days: Type.Array(Type.Object({ date: Type.String(), submissions: Type.Integer(), members: Type.Integer() })),
    }),
    errors: [],
  }),
};
