// The database of a Portico without DATABASE_URL: a PostgreSQL in the data folder, reached through a Unix socket.
import { findBinaries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import { assertDatabaseExists, SYSTEM_DIR, settleDataFolder } from './data-folder.ts';
import type { EmbeddedDatabaseError } from './errors.ts';
import { removeServerFile, writeServerFile } from './server-file.ts';
import { type Connection, openSession, type Setup } from './session.ts';
import { keepSession } from './supervisor.ts';

export { EmbeddedDatabaseError } from './errors.ts';

export interface EmbeddedDatabase {
  /** settings for `pg`: `host` is the socket's folder */
  readonly connection: Connection;
  /** absolute path of the data folder; differs from the requested one if the database user could not reach that */
  readonly dataDir: string;
  /** true if PostgreSQL was already running: left by a killed server, or started by another process */
  readonly adopted: boolean;
  /** stops watching, and stops PostgreSQL unless another process uses it; close your own connections first */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** PORTICO_DATA_DIR */
  readonly dataDir: string;
  readonly log: { info(message: string): void; warn(message: string): void };
  /** whether to create a missing cluster (default true); otherwise a missing cluster is an error */
  readonly create?: boolean;
  /** true for the server, of which a data folder has at most one; false for the command line beside it */
  readonly exclusive: boolean;
  /** restart PostgreSQL whenever it stops */
  readonly supervise: boolean;
  /** folder with `bin` and `lib` of a PostgreSQL (15 or later) to use instead of the package's */
  readonly nativeDir?: string;
  /** called when another server takes the data folder after PostgreSQL stopped: exit the process */
  readonly onLockLost?: (error: EmbeddedDatabaseError) => void;
}

/**
 * Starts the embedded PostgreSQL, or adopts the one that already runs on the data folder. Creates cluster and database on
 * the first start.
 * @throws EmbeddedDatabaseError with one sentence for the operator: the folder is not writable, its disk is full, another
 * major version created it, a second server runs on it, or there are no usable binaries
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { log, exclusive, nativeDir, create = true } = options;
  if (!create) assertDatabaseExists(options.dataDir);
  const place = settleDataFolder(options.dataDir, log);
  const copiesDir = place.user ? SYSTEM_DIR : place.dataDir;
  const binaries = await findBinaries({ user: place.user, nativeDir, copiesDir, log });
  await ensureCluster(place, binaries);
  const setup: Setup = { place, binaries, exclusive, log };
  const session = await openSession(setup);
  const kept = keepSession(setup, session, { supervise: options.supervise, onLockLost: options.onLockLost });
  if (exclusive) writeServerFile(place.dataDir);
  return {
    connection: session.connection,
    dataDir: place.dataDir,
    adopted: session.adopted,
    stop: async () => {
      if (exclusive) removeServerFile(place.dataDir);
      await kept.stop();
    },
  };
}
