import type { Log } from '../kernel/log.ts';
import { measureQueue, type QueueRows } from './measure.ts';
import { type Poller, type PollTimes, startPoller } from './poller.ts';

/**
 * A table whose rows wait to be processed. Workers find rows by polling; a nudge only makes them poll sooner. Any
 * number of processes may work on one queue: they claim rows with leaseRows, or by deleting them.
 */
export interface Queue {
  /** Wakes the workers of this process. Call it after a row was written; inside a transaction is fine. */
  nudge(): void;
  /** Starts a worker. Errors of `work` are logged, and the next poll finds the rows again. */
  start(log: Log, work: (worker: WorkerHandle) => Promise<void>): Worker;
}

export interface Worker {
  /** Resolves when the running tasks have ended, or were aborted after STOP_MS and released for other processes. */
  stop(): Promise<void>;
}

/** What a worker passes to its function `work`: starts tasks, and tells whether the worker has been stopped. */
export interface WorkerHandle {
  readonly stopped: boolean;
  /** Tasks started with `run` that have not ended. */
  readonly running: number;
  /**
   * Runs a task beside the polling, and polls again when it ends. Its signal aborts STOP_MS after `stop`. Resolves when
   * the task has ended; a failure is logged and does not reject.
   */
  run(task: (signal: AbortSignal) => Promise<void>): Promise<void>;
}

/** Milliseconds that running tasks may take to finish when the process stops. */
const STOP_MS = 4_000;

/**
 * Creates a queue.
 * @param name name of the queue in logs and metrics, such as "mails"
 * @param rows the rows that wait, for metrics; null if the queue is not measured
 */
export function createQueue(name: string, times: PollTimes, rows: QueueRows | null): Queue {
  if (rows) measureQueue(name, rows);
  const pollers = new Set<Poller>();
  return {
    nudge() {
      for (const poller of pollers) poller.nudge();
    },
    start(log, work) {
      const tasks = new Set<Promise<void>>();
      const abort = new AbortController();
      const warn = (error: unknown): void =>
        log.warn({ err: error, queue: name }, 'Queued work failed and will be retried.');
      let stopped = false;
      const worker: WorkerHandle = {
        get stopped() {
          return stopped;
        },
        get running() {
          return tasks.size;
        },
        run(task) {
          const running: Promise<void> = task(abort.signal)
            .catch(warn)
            .finally(() => {
              tasks.delete(running);
              poller.startPass();
            });
          tasks.add(running);
          return running;
        },
      };
      const poller = startPoller(() => work(worker).catch(warn), times);
      pollers.add(poller);
      return {
        async stop() {
          stopped = true;
          pollers.delete(poller);
          await poller.stop();
          const timer = setTimeout(() => abort.abort(), STOP_MS);
          await Promise.all(tasks);
          clearTimeout(timer);
        },
      };
    },
  };
}
