import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { createSlowDatabase } from '../../testing/slow-database.ts';
import { createSigningKeyRing, type SigningKeyRing } from './signing-keys.ts';

const SECRET = 'test secret of more than thirty-two characters';
const claims = { site: 's', kind: 'visitor', subject: 'v' } as const;

let t: TestServer;
let ring: SigningKeyRing;
beforeAll(async () => {
  t = await testServer();
  ring = await createSigningKeyRing(t.db, SECRET);
});
afterAll(async () => {
  ring.stop();
  await t.stop();
});

const sign = (by: SigningKeyRing['tokenSigner'] = ring.tokenSigner) => by.sign('access', claims, 3_600, new Date());
const isValidToken = async (token: string, by: SigningKeyRing['tokenSigner'] = ring.tokenSigner) =>
  (await by.verify('access', token, new Date())) !== null;
const keyIdOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[0] as string, 'base64url').toString()).kid;

describe('rotation', () => {
  it('signs with a new key and keeps the old one’s tokens valid, also in another process', async () => {
    const before = await sign();
    const [newKey] = await ring.rotate();
    const after = await sign();
    expect(keyIdOf(after)).toBe(newKey);
    expect(keyIdOf(after)).not.toBe(keyIdOf(before));
    for (const token of [before, after]) {
      expect(await isValidToken(token)).toBe(true);
      expect(await isValidToken(token, t.ctx.env.tokenSigner)).toBe(true);
    }
    await expect.poll(async () => keyIdOf(await sign(t.ctx.env.tokenSigner))).toBe(newKey);
  });

  it('verifies with the old key until all its tokens have expired, a year for a visitor’s refresh token', async () => {
    const keys = await ring.list();
    const old = keys.filter((key) => key.algorithm === 'HS256' && key.retired !== null);
    expect(keys.filter((key) => key.algorithm === 'HS256' && key.retired === null)).toHaveLength(1);
    for (const { retired } of old) {
      expect((Date.parse(retired ?? '') - Date.now()) / 86_400_000).toBeGreaterThan(364.9);
    }
  });

  it('rotates key pairs too, once there is one, and keeps the old public key published', async () => {
    const before = await ring.keyPairs.sign({ sub: 'x' }, 600, new Date());
    await ring.rotate();
    const after = await ring.keyPairs.sign({ sub: 'x' }, 600, new Date());
    const keys = createLocalJWKSet({ keys: [...(await ring.keyPairs.publicKeys())] });
    for (const token of [before, after]) expect((await jwtVerify(token, keys)).payload.sub).toBe('x');
    expect(keyIdOf(before)).not.toBe(keyIdOf(after));
  });

  it('leaves one signing key after ten concurrent rotations', async () => {
    await Promise.all(Array.from({ length: 10 }, () => ring.rotate()));
    expect((await ring.list()).filter((key) => key.algorithm === 'HS256' && key.retired === null)).toHaveLength(1);
  });
});

describe('a stolen key', () => {
  it('that is retired now no longer verifies, even for cached tokens; another key signs', async () => {
    const stolen = await sign();
    expect(await isValidToken(stolen)).toBe(true);
    expect(await isValidToken(stolen, t.ctx.env.tokenSigner)).toBe(true);
    expect(await ring.retire(keyIdOf(stolen))).toBe(true);
    expect(await isValidToken(stolen)).toBe(false);
    await expect.poll(() => isValidToken(stolen, t.ctx.env.tokenSigner)).toBe(false);
    const next = await sign();
    expect(keyIdOf(next)).not.toBe(keyIdOf(stolen));
    expect(await isValidToken(next, t.ctx.env.tokenSigner)).toBe(true);
    expect(await ring.retire(keyIdOf(stolen))).toBe(false);
    expect(await ring.retire('no such key')).toBe(false);
  });

  it('of a pair is no longer published', async () => {
    const id = keyIdOf(await ring.keyPairs.sign({}, 600, new Date()));
    await ring.retire(id);
    const ids = (await ring.keyPairs.publicKeys()).map((key) => key.kid);
    expect(ids).not.toContain(id);
    expect(ids.length).toBeGreaterThan(0);
  });
});

describe('an unknown key id', () => {
  it('causes one query, also 200 made-up ids together', async () => {
    const { db, release, queries } = createSlowDatabase(t.db);
    release();
    const late = await createSigningKeyRing(db, SECRET);
    // Simulates a lost notice.
    late.stop();
    await ring.rotate();
    const token = await sign();
    const before = queries();
    expect(await isValidToken(token, late.tokenSigner)).toBe(true);
    expect(queries() - before).toBe(1);
    const unknownKeyToken = token.replace(/^[^.]+/, Buffer.from('{"alg":"HS256","kid":"k2"}').toString('base64url'));
    const results = await Promise.all(
      Array.from({ length: 200 }, (_, n) => isValidToken(`${unknownKeyToken}${n}`, late.tokenSigner)),
    );
    expect(new Set(results)).toEqual(new Set([false]));
    expect(queries() - before).toBe(2);
  });
});

describe('stored keys', () => {
  it('cannot be used with another secret, which is rejected with a sentence', async () => {
    await expect(createSigningKeyRing(t.db, 'another secret of more than thirty-two signs')).rejects.toThrow(
      'PORTICO_SECRET (or the file `secret` in the data folder) is not the secret with which this database was created.',
    );
  });

  it('can all be retired by hand, and a start creates a new one', async () => {
    await t.db
      .updateTable('signing_keys')
      .set({ retired_at: new Date(0) })
      .execute();
    const fresh = await createSigningKeyRing(t.db, SECRET);
    expect(await isValidToken(await sign(fresh.tokenSigner), fresh.tokenSigner)).toBe(true);
    fresh.stop();
  });
});
