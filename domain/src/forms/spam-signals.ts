/**
 * Keys of `additionalMetadata` under which Portico's form component sends signals that reveal robots. Other
 * clients omit them, and the spam filter then relies on the rest of the submission.
 */
export const spamSignals = {
  /** The ticket that the form received when it was shown. */
  ticket: 'porticoTicket',
  /** The value of a field that is hidden from people. */
  honeypot: 'porticoHoneypot',
} as const;

/** Minimum number of seconds that a person needs to fill in a form. */
export const MIN_FILL_SECONDS = 2;
