/** Error codes of webhooks and their deliveries. */
export const eventsErrors = {
  WEBHOOK_NOT_FOUND: { status: 404, sentence: 'There is no such webhook.' },
  WEBHOOK_DELIVERY_NOT_FOUND: {
    status: 404,
    sentence: 'There is no such delivery. Deliveries are kept for 30 days.',
  },
  WEBHOOK_COUNT_OVER_MAX: { status: 409, sentence: 'A site has at most {most} webhooks. Delete one first.' },
  WEBHOOK_DISABLED: { status: 409, sentence: 'The webhook is disabled. Enable it first.' },
  WEBHOOK_DELIVERY_FORGOTTEN: {
    status: 409,
    sentence:
      'The data of this delivery was deleted together with the person it was about, so it cannot be sent again.',
  },
} as const;
