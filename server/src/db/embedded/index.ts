// The database of a Portico without DATABASE_URL: a real PostgreSQL in the data folder, reached through a Unix socket.
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
  /** absolute folder that holds everything; not the one asked for where the database user could not reach that */
  readonly dataDir: string;
  /** true when PostgreSQL was found running: left by a killed server, or started by another process */
  readonly adopted: boolean;
  /** stops watching, and PostgreSQL too unless another process uses it; close your own connections first */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** PORTICO_DATA_DIR */
  readonly dataDir: string;
  readonly log: { info(message: string): void; warn(message: string): void };
  /** create the cluster if there is none; default true. False: that is an error, and nothing is created */
  readonly create?: boolean;
  /** true for the server: there is at most one on a data folder. False for the command line beside it */
  readonly exclusive: boolean;
  /** bring PostgreSQL back whenever it goes */
  readonly supervise: boolean;
  /** folder with `bin` and `lib` of another PostgreSQL (15 or later) than the package's */
  readonly nativeDir?: string;
  /** called when, after PostgreSQL went away, another server was quicker to take the data folder: end the process */
  readonly onLockLost?: (error: EmbeddedDatabaseError) => void;
}

/**
 * Starts the embedded PostgreSQL, or adopts the one that already runs on the data folder; makes cluster and database on
 * the first start.
 * @throws EmbeddedDatabaseError with one sentence for the person at the terminal: the folder is not writable, its disk
 * is full, another major version made it, a second server runs on it, or there are no usable binaries
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
