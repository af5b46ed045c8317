import { AppError } from './app-error.ts';

/** Runs work when a permit is free; until then it waits in a first-in, first-out queue. */
export type Semaphore = <R>(work: () => Promise<R>) => Promise<R>;

/**
 * Creates a semaphore that prevents one kind of work from using the whole machine.
 * @throws AppError SERVER_BUSY if `maxWaiting` calls are already queued, because a flood must not exhaust the memory
 */
export function createSemaphore(permits: number, maxWaiting: number): Semaphore {
  const waiting: (() => void)[] = [];
  let free = permits;
  return async (work) => {
    if (free > 0) free -= 1;
    else if (waiting.length >= maxWaiting) throw new AppError('SERVER_BUSY');
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
