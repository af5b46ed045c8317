import { AppError } from './app-error.ts';

/** Runs work with a bounded concurrency; the rest waits in a first-in, first-out queue. */
export type Lanes = <R>(work: () => Promise<R>) => Promise<R>;

/**
 * Creates a semaphore that keeps one kind of work from using the whole machine.
 * @throws AppError SERVER_BUSY if `mostWaiting` calls are already queued, because a flood must not exhaust the memory
 */
export function createLanes(count: number, mostWaiting: number): Lanes {
  const waiting: (() => void)[] = [];
  let free = count;
  return async (work) => {
    if (free > 0) free -= 1;
    else if (waiting.length >= mostWaiting) throw new AppError('SERVER_BUSY');
    else await new Promise<void>((resume) => waiting.push(resume));
    try {
      return await work();
    } finally {
      // The permit passes directly to the longest-waiting call, so no newer call can take it first.
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
