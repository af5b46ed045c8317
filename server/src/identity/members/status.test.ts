import { describe, expect, it } from 'vitest';
import { assertTransition, identityStatusOf, memberStatusOf, type Status } from './status.ts';

const STATUSES: readonly Status[] = ['PENDING', 'ACTIVE', 'DELETED', 'BLOCKED', 'OFFLINE'];

/**
 * Allowed transitions: from → to, in the order of STATUSES. The test repeats the table of the code, so that a mistake
 * in the code fails the test.
 */
const ALLOWED: Readonly<Record<Status, readonly [0 | 1, 0 | 1, 0 | 1, 0 | 1, 0 | 1]>> = {
  PENDING: [0, 1, 1, 1, 1],
  ACTIVE: [0, 0, 1, 1, 1],
  DELETED: [0, 0, 0, 0, 0],
  BLOCKED: [1, 1, 1, 0, 0],
  OFFLINE: [1, 1, 1, 1, 0],
};

describe('each of the 25 transitions', () => {
  const pairs = STATUSES.flatMap((from) =>
    STATUSES.map((to, index) => [from, to, ALLOWED[from][index] === 1] as const),
  );
  it.each(pairs)('%s → %s: %s', (from, to, allowed) => {
    const check = () => assertTransition(from, to);
    if (allowed) expect(check).not.toThrow();
    else {
      expect(check).toThrow(
        expect.objectContaining({ code: 'MEMBER_STATUS_TRANSITION', status: 409, data: { from, to } }),
      );
    }
  });

  it('rejects unknown statuses', () => {
    for (const from of ['', 'constructor', 'APPROVED', 'UNKNOWN'])
      expect(() => assertTransition(from, 'ACTIVE')).toThrow();
    expect(() => assertTransition('ACTIVE', 'constructor')).toThrow();
  });
});

it('maps identity statuses to member statuses and back', () => {
  expect(STATUSES.map(memberStatusOf)).toEqual(['PENDING', 'APPROVED', undefined, 'BLOCKED', 'OFFLINE']);
  for (const status of ['PENDING', 'ACTIVE', 'BLOCKED', 'OFFLINE']) {
    expect(identityStatusOf(memberStatusOf(status))).toBe(status);
  }
  expect(identityStatusOf('ACTIVE')).toBe('UNKNOWN');
});
