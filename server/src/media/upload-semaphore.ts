import { networkOf } from '../kernel/network-of.ts';
import { createSemaphore, type Semaphore } from '../kernel/semaphore.ts';

/** Bounds concurrent uploads, because each may use as much of the disk as the largest allowed file. */
const withPermit = createSemaphore(40, 200);
const MAX_PER_NETWORK = 8;
const MAX_WAITING_PER_NETWORK = 60;

const networks = new Map<string, { semaphore: Semaphore; users: number }>();

/**
 * Runs an upload when there is capacity; until then its body is not read. The uploads of one network are limited, too.
 * Threat: one machine that sends forty files as slowly as allowed would otherwise block everyone else's uploads for a
 * quarter of an hour.
 * @param address IP address of the client; null for no limit per network
 * @throws AppError SERVER_BUSY when too many uploads wait
 */
export async function withUploadPermit<R>(address: string | null, work: () => Promise<R>): Promise<R> {
  if (address === null) return withPermit(work);
  const name = networkOf(address);
  const network = networks.get(name) ?? {
    semaphore: createSemaphore(MAX_PER_NETWORK, MAX_WAITING_PER_NETWORK),
    users: 0,
  };
  networks.set(name, network);
  network.users++;
  try {
    return await network.semaphore(() => withPermit(work));
  } finally {
    network.users--;
    if (network.users === 0) networks.delete(name);
  }
}
