import type { Db } from './db/index.ts';
import type { Log } from './kernel/log.ts';

/** Deletes expired rows. Any process may run it at any time. */
export type Sweep = (db: Db, now: Date) => Promise<unknown>;

const INTERVAL_MS = 3_600_000;
/**
 * Minimum delay before the first run, so that it does not slow down the start. A random delay of up to the same length
 * is added, so that processes that start together do not sweep together.
 */
const FIRST_DELAY_MS = 60_000;

/** Runs the sweeps about once an hour. A failed sweep is repeated in the next run. */
export function startSweeps(db: Db, log: Log, sweeps: readonly Sweep[]): { stop(): Promise<void> } {
  let running = Promise.resolve();
  const sweep = async (): Promise<void> => {
    for (const run of sweeps) {
      await run(db, new Date()).catch((error: unknown) => log.warn({ err: error }, 'a sweep failed'));
    }
  };
  const scheduleNext = (delayMs: number): NodeJS.Timeout =>
    setTimeout(() => {
      running = sweep();
      timer = scheduleNext(INTERVAL_MS);
    }, delayMs).unref();
  let timer = scheduleNext(FIRST_DELAY_MS + Math.random() * FIRST_DELAY_MS);
  return {
    async stop() {
      clearTimeout(timer);
      await running;
    },
  };
}
