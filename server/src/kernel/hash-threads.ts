import { Worker } from 'node:worker_threads';
import type { HashDone, HashJob } from './hash-thread.ts';
import { createLanes } from './lanes.ts';

/**
 * Performs hashing jobs on at most `count` threads of their own, made when first needed. (libuv's own threads would do
 * it too, but files, DNS and ciphers wait for those, and they cannot be of lower priority.)
 * @throws AppError SERVER_BUSY with `mostWaiting` jobs waiting already
 */
export function createHashThreads(count: number, mostWaiting: number): (job: HashJob) => Promise<string | boolean> {
  const inLane = createLanes(count, mostWaiting);
  const idle: Worker[] = [];
  return (job) =>
    inLane(async () => {
      const thread = idle.pop() ?? startThread();
      const done = await perform(thread, job);
      idle.push(thread);
      if ('error' in done) throw new Error(done.error);
      return done.result;
    });
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
