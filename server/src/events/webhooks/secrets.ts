import { createPrivateKey, generateKeyPair, type KeyObject, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { WebhookFormat } from '@portico/domain';
import type { Vault } from '../../kernel/encryption.ts';
import type { WebhookRow } from './store.ts';

const PURPOSE = 'webhook';
const SECRET_BYTES = 32;
const MODULUS_BITS = 2_048;
/** Milliseconds for which requests are signed with both the replaced shared secret and the new one. */
const OVERLAP_MS = 86_400_000;

export interface NewSecret {
  readonly sealed_secret: string;
  readonly public_key: string | null;
  /**
   * The shared secret, which is shown once so that the owner can copy it to the receiver; null for a key pair, whose
   * public half is not secret.
   */
  readonly sharedSecret: string | null;
}

/**
 * Creates the signing key of one webhook. Every webhook has a separate key. Threat: with a shared key, the owner of
 * another site (or the receiver of another webhook) could forge events for this receiver.
 */
export async function makeSecret(vault: Vault, format: WebhookFormat): Promise<NewSecret> {
  if (format === 'STANDARD') {
    const sharedSecret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
    return { sealed_secret: vault.seal(PURPOSE, sharedSecret), public_key: null, sharedSecret };
  }
  // Creating a key pair takes a tenth of a second or more, so it must not block the event loop.
  const pair = await promisify(generateKeyPair)('rsa', {
    modulusLength: MODULUS_BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return { sealed_secret: vault.seal(PURPOSE, pair.privateKey), public_key: pair.publicKey, sharedSecret: null };
}

/**
 * Returns the columns that a rotation writes. A replaced shared secret stays valid for a day, whereas a replaced key
 * pair becomes invalid immediately.
 */
export function columnsAfterRotation(row: WebhookRow, { sealed_secret, public_key }: NewSecret, now: Date) {
  const overlaps = row.format === 'STANDARD' && public_key === null;
  return {
    sealed_secret,
    public_key,
    sealed_former_secret: overlaps ? row.sealed_secret : null,
    former_secret_until: overlaps ? new Date(now.getTime() + OVERLAP_MS) : null,
  };
}

/**
 * Returns the shared secrets with which requests are currently signed, newest first. Returns null if the installation's
 * secret has changed.
 */
export function openSharedSecrets(vault: Vault, row: WebhookRow, now: Date): string[] | null {
  const secret = vault.open(PURPOSE, row.sealed_secret);
  if (secret === null) return null;
  const overlaps = row.former_secret_until !== null && row.former_secret_until > now;
  const formerSecret = overlaps && row.sealed_former_secret ? vault.open(PURPOSE, row.sealed_former_secret) : null;
  return formerSecret === null ? [secret] : [secret, formerSecret];
}

/** Returns the private key; null if the installation's secret has changed. */
export function openPrivateKey(vault: Vault, row: WebhookRow): KeyObject | null {
  const pem = vault.open(PURPOSE, row.sealed_secret);
  return pem === null ? null : createPrivateKey(pem);
}
