/** Readings of the database and the disk, for the metrics and the health page. */
import { statfs } from 'node:fs/promises';
import type { Db } from '../db/index.ts';
import { type QueueState, readQueueStates } from '../queue/index.ts';
import { readDatabaseBytes } from './readings-store.ts';

export interface Disk {
  readonly totalBytes: number;
  readonly freeBytes: number;
}

export interface Readings {
  /** Resolves to null if the database does not respond. */
  queues(): Promise<readonly QueueState[] | null>;
  /** Size of the database; resolves to null if the database does not respond. */
  databaseBytes(): Promise<number | null>;
  /** The disk of the data folder; resolves to null if the folder cannot be read. */
  disk(): Promise<Disk | null>;
}

const QUEUES_MAX_AGE_MS = 5_000;
/** The size of a database with thousands of tables takes PostgreSQL seconds, so it is read rarely. */
const SIZE_MAX_AGE_MS = 60_000;

/** Creates readings that all callers within a few seconds share. */
export function createReadings(db: Db, dataDir: string): Readings {
  return {
    queues: shareReading(QUEUES_MAX_AGE_MS, () => readQueueStates(db)),
    databaseBytes: shareReading(SIZE_MAX_AGE_MS, () => readDatabaseBytes(db)),
    disk: () => readDisk(dataDir),
  };
}

/** Returns the size and the free part of the disk of a folder; null if the folder cannot be read. */
export async function readDisk(folder: string): Promise<Disk | null> {
  const found = await statfs(folder).catch(() => null);
  return found && { totalBytes: found.blocks * found.bsize, freeBytes: found.bavail * found.bsize };
}

/** Reuses a successful reading for `maxAgeMs`. Never runs two at once. A failed reading is null and is not reused. */
function shareReading<R>(maxAgeMs: number, read: () => Promise<R>): () => Promise<R | null> {
  let latest: Promise<R | null> | undefined;
  let expiresAt = 0;
  return () => {
    if (latest && performance.now() < expiresAt) return latest;
    expiresAt = Number.POSITIVE_INFINITY;
    latest = read().then(
      (result) => {
        expiresAt = performance.now() + maxAgeMs;
        return result;
      },
      () => {
        expiresAt = 0;
        return null;
      },
    );
    return latest;
  };
}
