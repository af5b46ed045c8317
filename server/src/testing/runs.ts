/** True under `npm run prove`, which runs repeated and random tests in full. */
export const isFull = process.env.PORTICO_FULL === '1';

/** Returns how often a repeated test runs: `full` times under `npm run prove`, a tenth of that under `npm test`. */
export const runs = (full: number): number => (isFull ? full : Math.ceil(full / 10));

/** Seed of random tests: PORTICO_SEED, or a random one. It is printed so that a failure can be reproduced. */
export const seed = Number(process.env.PORTICO_SEED ?? Math.floor(Math.random() * 2 ** 31));
if (!process.env.PORTICO_SEED) console.log(`PORTICO_SEED=${seed}`);

/**
 * Returns a function that decides whether a test case runs: always under `npm run prove`, otherwise for one in `many`
 * cases, chosen by the seed.
 */
export function oneIn(many: number): () => boolean {
  let count = 0;
  return () => isFull || Math.imul(++count + seed, 2_654_435_761) >>> 0 < 2 ** 32 / many;
}
