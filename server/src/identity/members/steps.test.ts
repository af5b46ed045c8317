import { describe, expect, it } from 'vitest';
import { computeProgress } from '../sign-in/progress.ts';
import { dueReasonOf, reasonsOf, stateOf } from './steps.ts';

const policies = [false, true].flatMap((requireEmailVerification) =>
  [false, true].map((requireOwnerApproval) => ({ requireEmailVerification, requireOwnerApproval })),
);

describe('the steps of a sign-in', () => {
  it.each(policies)('are those that the site requires: %j', (policy) => {
    for (const missing of [[], ['firstName']]) {
      const reasons = reasonsOf(policy, missing);
      expect(reasons.includes('EMAIL_VERIFICATION')).toBe(policy.requireEmailVerification);
      expect(reasons.includes('ADMIN_APPROVAL')).toBe(policy.requireOwnerApproval);
      expect(reasons.includes('MISSING_FIELDS')).toBe(missing.length > 0);
    }
  });

  it('are verification, then missing fields, then approval', () => {
    let member = { status: 'PENDING', status_reasons: ['ADMIN_APPROVAL', 'MISSING_FIELDS', 'EMAIL_VERIFICATION'] };
    const states: string[] = [];
    for (let due = dueReasonOf(member.status_reasons); due; due = dueReasonOf(member.status_reasons)) {
      states.push(stateOf(due));
      expect(member.status).toBe('PENDING');
      member = computeProgress(member, due);
    }
    expect(states).toEqual(['REQUIRE_EMAIL_VERIFICATION', 'REQUIRE_MISSING_FIELDS', 'REQUIRE_OWNER_APPROVAL']);
    expect(member).toEqual({ status: 'ACTIVE', status_reasons: [] });
    expect(stateOf(dueReasonOf([]))).toBe('SUCCESS');
  });

  it('do not activate a blocked member', () => {
    const blocked = { status: 'BLOCKED', status_reasons: ['EMAIL_VERIFICATION'] };
    expect(computeProgress(blocked, 'EMAIL_VERIFICATION').status).toBe('BLOCKED');
  });
});
