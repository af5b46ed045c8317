/** Measures the verification of access tokens in this process, without HTTP. Every call with a token includes it. */
import { randomBytes } from 'node:crypto';
import { newId } from '../../server/src/kernel/ids.ts';
import { createTokenSigner } from '../../server/src/kernel/tokens.ts';
import { computeMedian } from './table.ts';

/** Number of tokens. It must not exceed the size of the signer's cache, so that the cache can hold all of them. */
const TOKENS = 8_000;
const ROUNDS = 21;

/** Returns tokens per second of one thread, without and with the cache. */
export async function measureVerification(): Promise<{ uncached: number; cached: number }> {
  const now = new Date();
  const keys = [{ id: newId(), secret: randomBytes(32) }];
  const signer = createTokenSigner(keys);
  const [site, app] = [newId(), newId()];
  const tokens: string[] = [];
  for (let n = 0; n < TOKENS; n += 1) {
    tokens.push(await signer.sign('access', { site, kind: 'visitor', subject: newId(), app }, 14_400, now));
  }
  const verifyAll = async (): Promise<number> => {
    const startedAt = performance.now();
    for (const token of tokens) {
      if (!(await signer.verify('access', token, now))) throw new Error('A valid token was rejected.');
    }
    return (TOKENS * 1_000) / (performance.now() - startedAt);
  };
  const rates: { uncached: number[]; cached: number[] } = { uncached: [], cached: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    // Setting the keys clears the cache.
    signer.use(keys);
    rates.uncached.push(await verifyAll());
    rates.cached.push(await verifyAll());
  }
  return { uncached: computeMedian(rates.uncached), cached: computeMedian(rates.cached) };
}

export function formatVerification({ uncached, cached }: { uncached: number; cached: number }): string {
  const formatRate = (rate: number): string =>
    `${Math.round(rate).toLocaleString('en')}/s (${(1e6 / rate).toPrecision(2)} µs each)`;
  return `Verifying an access token in the process: ${formatRate(uncached)} without the cache, ${formatRate(cached)} with it.`;
}
