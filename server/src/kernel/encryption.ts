import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts with the installation's secret. Returns nonce, tag and ciphertext in one buffer. Each `purpose` has its own
 * key.
 */
export function encrypt(secret: string, purpose: string, plain: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyFor(secret, purpose), nonce);
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** Returns the plaintext; null if the secret differs or the bytes were changed. */
export function decrypt(secret: string, purpose: string, sealed: Uint8Array): Buffer | null {
  try {
    const decipher = createDecipheriv(CIPHER, keyFor(secret, purpose), sealed.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}

const keyFor = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'portico', purpose, 32));

/** Encryption and keyed hashing for the slices, which never see the secret. Each `purpose` has its own key. */
export interface Vault {
  /** Returns the encrypted text as base64. A stolen copy of the database alone does not reveal it. */
  seal(purpose: string, text: string): string;
  /** Decrypts a text; returns null if the secret differs or the text was changed. */
  open(purpose: string, sealed: string): string | null;
  /** Returns a keyed hash (HMAC-SHA-256), for secrets that are short enough to be guessed, such as six digits. */
  mac(purpose: string, text: string): Buffer;
}

export function createVault(secret: string): Vault {
  // Cached, because deriving a key costs more than using it.
  const macKeys = new Map<string, KeyObject>();
  const deriveMacKey = (purpose: string): KeyObject => {
    const key = macKeys.get(purpose) ?? createSecretKey(keyFor(secret, `mac ${purpose}`));
    macKeys.set(purpose, key);
    return key;
  };
  return {
    seal: (purpose, text) => encrypt(secret, purpose, Buffer.from(text)).toString('base64'),
    open: (purpose, sealed) => decrypt(secret, purpose, Buffer.from(sealed, 'base64'))?.toString() ?? null,
    mac: (purpose, text) => createHmac('sha256', deriveMacKey(purpose)).update(text).digest(),
  };
}
