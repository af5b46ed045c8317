import { describe, expect, it } from 'vitest';
import { decrypt, encrypt } from './encryption.ts';
import { areSecretsEqual, hashSecret, isGuid, newId, newSiteSecret } from './ids.ts';
import { checkPassword, hashPassword } from './passwords.ts';

describe('encryption under the installation’s secret', () => {
  const plain = Buffer.from('a signing key');

  it('decrypts with the same secret and purpose', () => {
    expect(decrypt('secret', 'p', encrypt('secret', 'p', plain))).toEqual(plain);
    expect(encrypt('secret', 'p', plain)).not.toEqual(encrypt('secret', 'p', plain));
  });

  it('fails with another secret, another purpose, or a changed byte', () => {
    const sealed = encrypt('secret', 'p', plain);
    expect(decrypt('other', 'p', sealed)).toBeNull();
    expect(decrypt('secret', 'q', sealed)).toBeNull();
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] as number) ^ 1;
      expect(decrypt('secret', 'p', changed)).toBeNull();
    }
  });
});

describe('passwords', () => {
  it('are hashed with argon2id, 7 MiB and five passes, and verify', async () => {
    const hash = await hashPassword('correct horse');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$/);
    expect(await checkPassword(hash, 'correct horse')).toBe(true);
    expect(await checkPassword(hash, 'wrong horse')).toBe(false);
  });

  it('of an unknown account never match', async () => {
    expect(await checkPassword(undefined, 'nobody has this password')).toBe(false);
    expect(await checkPassword(null, '')).toBe(false);
  });

  it('match in every Unicode composition', async () => {
    expect(await checkPassword(await hashPassword('caf\u00e9 au lait'), 'cafe\u0301 au lait')).toBe(true);
  });

  it('of many simultaneous sign-ins are all verified', async () => {
    const hash = await hashPassword('correct horse');
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, i) => checkPassword(hash, i % 2 ? 'wrong' : 'correct horse')),
    );
    expect(results.filter(Boolean)).toHaveLength(10);
  });
});

describe('opaque secrets', () => {
  it('carry their site and are compared in full', () => {
    const secret = newSiteSecret('abc123');
    expect(secret).toMatch(/^abc123\.[\w-]{43}$/);
    expect(areSecretsEqual(secret, secret)).toBe(true);
    expect(areSecretsEqual(secret, `${secret}x`)).toBe(false);
    expect(hashSecret(secret)).toHaveLength(32);
  });

  it('are GUIDs, and only GUIDs are recognised as ids', () => {
    expect(isGuid(newId())).toBe(true);
    for (const other of ['', 'x', `${newId()}x`, newId().replace('-', '_')]) expect(isGuid(other)).toBe(false);
  });
});
