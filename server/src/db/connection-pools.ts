import type { Log } from '../kernel/log.ts';
import type { Db } from './handle.ts';
import { openPointReader, type PointReader } from './point-reads.ts';
import { type ConnectionSettings, openDatabase } from './pool.ts';

/** Connections in addition to the ordinary pool, so that slow statements never block fast ones. */
export interface ConnectionPools {
  /** A small pool with a shorter statement timeout, for queries, counts and sums. */
  readonly slow: Db;
  /** Reads single rows; null if reads are not pipelined. */
  readonly points: PointReader | null;
}

export interface OpenConnectionPools extends ConnectionPools {
  stop(): Promise<void>;
}

const SLOW_TIMEOUT_MS = 15_000;

/** @param size number of connections of the pool for slow statements */
export function openConnectionPools(
  settings: ConnectionSettings,
  log: Log,
  { size, gatherReads }: { readonly size: number; readonly gatherReads: boolean },
): OpenConnectionPools {
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
