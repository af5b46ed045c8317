import type { Log } from '../kernel/log.ts';
import type { Db } from './handle.ts';
import { openPointReader, type PointReader } from './point-reads.ts';
import { type ConnectionSettings, openDatabase } from './pool.ts';

/** Ways to the database beside the ordinary pool, so that what is slow never stands before what is fast. */
export interface Lanes {
  /** for queries, counts and sums: few connections of their own, and a shorter timeout */
  readonly slow: Db;
  /** for single rows; null where reads are not gathered */
  readonly points: PointReader | null;
}

export interface OpenLanes extends Lanes {
  stop(): Promise<void>;
}

const SLOW_TIMEOUT_MS = 15_000;

/** @param size connections of the slow lane */
export function openLanes(
  settings: ConnectionSettings,
  log: Log,
  { size, gatherReads }: { readonly size: number; readonly gatherReads: boolean },
): OpenLanes {
  const slow = openDatabase(settings, log, size, SLOW_TIMEOUT_MS);
  const points = gatherReads ? openPointReader(settings, log) : null;
  return {
    slow: slow.db,
    points,
    async stop() {
      await points?.stop();
      await slow.close();
    },
  };
}
