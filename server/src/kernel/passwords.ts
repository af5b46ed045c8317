import { availableParallelism } from 'node:os';
import { parseOptions } from '@node-rs/argon2';
import { createHashThreads } from './hash-threads.ts';

/**
 * argon2id (2) with 7 MiB, five passes and a parallelism of one. OWASP recommends these parameters as equal in strength
 * to 19 MiB and two passes. They need about half of the processor time, because the memory stays in the processor's
 * cache (decision 0054).
 */
const COST = { algorithm: 2, memoryCost: 7_168, timeCost: 5, parallelism: 1 } as const;

/**
 * Uses half of the cores, because the event loop and the database need the others. Rejects further jobs while a
 * thousand are queued.
 */
const perform = createHashThreads(Math.max(1, availableParallelism() >> 1), 1_000);

/**
 * Returns the password's argon2id hash in PHC format, computed off the event loop.
 * @throws AppError SERVER_BUSY when the queue is full
 */
export async function hashPassword(password: string): Promise<string> {
  return (await perform({ do: 'hash', password: password.normalize('NFKC'), cost: COST })) as string;
}

/**
 * True if the password matches the hash. Without a hash (an unknown account, or a hash of an unsupported kind), it
 * verifies the password against a dummy hash and returns false, so that the duration does not reveal which addresses
 * are registered.
 * @throws AppError SERVER_BUSY when the queue is full
 */
export async function checkPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const known = stored && parseArgon2Options(stored) ? stored : null;
  const hash = known ?? (await getDummyHash());
  const matches = await perform({ do: 'verify', password: password.normalize('NFKC'), stored: hash });
  return matches === true && known !== null;
}

/** True for a hash with outdated parameters or algorithm. A login can replace it, because it has the password. */
export function needsRehash(stored: string): boolean {
  const cost = parseArgon2Options(stored);
  return !cost || Object.entries(COST).some(([name, value]) => cost[name as keyof typeof COST] !== value);
}

/** Returns the parameters of an argon2 hash of any variant; null for anything else. */
function parseArgon2Options(stored: string): ReturnType<typeof parseOptions> | null {
  try {
    return parseOptions(stored);
  } catch {
    return null;
  }
}

let dummyHash: Promise<string> | undefined;
function getDummyHash(): Promise<string> {
  dummyHash ??= hashPassword('nobody has this password').catch((error) => {
    dummyHash = undefined;
    throw error;
  });
  return dummyHash;
}
