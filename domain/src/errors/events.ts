/** Error codes of webhooks and their deliveries. */
export const eventsErrors = {
  WEBHOOK_NOT_FOUND: { status: 404, sentence: 'There is no such webhook.' },
  WEBHOOK_DELIVERY_NOT_FOUND: {
    status: 404,
    sentence: 'There is no such delivery. Deliveries are kept for 30 days.',
  },
  WEBHOOK_COUNT_OVER_MAX: { status: 409, sentence: 'A site has at most {most} webhooks. Delete one first.' },
  WEBHOOK_DISABLED: { status: 409, sentence: 'The webhook is switched off. Switch it on first.' },
  WEBHOOK_DELIVERY_FORGOTTEN: {
    status: 409,
    sentence: 'What this delivery told was deleted with whom it was about: it cannot be sent again.',
  },
} as const;
