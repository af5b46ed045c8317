import { hash } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { checkPassword, hashPassword, needsRehash } from './passwords.ts';

const TODAY = { algorithm: 2, memoryCost: 7_168, timeCost: 5, parallelism: 1 };
const BCRYPT = '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy';

describe('a password', () => {
  it('matches its hash in every Unicode composition, and no other password does', async () => {
    const stored = await hashPassword('café');
    expect(await checkPassword(stored, 'cafe\u0301')).toBe(true);
    expect(await checkPassword(stored, 'cafe')).toBe(false);
  });

  it('matches no missing, empty or unreadable hash', async () => {
    for (const stored of [null, undefined, '', 'nonsense', BCRYPT, '$argon2id$v=19$m=1']) {
      expect(await checkPassword(stored, 'nobody has this password')).toBe(false);
    }
  });

  it.each([0, 1, 2])('matches a hash of argon2 variant %s', async (algorithm) => {
    const stored = await hash('from elsewhere', { algorithm, memoryCost: 4_096, timeCost: 3, parallelism: 2 });
    expect(await checkPassword(stored, 'from elsewhere')).toBe(true);
    expect(await checkPassword(stored, 'from somewhere')).toBe(false);
  });
});

describe('a hash', () => {
  it('needs no update when it has the current parameters', async () => {
    expect(needsRehash(await hashPassword('x'))).toBe(false);
    expect(needsRehash(await hash('x', TODAY))).toBe(false);
  });

  it.each([
    { memoryCost: 9_216 },
    { memoryCost: 65_536 },
    { timeCost: 3 },
    { parallelism: 2 },
    { algorithm: 0 },
    { algorithm: 1 },
  ])('when it has %o', async (other) => {
    expect(needsRehash(await hash('x', { ...TODAY, ...other }))).toBe(true);
  });

  it('needs an update when it is of another kind', () => {
    expect(needsRehash(BCRYPT)).toBe(true);
    expect(needsRehash('nonsense')).toBe(true);
  });
});
