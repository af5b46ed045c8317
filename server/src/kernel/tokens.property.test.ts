/** Compares our HS256 implementation with jose in both directions, including tampered tokens. */
import fc from 'fast-check';
import { jwtVerify, SignJWT } from 'jose';
import { expect, it } from 'vitest';
import { runs, seed } from '../testing/runs.ts';
import { createTokenSigner, type TokenClaims } from './tokens.ts';

const key = { id: 'k1', secret: new Uint8Array(32).fill(7) };
const signer = createTokenSigner([key]);

const text = fc.string({ unit: 'binary', maxLength: 30 });
const claims: fc.Arbitrary<TokenClaims> = fc.record({
  site: text,
  kind: fc.constantFrom('visitor', 'member', 'user', 'app'),
  subject: text,
  session: fc.option(text, { nil: undefined }),
  app: fc.option(text, { nil: undefined }),
  extra: fc.dictionary(
    text.filter((name) => !['site', 'kind', 'sid', 'app', 'sub', 'aud', 'iat', 'exp', '__proto__'].includes(name)),
    fc.jsonValue({ maxDepth: 2 }),
    { maxKeys: 4 },
  ),
});
const clock = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
const lifetime = fc.integer({ min: 1, max: 31_536_000 });
const makeOptions = (now: Date) => ({
  algorithms: ['HS256'],
  audience: 'access',
  currentDate: now,
  requiredClaims: ['sub', 'iat', 'exp'],
});

const copyAsJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

it('jose verifies the tokens that we sign, claim by claim', async () => {
  await fc.assert(
    fc.asyncProperty(claims, lifetime, clock, async (claims, lifetime, now) => {
      const token = await signer.sign('access', claims, lifetime, now);
      const { payload, protectedHeader } = await jwtVerify(token, key.secret, makeOptions(now));
      expect(protectedHeader).toEqual({ alg: 'HS256', kid: 'k1' });
      const iat = Math.floor(now.getTime() / 1_000);
      const { extra, session, subject, ...same } = claims;
      const expectedPayload = {
        ...extra,
        ...same,
        sid: session,
        sub: subject,
        aud: 'access',
        iat,
        exp: iat + lifetime,
      };
      expect(payload).toEqual(copyAsJson(expectedPayload));
    }),
    { numRuns: runs(2_000), seed },
  );
});

it('our verifier accepts the tokens that jose signs, with the same claims and expiry', async () => {
  await fc.assert(
    fc.asyncProperty(claims, lifetime, clock, fc.nat(40_000_000), async (claims, lifetime, now, after) => {
      const { extra, session, subject, ...same } = claims;
      const token = await new SignJWT({ ...extra, ...same, sid: session })
        .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
        .setSubject(subject)
        .setAudience('access')
        .setIssuedAt(now)
        .setExpirationTime(new Date(now.getTime() + lifetime * 1_000))
        .sign(key.secret);
      const later = new Date(now.getTime() + after * 1_000);
      const right = await jwtVerify(token, key.secret, makeOptions(later)).catch(() => null);
      const verified = await signer.verify('access', token, later);
      expect(verified !== null).toBe(right !== null);
      if (verified)
        expect(copyAsJson(verified)).toMatchObject(copyAsJson({ ...same, subject, session, extra }) as object);
    }),
    { numRuns: runs(2_000), seed },
  );
});

it('our verifier rejects every tampered token that jose rejects', async () => {
  const now = new Date('2026-01-01');
  const token = await signer.sign('access', { site: 's', kind: 'member', subject: 'm' }, 60, now);
  const at = fc.nat(token.length - 1);
  const part = fc.string({ unit: fc.constantFrom(...'.=+/-_ aZ0\n\u0000é'), minLength: 1, maxLength: 3 });
  const changed = fc.oneof(
    fc.tuple(at, part).map(([at, part]) => token.slice(0, at) + part + token.slice(at)),
    fc.tuple(at, part).map(([at, part]) => token.slice(0, at) + part + token.slice(at + part.length)),
    fc.tuple(at, at).map(([from, to]) => token.slice(0, Math.min(from, to)) + token.slice(Math.max(from, to) + 1)),
    fc.shuffledSubarray(token.split('.'), { minLength: 1 }).map((parts) => parts.join('.')),
    part.map((part) => part + token),
    part.map((part) => token + part),
  );
  await fc.assert(
    fc.asyncProperty(
      changed.filter((text) => text !== token),
      async (text) => {
        expect(await signer.verify('access', text, now)).toBeNull();
      },
    ),
    { numRuns: runs(20_000), seed },
  );
});
