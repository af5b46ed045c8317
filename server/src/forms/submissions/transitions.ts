/** The statuses of a submission and the transitions between them. */
import type { SubmissionStatus } from '@portico/domain';

const TRANSITIONS: Readonly<Record<SubmissionStatus, readonly SubmissionStatus[]>> = {
  PENDING: ['CONFIRMED'],
  CONFIRMED: ['PENDING'],
  PAYMENT_WAITING: ['CONFIRMED', 'PAYMENT_CANCELED'],
  PAYMENT_CANCELED: ['PAYMENT_WAITING'],
};

/** Returns true if callers who manage submissions may change the status in this way. */
export const isAllowedTransition = (from: SubmissionStatus, to: SubmissionStatus): boolean =>
  TRANSITIONS[from].includes(to);

/** The sweep cancels submissions whose payment has been due for longer than this. */
export const PAYMENT_DEADLINE_HOURS = 24;

/**
 * Returns the status of a new submission.
 * @param startsPending true if the caller or the form's owner wants to confirm the submission first
 */
export function initialStatus({
  hasOrder,
  startsPending,
}: {
  readonly hasOrder: boolean;
  readonly startsPending: boolean;
}): SubmissionStatus {
  if (hasOrder) return 'PAYMENT_WAITING';
  return startsPending ? 'PENDING' : 'CONFIRMED';
}
