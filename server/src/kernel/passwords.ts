import { availableParallelism } from 'node:os';
import { hash, type Options, verify } from '@node-rs/argon2';

/** argon2id (2) with OWASP's first choice of cost: 19 MiB, two passes, one lane. */
const COST: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** waiting hashes beyond this are refused: a flood of sign-ins must not eat the memory */
const MOST_WAITING = 1_000;
const lanes = Math.max(1, availableParallelism() - 1);
let running = 0;
const waiting: (() => void)[] = [];

/** The password's argon2id hash in PHC format, computed off the event loop. */
export const hashPassword = (password: string): Promise<string> => queued(() => hash(password.normalize('NFKC'), COST));

/**
 * True when the password is the one that was hashed. Without a hash (an unknown account) it verifies against a dummy
 * and answers false: the time taken then does not tell which addresses are registered.
 */
export async function checkPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const right = await queued(async () => verify(stored ?? (await dummyHash()), password.normalize('NFKC')));
  return right && Boolean(stored);
}

let dummy: Promise<string> | undefined;
function dummyHash(): Promise<string> {
  dummy ??= hash('nobody has this password', COST);
  return dummy;
}

/** One lane fewer than cores, so that reads keep their rate while sign-ins saturate. */
async function queued<R>(work: () => Promise<R>): Promise<R> {
  if (running >= lanes) {
    if (waiting.length >= MOST_WAITING) throw new Error('too many passwords wait to be hashed');
    await new Promise<void>((resume) => waiting.push(resume));
  }
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}
