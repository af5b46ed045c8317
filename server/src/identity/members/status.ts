/**
 * Where a member stands. The identity's status is what is stored; the members API shows it under names of its own
 * (identity contract 6.1 and 6.2).
 *
 * | identity | member       | who                                       | may go to                          |
 * |----------|--------------|-------------------------------------------|------------------------------------|
 * | PENDING  | PENDING      | still owes a step (`status_reasons`)      | ACTIVE, BLOCKED, OFFLINE, DELETED  |
 * | ACTIVE   | APPROVED     | may sign in                               | BLOCKED, OFFLINE, DELETED          |
 * | BLOCKED  | BLOCKED      | kept out by the site                      | PENDING, ACTIVE, DELETED           |
 * | OFFLINE  | OFFLINE      | a mere contact, who does not sign in      | PENDING, ACTIVE, BLOCKED, DELETED  |
 * | DELETED  | is not shown | anonymised; found by no call              | nowhere                            |
 *
 * BLOCKED and OFFLINE lead back to PENDING where steps were owed before: being blocked and let in again does not prove
 * an address. A blocked member cannot go OFFLINE, which would lift the block without anybody saying so. Staying is no
 * transition: a call that is repeated changes nothing. Pure.
 */
import { AppError } from '../../kernel/app-error.ts';

export type Status = 'PENDING' | 'ACTIVE' | 'BLOCKED' | 'OFFLINE' | 'DELETED';
export type MemberStatus = 'PENDING' | 'APPROVED' | 'BLOCKED' | 'OFFLINE';

const TRANSITIONS: Readonly<Record<Status, readonly Status[]>> = {
  PENDING: ['ACTIVE', 'BLOCKED', 'OFFLINE', 'DELETED'],
  ACTIVE: ['BLOCKED', 'OFFLINE', 'DELETED'],
  BLOCKED: ['PENDING', 'ACTIVE', 'DELETED'],
  OFFLINE: ['PENDING', 'ACTIVE', 'BLOCKED', 'DELETED'],
  DELETED: [],
};

const SHOWN: Readonly<Record<Exclude<Status, 'DELETED'>, MemberStatus>> = {
  PENDING: 'PENDING',
  ACTIVE: 'APPROVED',
  BLOCKED: 'BLOCKED',
  OFFLINE: 'OFFLINE',
};

/** @throws AppError MEMBER_STATUS_TRANSITION with `from` and `to`, for every pair that the table does not name */
export function assertTransition(from: string, to: string): void {
  const allowed: readonly string[] = Object.hasOwn(TRANSITIONS, from) ? TRANSITIONS[from as Status] : [];
  if (!allowed.includes(to)) throw new AppError('MEMBER_STATUS_TRANSITION', { from, to });
}

/** Identity status → member status. */
export const memberStatusOf = (status: string): MemberStatus => SHOWN[status as keyof typeof SHOWN];

/** Member status, as filters name it → identity status; a name that members do not have stays, and fits nobody. */
export const identityStatusOf = (shown: string): string =>
  shown === 'ACTIVE' ? 'UNKNOWN' : shown === 'APPROVED' ? 'ACTIVE' : shown;
