import { type SubmissionStatus, submissionStatuses } from '@portico/domain';
import { describe, expect, it } from 'vitest';
import { firstStatus, mayMove } from './transitions.ts';

const allowed: readonly [SubmissionStatus, SubmissionStatus][] = [
  ['PENDING', 'CONFIRMED'],
  ['CONFIRMED', 'PENDING'],
  ['PAYMENT_WAITING', 'CONFIRMED'],
  ['PAYMENT_WAITING', 'PAYMENT_CANCELED'],
  ['PAYMENT_CANCELED', 'PAYMENT_WAITING'],
];

describe('a manager', () => {
  const all = submissionStatuses.flatMap((from) => submissionStatuses.map((to) => [from, to] as const));
  it.each(all)('moves %s → %s only where that is a way', (from, to) => {
    expect(mayMove(from, to)).toBe(allowed.some(([a, b]) => a === from && b === to));
  });
});

describe('the first status', () => {
  it.each([
    [{ toPay: true, startsPending: true }, 'PAYMENT_WAITING'],
    [{ toPay: false, startsPending: true }, 'PENDING'],
    [{ toPay: false, startsPending: false }, 'CONFIRMED'],
  ] as const)('of %o is %s', (about, status) => expect(firstStatus(about)).toBe(status));
});
