import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { EmbeddedDatabaseError, folderError } from './errors.ts';
import type { RunAs } from './processes.ts';
import { canReach, databaseUser } from './unprivileged-user.ts';

/** Where data and binaries go when root's database user cannot reach the clone: a home of mode 0700, common in containers. */
export const SYSTEM_DIR = '/var/lib/portico';

/** The paths of the data folder and the user who runs PostgreSQL. */
export interface Place {
  /** real path of the data folder, created and checked to be writable */
  readonly dataDir: string;
  /** PostgreSQL's own folder inside it; may not exist yet */
  readonly cluster: string;
  readonly user: RunAs | undefined;
}

/**
 * Chooses and creates the data folder. If the database user cannot reach it, uses a folder under `systemDir` instead,
 * named by the requested path so that two clones do not share one, and logs that.
 */
export function settleDataFolder(
  requested: string,
  log: { info(message: string): void },
  systemDir = SYSTEM_DIR,
): Place {
  const wanted = realPathOfFuture(resolve(requested));
  const user = databaseUser(join(wanted, 'postgres'));
  const dataDir = user ? reachableFolder(wanted, user, log, systemDir) : wanted;
  prepareFolder(dataDir, user);
  const cluster = join(dataDir, 'postgres');
  return { dataDir, cluster, user: user && databaseUser(cluster) };
}

/** @throws EmbeddedDatabaseError unless the data folder, or its replacement, holds a database */
export function assertDatabaseExists(requested: string, systemDir = SYSTEM_DIR): void {
  const wanted = realPathOfFuture(resolve(requested));
  if ([wanted, movedFolder(wanted, systemDir)].some((folder) => existsSync(join(folder, 'postgres')))) return;
  throw new EmbeddedDatabaseError(
    `There is no database in the data folder ${wanted}: run this where the server runs, as its user, or with its PORTICO_DATA_DIR; "portico migrate" creates a database.`,
  );
}

/** Returns a short hash of a path, to name folders that replace it. */
export function shortHash(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12);
}

/** True if PostgreSQL has initialised the folder. */
export function hasCluster(dataDir: string): boolean {
  return existsSync(join(dataDir, 'postgres', 'PG_VERSION'));
}

/** Returns the major version that created the cluster; undefined if there is none. */
export function clusterMajor(cluster: string): number | undefined {
  const file = join(cluster, 'PG_VERSION');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined;
}

/** Returns the folder that replaces one which the database user cannot reach. */
const movedFolder = (wanted: string, systemDir: string): string => join(systemDir, `data-${shortHash(wanted)}`);

function reachableFolder(wanted: string, user: RunAs, log: { info(message: string): void }, systemDir: string): string {
  const fallback = movedFolder(wanted, systemDir);
  const existing = nearestExisting(wanted);
  // The path leads through a file, so permissions are not the problem.
  if (!statSync(existing).isDirectory()) return wanted;
  const reachable = canReach(existing, user) || letIn(wanted, user);
  if (hasCluster(wanted)) {
    if (reachable) return wanted;
    // An empty database elsewhere would look like the loss of this one.
    throw new EmbeddedDatabaseError(
      `The database user "${user.name}" can no longer reach the data folder ${wanted}: allow it to pass (chmod o+x) through every folder above.`,
    );
  }
  if (reachable && !hasCluster(fallback)) return wanted;
  const why = reachable ? 'was moved there when' : 'is kept there because';
  log.info(`The data is in ${fallback}: it ${why} the database user "${user.name}" could not reach ${wanted}.`);
  mkdirSync(systemDir, { recursive: true });
  // Sets the mode regardless of the umask.
  chmodSync(systemDir, 0o755);
  return fallback;
}

/**
 * Lets the database user pass through a data folder that root owns: by the group, and without listing it, because uploads
 * and secrets of the server are stored there too. Leaves a folder unchanged that others may use. True on success.
 */
function letIn(dataDir: string, user: RunAs): boolean {
  if (!existsSync(dataDir) || !canReach(dirname(dataDir), user)) return false;
  const { uid, gid, mode } = statSync(dataDir);
  const ours = readdirSync(dataDir).length === 0 || hasCluster(dataDir);
  if (uid !== 0 || gid !== 0 || !ours) return false;
  chownSync(dataDir, uid, user.gid);
  chmodSync(dataDir, (mode & 0o707) | 0o010);
  return canReach(dataDir, user);
}

/** Creates the folder and writes a test file: permission bits do not tell whether root or a read-only disk can write. */
function prepareFolder(dataDir: string, user: RunAs | undefined): void {
  const probe = join(dataDir, `.writable-${process.pid}`);
  try {
    if (mkdirSync(dataDir, { recursive: true })) {
      chmodSync(dataDir, 0o700);
      if (user) letIn(dataDir, user);
    }
    const handle = openSync(probe, 'w');
    try {
      writeSync(handle, 'x');
    } finally {
      closeSync(handle);
      rmSync(probe);
    }
  } catch (error) {
    throw folderError(dataDir, error);
  }
}

/** Returns the real path of something that may not exist yet, resolving links as far as the path exists. */
function realPathOfFuture(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(realPathOfFuture(dirname(path)), basename(path));
  }
}

function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path));
}
