import { AppError } from './app-error.ts';

/** Runs work, at most some of it at a time; the rest waits for its turn, first come first served. */
export type Lanes = <R>(work: () => Promise<R>) => Promise<R>;

/**
 * Keeps one kind of work from taking the whole machine.
 * @throws AppError SERVER_BUSY, when called with `mostWaiting` waiting already: a flood must not eat the memory
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
      // The lane passes on to who waits longest; nobody can slip in between.
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
