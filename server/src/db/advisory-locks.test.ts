import { expect, it } from 'vitest';
import { ADVISORY_LOCKS } from './advisory-locks.ts';

it('gives each purpose a lock of its own', () => {
  const numbers = Object.values(ADVISORY_LOCKS);
  expect(new Set(numbers).size).toBe(numbers.length);
});
