import type { Db } from './db/index.ts';
import type { Log } from './kernel/log.ts';

/** Deletes what no longer counts; any process may, at any time. */
export type Sweep = (db: Db, now: Date) => Promise<unknown>;

const EVERY_MS = 3_600_000;
/** not in the middle of a start, and not every process at once */
const FIRST_MS = 60_000;

/** Runs the sweeps about once an hour. One that fails is tried again the next time. */
export function startSweeps(db: Db, log: Log, sweeps: readonly Sweep[]): { stop(): Promise<void> } {
  let running = Promise.resolve();
  const sweep = async (): Promise<void> => {
    for (const run of sweeps) {
      await run(db, new Date()).catch((error: unknown) => log.warn({ err: error }, 'a sweep failed'));
    }
  };
  const next = (delayMs: number): NodeJS.Timeout =>
    setTimeout(() => {
      running = sweep();
      timer = next(EVERY_MS);
    }, delayMs).unref();
  let timer = next(FIRST_MS + Math.random() * FIRST_MS);
  return {
    async stop() {
      clearTimeout(timer);
      await running;
    },
  };
}
