import { createLanes, type Lanes } from '../kernel/lanes.ts';
import { networkOf } from '../kernel/network-of.ts';

/** Concurrent uploads: each may use as much of the disk as the largest allowed file. */
const inLane = createLanes(40, 200);
const OF_ONE_NETWORK = 8;
const WAITING_OF_ONE_NETWORK = 60;

const networks = new Map<string, { lanes: Lanes; users: number }>();

/**
 * Runs an upload when there is capacity; until then its body is not read. Threat: one machine that sends forty files as
 * slowly as allowed would block everyone else's uploads for a quarter of an hour.
 * @param address null for no limit by address
 * @throws AppError SERVER_BUSY when too many uploads wait
 */
export async function inUploadLane<R>(address: string | null, work: () => Promise<R>): Promise<R> {
  if (address === null) return inLane(work);
  const name = networkOf(address);
  const network = networks.get(name) ?? { lanes: createLanes(OF_ONE_NETWORK, WAITING_OF_ONE_NETWORK), users: 0 };
  networks.set(name, network);
  network.users++;
  try {
    return await network.lanes(() => inLane(work));
  } finally {
    network.users--;
    if (network.users === 0) networks.delete(name);
  }
}
