/** Solves the server's proof of work (ALTCHA) with the cryptography of the browser, without a library or a worker. */

interface Challenge {
  readonly parameters: {
    readonly algorithm: string;
    readonly nonce: string;
    readonly salt: string;
    /** Rounds of PBKDF2 per try. */
    readonly cost: number;
    /** Length of a key in bytes. */
    readonly keyLength: number;
    /** The start, in hexadecimal, of the key that the correct counter yields. */
    readonly keyPrefix: string;
  };
}

/** Number of keys that the browser derives in parallel, on background threads. */
const CONCURRENCY = 32;
/** Stops the search for a challenge without a solution. The server's challenges need fewer than ten thousand tries. */
const MAX_TRIES = 1_000_000;

/**
 * Finds the counter whose key begins with the prefix of the challenge, and returns the captcha token.
 * @param challenge the response of `client.account.captchaChallenge`
 * @throws an error if the challenge is of another kind, or if the page has no Web Crypto API because it lacks HTTPS
 */
export async function solveChallenge(challenge: unknown, signal: AbortSignal): Promise<string> {
  const { parameters } = challenge as Challenge;
  if (parameters.algorithm !== 'PBKDF2/SHA-256') throw new Error(`Unknown captcha: ${parameters.algorithm}.`);
  const startedAt = performance.now();
  for (let first = 0; first < MAX_TRIES; first += CONCURRENCY) {
    signal.throwIfAborted();
    const counters = Array.from({ length: CONCURRENCY }, (_, index) => first + index);
    const keys = await Promise.all(counters.map((counter) => deriveKey(parameters, counter)));
    const index = keys.findIndex((key) => key.startsWith(parameters.keyPrefix));
    if (index < 0) continue;
    const time = Math.round(performance.now() - startedAt);
    return btoa(JSON.stringify({ challenge, solution: { counter: first + index, derivedKey: keys[index], time } }));
  }
  throw new Error('The captcha has no solution.');
}

async function deriveKey({ nonce, salt, cost, keyLength }: Challenge['parameters'], counter: number): Promise<string> {
  const start = bytesOf(nonce);
  const password = new Uint8Array(start.length + 4);
  password.set(start);
  new DataView(password.buffer).setUint32(start.length, counter);
  const material = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
  const settings = { name: 'PBKDF2', hash: 'SHA-256', salt: bytesOf(salt), iterations: cost };
  return hexOf(new Uint8Array(await crypto.subtle.deriveBits(settings, material, keyLength * 8)));
}

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
