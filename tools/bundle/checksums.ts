import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const CHECKSUMS = 'SHA256SUMS';

/**
 * Writes SHA256SUMS, which `sha256sum -c` reads, and with a key also its Ed25519 signature, SHA256SUMS.sig. Links are
 * followed, so that a link whose target was changed is noticed, too.
 */
export function writeChecksums(folder: string, key: KeyObject | null): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => statSync(file).isFile())
    .map((file) => relative(folder, file))
    .sort();
  const lines = files.map((file) => {
    const hash = createHash('sha256').update(readFileSync(join(folder, file)));
    return `${hash.digest('hex')}  ${file}\n`;
  });
  const text = lines.join('');
  writeFileSync(join(folder, CHECKSUMS), text);
  if (key) writeFileSync(join(folder, `${CHECKSUMS}.sig`), sign(null, Buffer.from(text), key));
}

/**
 * Returns the key that signs the bundle: PORTICO_BUNDLE_KEY_FILE names a PEM file with an Ed25519 private key. Null if it
 * is not set.
 * @throws Error with one sentence if the file has no such key
 */
export function readSigningKey(env: Readonly<Record<string, string | undefined>>): KeyObject | null {
  const file = env.PORTICO_BUNDLE_KEY_FILE;
  if (!file) return null;
  let key: KeyObject;
  try {
    key = createPrivateKey(readFileSync(file));
  } catch (error) {
    throw new Error(`PORTICO_BUNDLE_KEY_FILE must name a PEM file with a private key: ${(error as Error).message}.`);
  }
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error(`PORTICO_BUNDLE_KEY_FILE must name an Ed25519 key, not ${key.asymmetricKeyType}.`);
  return key;
}
