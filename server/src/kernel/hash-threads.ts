import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { HashDone, HashJob } from './hash-thread.ts';
import { createLanes } from './lanes.ts';

/** how long a thread rests after a job while the event loop is busy all the time, in lengths of that job */
const RESTS = 2;
/** a thread that waits for work holds some 14 MB; starting it again takes a tenth of a second */
const UNUSED_MS = 15_000;

interface Idle {
  readonly thread: Worker;
  readonly ending: NodeJS.Timeout;
}

/**
 * Performs hashing jobs on at most `count` threads of their own, made when first needed and ended when no job has come
 * for a while. (libuv's own threads would do it too, but files, DNS and ciphers wait for those, and they cannot be of
 * lower priority.) While the event loop is busy the threads rest after each job, up to two thirds of the time:
 * priorities alone do not keep them from filling a core that the database or the event loop wants.
 * @throws AppError SERVER_BUSY with `mostWaiting` jobs waiting already
 */
export function createHashThreads(count: number, mostWaiting: number): (job: HashJob) => Promise<string | boolean> {
  const inLane = createLanes(count, mostWaiting);
  const idle: Idle[] = [];
  const take = (): Worker | undefined => {
    const last = idle.pop();
    clearTimeout(last?.ending);
    return last?.thread;
  };
  const lay = (thread: Worker): void => {
    const ending = setTimeout(() => {
      idle.splice(
        idle.findIndex((other) => other.thread === thread),
        1,
      );
      void thread.terminate();
    }, UNUSED_MS).unref();
    idle.push({ thread, ending });
  };
  return (job) => {
    const { promise, resolve, reject } = Promise.withResolvers<string | boolean>();
    inLane(async () => {
      const thread = take() ?? startThread();
      const rest = measureRest();
      const done = await perform(thread, job);
      lay(thread);
      if ('error' in done) reject(new Error(done.error));
      else resolve(done.result);
      await rest();
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

/** Rejects when the thread ends before its answer: it is then dropped, and the next job starts another. */
function perform(thread: Worker, job: HashJob): Promise<HashDone> {
  const { promise, resolve, reject } = Promise.withResolvers<HashDone>();
  const onExit = (code: number): void => reject(new Error(`a thread that hashes ended with code ${code}`));
  thread.on('message', resolve).on('error', reject).on('exit', onExit);
  thread.ref();
  thread.postMessage(job);
  return promise.finally(() => {
    thread.off('message', resolve).off('error', reject).off('exit', onExit);
    thread.unref();
  });
}

/** Begins to measure; the answer, called at the end of the job, waits as long as the event loop's load asks for. */
function measureRest(): () => Promise<void> {
  const began = performance.now();
  const load = performance.eventLoopUtilization();
  return async () => {
    const { utilization } = performance.eventLoopUtilization(load);
    // Half a load leaves room for both.
    const busy = Math.max(0, utilization - 0.5) * 2;
    await sleep((performance.now() - began) * RESTS * busy, undefined, { ref: false });
  };
}
