/** Which status a submission may take from which (issue "Forms", section 4). Pure. */
import type { SubmissionStatus } from '@portico/domain';

const MOVES: Readonly<Record<SubmissionStatus, readonly SubmissionStatus[]>> = {
  PENDING: ['CONFIRMED'],
  CONFIRMED: ['PENDING'],
  PAYMENT_WAITING: ['CONFIRMED', 'PAYMENT_CANCELED'],
  PAYMENT_CANCELED: ['PAYMENT_WAITING'],
};

/** Whether the site's people, its apps and keys may move it so. */
export const mayMove = (from: SubmissionStatus, to: SubmissionStatus): boolean => MOVES[from].includes(to);

/** hours after which what nobody paid is given up */
export const PAYMENT_HOURS = 24;

/**
 * The first status: an amount to pay has to be paid; what the creating app asks for or the form's owner has decided
 * waits to be confirmed; the rest is confirmed.
 */
export function firstStatus(about: { readonly toPay: boolean; readonly startsPending: boolean }): SubmissionStatus {
  if (about.toPay) return 'PAYMENT_WAITING';
  return about.startsPending ? 'PENDING' : 'CONFIRMED';
}
