/** Looks for work in the database in passes, periodically and soon after a nudge. One pass runs at a time. */
export interface Poller {
  /** Starts a pass as soon as possible. */
  startPass(): void;
  /**
   * Starts a pass after each delay in `nudgeMs`. One pass is not enough, because the transaction that inserts the row
   * may still be open.
   */
  nudge(): void;
  /** Stops polling. Resolves when the current pass has ended. */
  stop(): Promise<void>;
}

export interface PollTimes {
  /** Milliseconds between passes. Polling finds rows that other processes wrote, and rows whose nudge was lost. */
  readonly pollMs: number;
  /** Milliseconds to wait before each pass that a nudge starts. */
  readonly nudgeMs: readonly number[];
}

/**
 * Starts polling; the first pass runs at once.
 * @param pass must not reject
 */
export function startPoller(pass: () => Promise<void>, { pollMs, nudgeMs }: PollTimes): Poller {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Number.POSITIVE_INFINITY;
  let running = Promise.resolve();
  let pending: number[] = [];

  const schedule = (delayMs: number): void => {
    const runAt = Date.now() + delayMs;
    if (stopped || runAt >= dueAt) return;
    clearTimeout(timer);
    dueAt = runAt;
    timer = setTimeout(() => {
      dueAt = Number.POSITIVE_INFINITY;
      running = running.then(pass).then(() => schedule(pending.shift() ?? pollMs));
    }, delayMs);
  };

  schedule(0);
  return {
    startPass: () => schedule(0),
    nudge() {
      const [first = 0, ...later] = nudgeMs;
      pending = later;
      schedule(first);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
