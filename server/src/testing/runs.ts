/** True under `npm run prove`: the full counts that the issues ask for. */
export const isFull = process.env.PORTICO_FULL === '1';

/** How often a counted test runs: all of it under `npm run prove`, a tenth in `npm test`. */
export const runs = (full: number): number => (isFull ? full : Math.ceil(full / 10));

/** Seed of random tests: PORTICO_SEED, or a new one; printed so that a failure can be repeated. */
export const seed = Number(process.env.PORTICO_SEED ?? Math.floor(Math.random() * 2 ** 31));
if (!process.env.PORTICO_SEED) console.log(`PORTICO_SEED=${seed}`);

/** True for all under `npm run prove`, else for one in so many, others each time: for tries too many for `npm test`. */
export function oneIn(many: number): () => boolean {
  let tries = 0;
  return () => isFull || Math.imul(++tries + seed, 2_654_435_761) >>> 0 < 2 ** 32 / many;
}
