import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createTokenSigner, MAX_LIFETIME_SECONDS, type TokenClaims } from './tokens.ts';

const now = new Date('2026-01-01T00:00:00Z');
const key = { id: 'k1', secret: new Uint8Array(32).fill(1) };
const older = { id: 'k0', secret: new Uint8Array(32).fill(2) };
const claims: TokenClaims = {
  site: 's1',
  kind: 'member',
  subject: 'm1',
  session: 'x1',
  app: 'a1',
  extra: { note: 'n' },
};
const signer = createTokenSigner([key, older]);

const encodePart = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const forge = (header: object, payload: object, secret: Uint8Array | string): string => {
  const text = `${encodePart(header)}.${encodePart(payload)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
};
const payload = { site: 's1', kind: 'member', sub: 'm1', aud: 'access', iat: 1_767_225_600, exp: 1_767_229_200 };

describe('a signed token', () => {
  it('carries its claims', async () => {
    const token = await signer.sign('access', claims, 60, now);
    expect(await signer.verify('access', token, now)).toEqual({
      ...claims,
      issuedAt: now,
      expiresAt: new Date(now.getTime() + 60_000),
    });
  });

  it('verifies with an older key, so that keys rotate with overlap', async () => {
    const token = await createTokenSigner([older]).sign('access', claims, 60, now);
    expect((await signer.verify('access', token, now))?.subject).toBe('m1');
  });

  it('holds no comma, so that it fits the token,key pair', async () => {
    expect(await signer.sign('access', claims, 60, now)).not.toContain(',');
  });

  it('cannot be overridden by extra claims', async () => {
    const token = await signer.sign(
      'access',
      { ...claims, extra: { site: 'other', kind: 'user', sub: 'root' } },
      60,
      now,
    );
    expect(await signer.verify('access', token, now)).toMatchObject({ site: 's1', kind: 'member', subject: 'm1' });
  });
});

describe('keys that change at run time', () => {
  it('signs with the new key, verifies with the old one, and rejects a cached token of a removed key', async () => {
    const swappableSigner = createTokenSigner([older]);
    const token = await swappableSigner.sign('access', claims, 60, now);
    swappableSigner.use([key, older]);
    expect(await swappableSigner.verify('access', token, now)).not.toBeNull();
    expect(await signer.verify('access', await swappableSigner.sign('access', claims, 60, now), now)).not.toBeNull();
    swappableSigner.use([key]);
    expect(await swappableSigner.verify('access', token, now)).toBeNull();
  });

  it('reloads the keys for an unknown key id, but not for a malformed token', async () => {
    let reloads = 0;
    const outdatedSigner = createTokenSigner([older], async () => {
      reloads += 1;
      outdatedSigner.use([key, older]);
    });
    expect(
      await outdatedSigner.verify('access', forge({ kid: 'k1', alg: 'HS256' }, payload, key.secret), now),
    ).toBeNull();
    expect(await outdatedSigner.verify('access', 'a.b.c', now)).toBeNull();
    expect(await outdatedSigner.verify('access', '', now)).toBeNull();
    expect(reloads).toBe(0);
    const token = await signer.sign('access', claims, 60, now);
    expect((await outdatedSigner.verify('access', token, now))?.subject).toBe('m1');
    expect(reloads).toBe(1);
  });

  it('requires at least one key', () => {
    expect(() => createTokenSigner([])).toThrow('at least one key');
  });

  it('rejects a lifetime longer than the overlap of keys', async () => {
    await expect(signer.sign('access', claims, MAX_LIFETIME_SECONDS + 1, now)).rejects.toThrow('must not exceed');
  });
});

describe('verification rejects a token', () => {
  it('after its expiry', async () => {
    const token = await signer.sign('access', claims, 60, now);
    expect(await signer.verify('access', token, new Date(now.getTime() + 61_000))).toBeNull();
  });

  it('after its expiry, even if it was cached as valid', async () => {
    const token = await signer.sign('access', claims, 60, now);
    expect(await signer.verify('access', token, now)).not.toBeNull();
    expect(await signer.verify('access', token, new Date(now.getTime() + 60_000))).toBeNull();
    expect(await signer.verify('redirect', token, now)).toBeNull();
  });

  it('for another purpose', async () => {
    const token = await signer.sign('visitor-refresh', claims, 60, now);
    expect(await signer.verify('access', token, now)).toBeNull();
  });

  it.each([
    ['algorithm none', `${encodePart({ alg: 'none', kid: 'k1' })}.${encodePart(payload)}.`],
    ['another algorithm under the same key', forge({ alg: 'HS512', kid: 'k1' }, payload, key.secret)],
    ['a key id of its own', forge({ alg: 'HS256', kid: 'evil' }, payload, 'evil')],
    ['a key id that is a path', forge({ alg: 'HS256', kid: '../../dev/null' }, payload, '')],
    ['a key id of the prototype', forge({ alg: 'HS256', kid: '__proto__' }, payload, '')],
    [
      'an embedded key',
      forge({ alg: 'HS256', jwk: { kty: 'oct', k: 'AAAA' } }, payload, Buffer.from('AAAA', 'base64url')),
    ],
    ['a wrong signature', forge({ alg: 'HS256', kid: 'k1' }, payload, older.secret)],
    ['no expiry', forge({ alg: 'HS256', kid: 'k1' }, { ...payload, exp: undefined }, key.secret)],
    ['nonsense', 'a.b.c'],
    ['nothing', ''],
  ])('%s', async (_, token) => {
    expect(await signer.verify('access', token, now)).toBeNull();
  });

  it('with a changed claim', async () => {
    const [header, body, signature] = (await signer.sign('access', claims, 60, now)).split('.') as [
      string,
      string,
      string,
    ];
    const changed = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), sub: 'somebody else' };
    expect(await signer.verify('access', `${header}.${encodePart(changed)}.${signature}`, now)).toBeNull();
  });
});
