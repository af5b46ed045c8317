/** The steps between a right password and a session, in their order. Pure: what a member still owes decides alone. */
import type { Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';

export type State = Output<(typeof identityEndpoints)['login']>['state'];

/** Why a member is PENDING, as `members.status_reasons` holds it. */
export type Reason = 'EMAIL_VERIFICATION' | 'MISSING_FIELDS' | 'ADMIN_APPROVAL';

/** First the address is proved, then the profile completed; the owner decides about somebody who is real and known. */
const ORDER: readonly Reason[] = ['EMAIL_VERIFICATION', 'MISSING_FIELDS', 'ADMIN_APPROVAL'];

const STATES: Readonly<Record<Reason, State>> = {
  EMAIL_VERIFICATION: 'REQUIRE_EMAIL_VERIFICATION',
  MISSING_FIELDS: 'REQUIRE_MISSING_FIELDS',
  ADMIN_APPROVAL: 'REQUIRE_OWNER_APPROVAL',
};

/** What the site asks of somebody who registers. */
export interface Policy {
  readonly requireEmailVerification: boolean;
  readonly requireOwnerApproval: boolean;
}

/** What a new member owes; the site's later changes of mind are about later members. */
export function reasonsOf(policy: Policy, missingFields: readonly string[]): Reason[] {
  return ORDER.filter(
    (reason) =>
      (reason === 'EMAIL_VERIFICATION' && policy.requireEmailVerification) ||
      (reason === 'MISSING_FIELDS' && missingFields.length > 0) ||
      (reason === 'ADMIN_APPROVAL' && policy.requireOwnerApproval),
  );
}

/** The step that is due, null when nothing is: only then may a session begin. Further factors will come after these. */
export const dueReason = (reasons: readonly string[]): Reason | null =>
  ORDER.find((reason) => reasons.includes(reason)) ?? null;

export const stateOf = (reason: Reason | null): State => (reason ? STATES[reason] : 'SUCCESS');
