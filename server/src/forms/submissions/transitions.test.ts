import { type SubmissionStatus, submissionStatuses } from '@portico/domain';
import { describe, expect, it } from 'vitest';
import { initialStatus, isAllowedTransition } from './transitions.ts';

const allowed: readonly [SubmissionStatus, SubmissionStatus][] = [
  ['PENDING', 'CONFIRMED'],
  ['CONFIRMED', 'PENDING'],
  ['PAYMENT_WAITING', 'CONFIRMED'],
  ['PAYMENT_WAITING', 'PAYMENT_CANCELED'],
  ['PAYMENT_CANCELED', 'PAYMENT_WAITING'],
];

describe('isAllowedTransition', () => {
  const all = submissionStatuses.flatMap((from) => submissionStatuses.map((to) => [from, to] as const));
  it.each(all)('allows %s → %s only if it is in the table', (from, to) => {
    expect(isAllowedTransition(from, to)).toBe(allowed.some(([a, b]) => a === from && b === to));
  });
});

describe('initialStatus', () => {
  it.each([
    [{ hasOrder: true, startsPending: true }, 'PAYMENT_WAITING'],
    [{ hasOrder: false, startsPending: true }, 'PENDING'],
    [{ hasOrder: false, startsPending: false }, 'CONFIRMED'],
  ] as const)('of %o is %s', (submission, status) => expect(initialStatus(submission)).toBe(status));
});
