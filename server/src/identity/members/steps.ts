/** The steps of a sign-in after the password and before the session, in their order. */
import type { Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';

export type State = Output<(typeof identityEndpoints)['login']>['state'];

/** Why a member is PENDING, as stored in `members.status_reasons`. */
export type Reason = 'EMAIL_VERIFICATION' | 'MISSING_FIELDS' | 'ADMIN_APPROVAL';

/** Approval is last, so that the owner decides about a verified address and a complete profile. */
const REASON_ORDER: readonly Reason[] = ['EMAIL_VERIFICATION', 'MISSING_FIELDS', 'ADMIN_APPROVAL'];

const STATE_BY_REASON: Readonly<Record<Reason, State>> = {
  EMAIL_VERIFICATION: 'REQUIRE_EMAIL_VERIFICATION',
  MISSING_FIELDS: 'REQUIRE_MISSING_FIELDS',
  ADMIN_APPROVAL: 'REQUIRE_OWNER_APPROVAL',
};

/** The site's requirements for new members. */
export interface Policy {
  readonly requireEmailVerification: boolean;
  readonly requireOwnerApproval: boolean;
}

/** Returns the steps that a new member has to complete. Later changes of the settings apply to later members only. */
export function reasonsOf(policy: Policy, missingFields: readonly string[]): Reason[] {
  return REASON_ORDER.filter(
    (reason) =>
      (reason === 'EMAIL_VERIFICATION' && policy.requireEmailVerification) ||
      (reason === 'MISSING_FIELDS' && missingFields.length > 0) ||
      (reason === 'ADMIN_APPROVAL' && policy.requireOwnerApproval),
  );
}

/** Returns the reason for the step that is due next, or null if the member has completed all steps and may sign in. */
export const dueReasonOf = (reasons: readonly string[]): Reason | null =>
  REASON_ORDER.find((reason) => reasons.includes(reason)) ?? null;

export const stateOf = (reason: Reason | null): State => (reason ? STATE_BY_REASON[reason] : 'SUCCESS');
