/**
 * A worker thread that hashes passwords for passwords.ts, one job at a time. It has a lower priority than the rest of
 * the process, so that reads stay fast while sign-ins saturate the machine.
 */
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, type Options, verifySync } from '@node-rs/argon2';

export type HashJob =
  | { readonly do: 'hash'; readonly password: string; readonly cost: Options }
  | { readonly do: 'verify'; readonly password: string; readonly stored: string };

export type HashOutcome = { readonly result: string | boolean } | { readonly error: string };

/**
 * Niceness of the thread. On a contended core, it gets a sixth of a default thread's share; on an idle core, all of it.
 */
const NICENESS = 8;

// Only Linux has a priority per thread; elsewhere this call would slow down the whole process.
if (process.platform === 'linux') setPriority(NICENESS);

parentPort?.on('message', (job: HashJob) => parentPort?.postMessage(perform(job)));

function perform(job: HashJob): HashOutcome {
  try {
    if (job.do === 'hash') return { result: hashSync(job.password, job.cost) };
    return { result: verifySync(job.stored, job.password) };
  } catch (error) {
    return { error: String(error) };
  }
}
