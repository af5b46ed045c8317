/**
 * A thread that hashes passwords for passwords.ts, one job at a time. It is of lower priority than the rest: while
 * sign-ins saturate the machine, reads go first.
 */
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, type Options, verifySync } from '@node-rs/argon2';

export type HashJob =
  | { readonly do: 'hash'; readonly password: string; readonly cost: Options }
  | { readonly do: 'verify'; readonly password: string; readonly stored: string };

export type HashDone = { readonly result: string | boolean } | { readonly error: string };

/** a sixth of the default's share of a core that both want; all of one that nobody else wants */
const NICENESS = 8;

// Linux alone has a priority for each thread; elsewhere this would slow the whole process down.
if (process.platform === 'linux') setPriority(NICENESS);

parentPort?.on('message', (job: HashJob) => parentPort?.postMessage(perform(job)));

function perform(job: HashJob): HashDone {
  try {
    if (job.do === 'hash') return { result: hashSync(job.password, job.cost) };
    return { result: verifySync(job.stored, job.password) };
  } catch (error) {
    return { error: String(error) };
  }
}
