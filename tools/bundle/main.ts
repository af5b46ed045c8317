/**
 * Writes a self-contained production folder: `npm run -s bundle -- DIR`. PORTICO_BUNDLE_KEY_FILE names the Ed25519
 * private key that signs its checksums.
 */
import { resolve } from 'node:path';
import { bundle } from './bundle.ts';
import { readSigningKey } from './checksums.ts';

const folder = process.argv[2];
try {
  if (!folder) throw new Error('Name the folder for the bundle: npm run -s bundle -- DIR');
  const log = { info: (text: string) => console.error(text), warn: (text: string) => console.error(text) };
  await bundle(resolve(folder), { key: readSigningKey(process.env), log });
  console.log(resolve(folder));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = folder ? 1 : 2;
}
