import type { Log } from '../kernel/log.ts';
import type { Db } from './handle.ts';
import { openPointReader, type PointReader } from './point-reads.ts';
import { type ConnectionSettings, openDatabase } from './pool.ts';
import { openReplicas, type Replicas } from './replicas/replicas.ts';

/** Connections in addition to the ordinary pool, so that slow statements never block fast ones. */
export interface ConnectionPools {
  /** A small pool with a shorter statement timeout, for queries, counts and sums. */
  readonly slow: Db;
  /** Reads single rows through one pipelined connection; null if these reads use a pool instead. */
  readonly points: PointReader | null;
  /** The replicas of DATABASE_REPLICA_URLS; null if there are none. */
  readonly replicas: Replicas | null;
}

export interface OpenConnectionPools extends ConnectionPools {
  stop(): Promise<void>;
}

const SLOW_TIMEOUT_MS = 15_000;

interface PoolOptions {
  /** Number of connections for slow statements, and of those to each replica. */
  readonly size: number;
  readonly gatherReads: boolean;
  readonly replicaUrls: readonly string[];
}

export function openConnectionPools(
  settings: ConnectionSettings,
  log: Log,
  { size, gatherReads, replicaUrls }: PoolOptions,
): OpenConnectionPools {
  const slow = openDatabase(settings, log, size, SLOW_TIMEOUT_MS, 'slow');
  const points = gatherReads ? openPointReader(settings, log) : null;
  const common = { size, gatherReads, statementTimeoutMs: SLOW_TIMEOUT_MS };
  const replicas =
    replicaUrls.length > 0
      ? openReplicas({ ...common, primary: settings, primaryDb: slow.db, urls: replicaUrls }, log)
      : null;
  return {
    slow: slow.db,
    points,
    replicas,
    async stop() {
      await replicas?.stop();
      await points?.stop();
      await slow.close();
    },
  };
}
