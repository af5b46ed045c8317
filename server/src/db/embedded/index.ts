// Starts the database of an installation without DATABASE_URL: a PostgreSQL in the data folder, reached through a Unix
// socket.
import { findBinaries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import { assertDatabaseExists, resolveDataFolder, SYSTEM_DIR } from './data-folder.ts';
import type { EmbeddedDatabaseError } from './errors.ts';
import { findPostmaster, stopPostmaster } from './postmaster.ts';
import { removeServerFile, writeServerFile } from './server-file.ts';
import { type Connection, openSession, type SessionSetup } from './session.ts';
import { superviseSession } from './supervisor.ts';
import { setWalArchiving } from './wal-folder.ts';

export { EmbeddedDatabaseError } from './errors.ts';

export interface EmbeddedDatabase {
  /** Settings for `pg`: `host` is the socket's folder. */
  readonly connection: Connection;
  /**
   * Absolute path of the data folder. Differs from the requested path if the system user that runs PostgreSQL has no
   * access to it.
   */
  readonly dataDir: string;
  /** True if PostgreSQL was already running, because a killed server left it running or another process started it. */
  readonly wasAdopted: boolean;
  /**
   * Stops supervising, and stops PostgreSQL unless another process uses it. Close this process's own connections first.
   */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** The requested data folder (PORTICO_DATA_DIR). */
  readonly dataDir: string;
  readonly log: { info(message: string): void; warn(message: string): void };
  /** Whether to create a missing cluster (default true); otherwise a missing cluster is an error. */
  readonly create?: boolean;
  /**
   * True for a server, because only one server may use a data folder. False for the command line, which may run at the
   * same time as a server.
   */
  readonly isExclusive: boolean;
  /** Whether to restart PostgreSQL whenever it stops. */
  readonly supervise: boolean;
  /**
   * Whether PostgreSQL archives its write-ahead log in the folder `wal` of the data folder. Undefined leaves it as it
   * is. Has an effect only if `isExclusive` is true.
   */
  readonly archiveWal?: boolean | undefined;
  /** Folder with `bin` and `lib` of a PostgreSQL (15 or later) to use instead of the package's. */
  readonly nativeDir?: string;
  /** Called when another server has taken the data folder while PostgreSQL was down. The process must then exit. */
  readonly onLockLost?: (error: EmbeddedDatabaseError) => void;
}

/**
 * Starts the embedded PostgreSQL, or adopts the one that already runs on the data folder. Creates cluster and database
 * on the first start.
 * @throws EmbeddedDatabaseError with one sentence for the operator: the folder is not writable, its disk is full, another
 * major version created it, a second server runs on it, or there are no usable binaries
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { log, isExclusive, nativeDir, create = true } = options;
  if (!create) assertDatabaseExists(options.dataDir);
  const folder = resolveDataFolder(options.dataDir, log);
  const copiesDir = folder.user ? SYSTEM_DIR : folder.dataDir;
  const binaries = await findBinaries({ user: folder.user, nativeDir, copiesDir, log });
  await ensureCluster(folder, binaries);
  const setup: SessionSetup = { folder, binaries, isExclusive, log };
  let session = await openSession(setup);
  if (isExclusive && options.archiveWal !== undefined && setWalArchiving(folder, options.archiveWal)) {
    // The setting takes effect when PostgreSQL starts. No other server uses it, because this process has the lock.
    await session.guard.close();
    const found = findPostmaster(folder.cluster);
    if (found.state === 'running') await stopPostmaster(folder.cluster, found.lock.pid);
    session = await openSession(setup);
  }
  const supervisor = superviseSession(setup, session, { supervise: options.supervise, onLockLost: options.onLockLost });
  if (isExclusive) writeServerFile(folder.dataDir);
  return {
    connection: session.connection,
    dataDir: folder.dataDir,
    wasAdopted: session.wasAdopted,
    stop: async () => {
      if (isExclusive) removeServerFile(folder.dataDir);
      await supervisor.stop();
    },
  };
}
