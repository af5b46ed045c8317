import { base64url } from './base64url.ts';

/** Returns a unique id. It is not a secret: without Web Crypto, as in React Native, it can be guessed. */
export function randomId(): string {
  if (typeof globalThis.crypto?.randomUUID === 'function') return crypto.randomUUID();
  return base64url(Uint8Array.from({ length: 24 }, () => Math.floor(Math.random() * 256)));
}
