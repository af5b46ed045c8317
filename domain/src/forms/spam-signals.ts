/**
 * Keys of `additionalMetadata` under which our own form sends what a robot gets wrong. A client that sends neither is
 * judged without them.
 */
export const spamSignals = {
  /** the ticket that the form was given when it was shown */
  ticket: 'porticoTicket',
  /** what stands in a field that people do not see */
  honeypot: 'porticoHoneypot',
} as const;

/** nobody fills a form in as fast as this after it was shown */
export const MIN_FILL_SECONDS = 2;
