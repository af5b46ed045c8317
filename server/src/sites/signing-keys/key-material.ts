import { createPrivateKey, generateKeyPair, type KeyObject, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { Selectable } from 'kysely';
import type { SigningKeys } from '../../db/tables.gen.ts';
import { decrypt, encrypt } from '../../kernel/encryption.ts';
import type { PublicJwk } from '../../kernel/key-pairs.ts';
import type { Algorithm } from './store.ts';

export type SharedKey = { readonly algorithm: 'HS256'; readonly id: string; readonly secret: Uint8Array };
export type KeyPair = {
  readonly algorithm: 'RS256';
  readonly id: string;
  readonly privateKey: KeyObject;
  readonly publicJwk: PublicJwk;
};

const PURPOSE = 'signing-key';
/** Bits of an RS256 key: the minimum of RFC 7518, section 3.3, sufficient until 2030 (NIST SP 800-57). */
const MODULUS_BITS = 2_048;

/** Returns a new key to store, encrypted with the installation's secret. */
export async function createKey(secret: string, algorithm: Algorithm) {
  const id = `k${randomBytes(4).toString('hex')}`;
  if (algorithm === 'HS256') {
    return { id, algorithm, encrypted_secret: encrypt(secret, PURPOSE, randomBytes(32)), public_jwk: null };
  }
  // Off the event loop, because it takes a tenth of a second or more.
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: MODULUS_BITS });
  const encoded = privateKey.export({ format: 'der', type: 'pkcs8' });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: id, use: 'sig', alg: 'RS256' };
  return { id, algorithm, encrypted_secret: encrypt(secret, PURPOSE, encoded), public_jwk: JSON.stringify(jwk) };
}

/** @throws Error with one sentence if the key was encrypted with another secret */
export function openKey(secret: string, row: Selectable<SigningKeys>): SharedKey | KeyPair {
  const plain = decrypt(secret, PURPOSE, row.encrypted_secret);
  if (!plain) {
    throw new Error(
      'PORTICO_SECRET (or the file `secret` in the data folder) is not the secret with which this database was created.',
    );
  }
  if (row.algorithm === 'HS256') return { algorithm: 'HS256', id: row.id, secret: plain };
  const privateKey = createPrivateKey({ key: plain, format: 'der', type: 'pkcs8' });
  return { algorithm: 'RS256', id: row.id, privateKey, publicJwk: row.public_jwk as unknown as PublicJwk };
}
