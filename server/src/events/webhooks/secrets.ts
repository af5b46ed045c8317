import { createPrivateKey, generateKeyPair, type KeyObject, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { WebhookFormat } from '@portico/domain';
import type { Vault } from '../../kernel/encryption.ts';
import type { WebhookRow } from './store.ts';

const PURPOSE = 'webhook';
const SECRET_BYTES = 32;
const MODULUS_BITS = 2_048;
/** how long a former shared secret signs beside the new one */
const OVERLAP_MS = 86_400_000;

export interface NewSecret {
  readonly sealed_secret: string;
  readonly public_key: string | null;
  /** what the owner copies to the receiver, once; null for a key pair, whose public half is no secret */
  readonly shown: string | null;
}

/**
 * What signs the deliveries of one webhook, and of it alone. Threat: with one key for all, the owner of another site (or
 * the receiver of another webhook's shared secret) could make events that this receiver takes for ours.
 */
export async function makeSecret(vault: Vault, format: WebhookFormat): Promise<NewSecret> {
  if (format === 'STANDARD') {
    const shown = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
    return { sealed_secret: vault.seal(PURPOSE, shown), public_key: null, shown };
  }
  // Off the event loop: it takes a tenth of a second and more.
  const pair = await promisify(generateKeyPair)('rsa', {
    modulusLength: MODULUS_BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return { sealed_secret: vault.seal(PURPOSE, pair.privateKey), public_key: pair.publicKey, shown: null };
}

/** What a rotation writes: a former shared secret goes on for a day, a former key pair ends at once. */
export function rotated(row: WebhookRow, { sealed_secret, public_key }: NewSecret, now: Date) {
  const overlaps = row.format === 'STANDARD' && public_key === null;
  return {
    sealed_secret,
    public_key,
    sealed_former_secret: overlaps ? row.sealed_secret : null,
    former_secret_until: overlaps ? new Date(now.getTime() + OVERLAP_MS) : null,
  };
}

/** The shared secrets that sign now, the new one first; null where the installation's secret has changed. */
export function openSharedSecrets(vault: Vault, row: WebhookRow, now: Date): string[] | null {
  const secret = vault.open(PURPOSE, row.sealed_secret);
  if (secret === null) return null;
  const overlaps = row.former_secret_until !== null && row.former_secret_until > now;
  const former = overlaps && row.sealed_former_secret ? vault.open(PURPOSE, row.sealed_former_secret) : null;
  return former === null ? [secret] : [secret, former];
}

/** The private key; null where the installation's secret has changed. */
export function openPrivateKey(vault: Vault, row: WebhookRow): KeyObject | null {
  const pem = vault.open(PURPOSE, row.sealed_secret);
  return pem === null ? null : createPrivateKey(pem);
}
