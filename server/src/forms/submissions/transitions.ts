/** Which status a submission may take from which, and who may move it there (issue "Forms", section 4). Pure. */
import type { SubmissionStatus } from '@portico/domain';

/** `manager`: the site's people, its apps and keys. `provider`: who takes the money. `time`: a sweep. */
export type Mover = 'manager' | 'provider' | 'time';

const MOVES: Readonly<Record<SubmissionStatus, Partial<Record<SubmissionStatus, readonly Mover[]>>>> = {
  PENDING: { CONFIRMED: ['manager'] },
  CONFIRMED: { PENDING: ['manager'] },
  PAYMENT_WAITING: { CONFIRMED: ['manager', 'provider'], PAYMENT_CANCELED: ['manager', 'provider', 'time'] },
  PAYMENT_CANCELED: { PAYMENT_WAITING: ['manager'] },
};

export const mayMove = (from: SubmissionStatus, to: SubmissionStatus, by: Mover): boolean =>
  MOVES[from][to]?.includes(by) ?? false;

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
