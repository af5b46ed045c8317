import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { HashJob, HashOutcome } from './hash-thread.ts';
import { createSemaphore } from './semaphore.ts';

/** Duration of the pause after a job while the event loop is fully busy, as a multiple of the job's duration. */
const PAUSE_FACTOR = 2;
/**
 * Milliseconds after which an idle thread stops. It holds about 14 MB, and starting it again takes a tenth of a second.
 */
const IDLE_TIMEOUT_MS = 15_000;

interface IdleThread {
  readonly thread: Worker;
  readonly stopTimer: NodeJS.Timeout;
}

/**
 * Runs hashing jobs on at most `maxThreads` worker threads, which are started on demand and stopped when idle. (libuv's
 * threads are not used, because files, DNS and ciphers wait for them and their priority cannot be lowered.) While the
 * event loop is busy, a thread pauses after each job, for up to two thirds of the time, because a low priority alone
 * does not stop the threads from filling a core that the database or the event loop needs.
 * @throws AppError SERVER_BUSY when `maxWaiting` jobs are already queued
 */
export function createHashThreads(maxThreads: number, maxWaiting: number): (job: HashJob) => Promise<string | boolean> {
  const withPermit = createSemaphore(maxThreads, maxWaiting);
  const idle: IdleThread[] = [];
  const take = (): Worker | undefined => {
    const last = idle.pop();
    clearTimeout(last?.stopTimer);
    return last?.thread;
  };
  const returnToPool = (thread: Worker): void => {
    const stopTimer = setTimeout(() => {
      idle.splice(
        idle.findIndex((other) => other.thread === thread),
        1,
      );
      void thread.terminate();
    }, IDLE_TIMEOUT_MS).unref();
    idle.push({ thread, stopTimer });
  };
  return (job) => {
    const { promise, resolve, reject } = Promise.withResolvers<string | boolean>();
    withPermit(async () => {
      const thread = take() ?? startThread();
      const throttle = startThrottle();
      const done = await perform(thread, job);
      returnToPool(thread);
      if ('error' in done) reject(new Error(done.error));
      else resolve(done.result);
      await throttle();
    }).catch(reject);
    return promise;
  };
}

function startThread(): Worker {
  const thread = new Worker(new URL('./hash-thread.ts', import.meta.url));
  // An idle thread must not keep the process alive.
  thread.unref();
  return thread;
}

/** Rejects if the thread exits before it replies. The next job then starts another thread. */
function perform(thread: Worker, job: HashJob): Promise<HashOutcome> {
  const { promise, resolve, reject } = Promise.withResolvers<HashOutcome>();
  const onExit = (code: number): void => reject(new Error(`a password hashing thread exited with code ${code}`));
  thread.on('message', resolve).on('error', reject).on('exit', onExit);
  thread.ref();
  thread.postMessage(job);
  return promise.finally(() => {
    thread.off('message', resolve).off('error', reject).off('exit', onExit);
    thread.unref();
  });
}

/**
 * Starts to measure a job. The returned function, called at the end of the job, pauses for as long as the load of the
 * event loop requires.
 */
function startThrottle(): () => Promise<void> {
  const startedAt = performance.now();
  const load = performance.eventLoopUtilization();
  return async () => {
    const { utilization } = performance.eventLoopUtilization(load);
    // Jobs need no pause while the event loop is idle for at least half of the time.
    const overload = Math.max(0, utilization - 0.5) * 2;
    await sleep((performance.now() - startedAt) * PAUSE_FACTOR * overload, undefined, { ref: false });
  };
}
