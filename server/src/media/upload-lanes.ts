import { createLanes, type Lanes } from '../kernel/lanes.ts';
import { networkOf } from '../kernel/network-of.ts';

/** Files on their way at once: each may take as much of the disk as one file may have. */
const inLane = createLanes(40, 200);
const OF_ONE_NETWORK = 8;
const WAITING_OF_ONE_NETWORK = 60;

const networks = new Map<string, { lanes: Lanes; users: number }>();

/**
 * Runs an upload when there is room for it; its body waits outside until then. Threat: one machine that sends forty files
 * as slowly as it may would keep everybody else's out for a quarter of an hour.
 * @param address null: no limit by address
 * @throws AppError SERVER_BUSY when too many wait already
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
