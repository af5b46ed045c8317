/** Checking access tokens in this process, without HTTP around it: what every call with a token pays. */
import { randomBytes } from 'node:crypto';
import { newId } from '../../server/src/kernel/ids.ts';
import { createTokenSigner } from '../../server/src/kernel/tokens.ts';
import { median } from './table.ts';

/** no more than the signer remembers */
const TOKENS = 8_000;
const ROUNDS = 21;

/** Tokens a second of one thread: never seen before, and remembered. */
export async function measureVerification(): Promise<{ fresh: number; remembered: number }> {
  const now = new Date();
  const keys = [{ id: newId(), secret: randomBytes(32) }];
  const signer = createTokenSigner(keys);
  const [site, app] = [newId(), newId()];
  const tokens: string[] = [];
  for (let n = 0; n < TOKENS; n += 1) {
    tokens.push(await signer.sign('access', { site, kind: 'visitor', subject: newId(), app }, 14_400, now));
  }
  const verifyAll = async (): Promise<number> => {
    const began = performance.now();
    for (const token of tokens) {
      if (!(await signer.verify('access', token, now))) throw new Error('A good token was refused.');
    }
    return (TOKENS * 1_000) / (performance.now() - began);
  };
  const rates: { fresh: number[]; remembered: number[] } = { fresh: [], remembered: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    // Given its keys anew it forgets what it has verified.
    signer.use(keys);
    rates.fresh.push(await verifyAll());
    rates.remembered.push(await verifyAll());
  }
  return { fresh: median(rates.fresh), remembered: median(rates.remembered) };
}

export function verificationText({ fresh, remembered }: { fresh: number; remembered: number }): string {
  const each = (rate: number): string =>
    `${Math.round(rate).toLocaleString('en')}/s (${(1e6 / rate).toPrecision(2)} µs each)`;
  return `Verifying an access token in the process: ${each(fresh)} never seen before, ${each(remembered)} remembered.`;
}
