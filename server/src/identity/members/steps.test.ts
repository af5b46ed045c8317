import { describe, expect, it } from 'vitest';
import { progressWithout } from '../sign-in/progress.ts';
import { dueReason, reasonsOf, stateOf } from './steps.ts';

const policies = [false, true].flatMap((requireEmailVerification) =>
  [false, true].map((requireOwnerApproval) => ({ requireEmailVerification, requireOwnerApproval })),
);

describe('the steps between a right password and a session', () => {
  it.each(policies)('asks a new member for what the site asks: %j', (policy) => {
    for (const missing of [[], ['firstName']]) {
      const reasons = reasonsOf(policy, missing);
      expect(reasons.includes('EMAIL_VERIFICATION')).toBe(policy.requireEmailVerification);
      expect(reasons.includes('ADMIN_APPROVAL')).toBe(policy.requireOwnerApproval);
      expect(reasons.includes('MISSING_FIELDS')).toBe(missing.length > 0);
    }
  });

  it('proves the address first, then completes the profile, then waits for the owner', () => {
    let member = { status: 'PENDING', status_reasons: ['ADMIN_APPROVAL', 'MISSING_FIELDS', 'EMAIL_VERIFICATION'] };
    const states: string[] = [];
    for (let due = dueReason(member.status_reasons); due; due = dueReason(member.status_reasons)) {
      states.push(stateOf(due));
      expect(member.status).toBe('PENDING');
      member = progressWithout(member, due);
    }
    expect(states).toEqual(['REQUIRE_EMAIL_VERIFICATION', 'REQUIRE_MISSING_FIELDS', 'REQUIRE_OWNER_APPROVAL']);
    expect(member).toEqual({ status: 'ACTIVE', status_reasons: [] });
    expect(stateOf(dueReason([]))).toBe('SUCCESS');
  });

  it('lets no step make a blocked member active', () => {
    const blocked = { status: 'BLOCKED', status_reasons: ['EMAIL_VERIFICATION'] };
    expect(progressWithout(blocked, 'EMAIL_VERIFICATION').status).toBe('BLOCKED');
  });
});
