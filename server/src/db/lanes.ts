import type { Log } from '../kernel/log.ts';
import type { Db } from './handle.ts';
import { openPointReader, type PointReader } from './point-reads.ts';
import { type ConnectionSettings, openDatabase } from './pool.ts';

/** Connections beside the ordinary pool, so that slow statements never block fast ones. */
export interface Lanes {
  /** a small pool with a shorter timeout for queries, counts and sums */
  readonly slow: Db;
  /** for single rows; null if reads are not pipelined */
  readonly points: PointReader | null;
}

export interface OpenLanes extends Lanes {
  stop(): Promise<void>;
}

const SLOW_TIMEOUT_MS = 15_000;

/** @param size connections of the pool for slow statements */
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
