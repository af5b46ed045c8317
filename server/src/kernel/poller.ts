/** Work that waits in the database, looked for again and again: one look at a time, soon after a nudge, else now and then. */
export interface Poller {
  /** looks as soon as it can */
  now(): void;
  /** looks after each of the nudge's delays: what it is about may be in a transaction that is still open */
  nudge(): void;
  /** no more looks; resolves when the one under way has ended */
  stop(): Promise<void>;
}

/** Begins at once. @param look must not reject */
export function startPoller(
  look: () => Promise<void>,
  { everyMs, nudgeMs }: { readonly everyMs: number; readonly nudgeMs: readonly number[] },
): Poller {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Number.POSITIVE_INFINITY;
  let looking = Promise.resolve();
  let nudges: number[] = [];

  const schedule = (delayMs: number): void => {
    const at = Date.now() + delayMs;
    if (stopped || at >= dueAt) return;
    clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(() => {
      dueAt = Number.POSITIVE_INFINITY;
      looking = looking.then(look).then(() => schedule(nudges.shift() ?? everyMs));
    }, delayMs);
  };

  schedule(0);
  return {
    now: () => schedule(0),
    nudge() {
      const [first = 0, ...later] = nudgeMs;
      nudges = later;
      schedule(first);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
