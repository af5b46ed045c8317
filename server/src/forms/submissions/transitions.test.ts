import { type SubmissionStatus, submissionStatuses } from '@portico/domain';
import { describe, expect, it } from 'vitest';
import { firstStatus, type Mover, mayMove } from './transitions.ts';

const allowed: readonly [SubmissionStatus, SubmissionStatus, readonly Mover[]][] = [
  ['PENDING', 'CONFIRMED', ['manager']],
  ['CONFIRMED', 'PENDING', ['manager']],
  ['PAYMENT_WAITING', 'CONFIRMED', ['manager', 'provider']],
  ['PAYMENT_WAITING', 'PAYMENT_CANCELED', ['manager', 'provider', 'time']],
  ['PAYMENT_CANCELED', 'PAYMENT_WAITING', ['manager']],
];

describe('a status moves', () => {
  const all = submissionStatuses.flatMap((from) => submissionStatuses.map((to) => [from, to] as const));
  it.each(all)('%s → %s by those alone who may', (from, to) => {
    const who = allowed.find(([a, b]) => a === from && b === to)?.[2] ?? [];
    for (const by of ['manager', 'provider', 'time'] as const) expect(mayMove(from, to, by)).toBe(who.includes(by));
  });
});

describe('the first status', () => {
  it.each([
    [{ toPay: true, startsPending: true }, 'PAYMENT_WAITING'],
    [{ toPay: false, startsPending: true }, 'PENDING'],
    [{ toPay: false, startsPending: false }, 'CONFIRMED'],
  ] as const)('of %o is %s', (about, status) => expect(firstStatus(about)).toBe(status));
});
