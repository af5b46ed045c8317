/**
 * The status of a member. The status of the identity is stored; the members API returns it under other names
 * (identity contract 6.1 and 6.2).
 *
 * | identity | member       | meaning                                   | transitions to                     |
 * |----------|--------------|-------------------------------------------|------------------------------------|
 * | PENDING  | PENDING      | a step is missing (`status_reasons`)      | ACTIVE, BLOCKED, OFFLINE, DELETED  |
 * | ACTIVE   | APPROVED     | may sign in                               | BLOCKED, OFFLINE, DELETED          |
 * | BLOCKED  | BLOCKED      | may not sign in, by decision of the site  | PENDING, ACTIVE, DELETED           |
 * | OFFLINE  | OFFLINE      | a contact, who cannot sign in             | PENDING, ACTIVE, BLOCKED, DELETED  |
 * | DELETED  | not returned | anonymised; no call finds the member      | none                               |
 *
 * BLOCKED and OFFLINE return to PENDING if steps were missing before: blocking and approving a member does not verify
 * an address. A blocked member cannot become OFFLINE, because that would lift the block unnoticed. The same status
 * again is not a transition, so repeated calls change nothing.
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

const MEMBER_STATUSES: Readonly<Record<Exclude<Status, 'DELETED'>, MemberStatus>> = {
  PENDING: 'PENDING',
  ACTIVE: 'APPROVED',
  BLOCKED: 'BLOCKED',
  OFFLINE: 'OFFLINE',
};

/** @throws AppError MEMBER_STATUS_TRANSITION with `from` and `to`, if the table does not contain the transition */
export function assertTransition(from: string, to: string): void {
  const allowed: readonly string[] = Object.hasOwn(TRANSITIONS, from) ? TRANSITIONS[from as Status] : [];
  if (!allowed.includes(to)) throw new AppError('MEMBER_STATUS_TRANSITION', { from, to });
}

/** Converts an identity status to a member status. */
export const memberStatusOf = (status: string): MemberStatus => MEMBER_STATUSES[status as keyof typeof MEMBER_STATUSES];

/**
 * Converts a member status of a filter to an identity status. A text that is no member status matches no member:
 * `ACTIVE`, which only identities have, becomes `UNKNOWN`.
 */
export const identityStatusOf = (memberStatus: string): string =>
  memberStatus === 'ACTIVE' ? 'UNKNOWN' : memberStatus === 'APPROVED' ? 'ACTIVE' : memberStatus;
