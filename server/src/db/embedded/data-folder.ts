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
import { EmbeddedDatabaseError, toFolderError } from './errors.ts';
import type { RunAs } from './processes.ts';
import { canReach, findDatabaseUser } from './unprivileged-user.ts';

/**
 * Folder for data and binaries if the system user that runs PostgreSQL for root has no access to the folder of the
 * clone. An example is a clone in a home directory with mode 0700, which is common in containers.
 */
export const SYSTEM_DIR = '/var/lib/portico';

/** The paths of the data folder and the user who runs PostgreSQL. */
export interface DataFolder {
  /** Real path of the data folder, created and checked to be writable. */
  readonly dataDir: string;
  /** PostgreSQL's own folder inside the data folder. It may not exist yet. */
  readonly cluster: string;
  readonly user: RunAs | undefined;
}

/**
 * Chooses and creates the data folder. If the system user that runs PostgreSQL has no access to the requested one, it
 * uses a folder under `systemDir` and logs this. The name of that folder depends on the requested path, so that two
 * clones do not share it.
 */
export function resolveDataFolder(
  requested: string,
  log: { info(message: string): void },
  systemDir = SYSTEM_DIR,
): DataFolder {
  const requestedPath = resolveFuturePath(resolve(requested));
  const user = findDatabaseUser(join(requestedPath, 'postgres'));
  const dataDir = user ? chooseReachableFolder(requestedPath, user, log, systemDir) : requestedPath;
  prepareFolder(dataDir, user);
  const cluster = join(dataDir, 'postgres');
  return { dataDir, cluster, user: user && findDatabaseUser(cluster) };
}

/** @throws EmbeddedDatabaseError unless the data folder, or its replacement, holds a database */
export function assertDatabaseExists(requested: string, systemDir = SYSTEM_DIR): void {
  const requestedPath = resolveFuturePath(resolve(requested));
  if (
    [requestedPath, fallbackFolderOf(requestedPath, systemDir)].some((folder) => existsSync(join(folder, 'postgres')))
  )
    return;
  throw new EmbeddedDatabaseError(
    `There is no database in the data folder ${requestedPath}: run this where the server runs, as its user, or with its PORTICO_DATA_DIR; "portico migrate" creates a database.`,
  );
}

/** Returns a short hash of a path, to name folders that replace it. */
export function hashPath(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12);
}

/** Returns true if the folder contains a cluster. */
export function hasCluster(dataDir: string): boolean {
  return existsSync(join(dataDir, 'postgres', 'PG_VERSION'));
}

/** Returns the major version that created the cluster; undefined if there is none. */
export function readClusterMajor(cluster: string): number | undefined {
  const file = join(cluster, 'PG_VERSION');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined;
}

/** Returns the folder to use if the system user that runs PostgreSQL has no access to the requested one. */
const fallbackFolderOf = (requestedPath: string, systemDir: string): string =>
  join(systemDir, `data-${hashPath(requestedPath)}`);

function chooseReachableFolder(
  requestedPath: string,
  user: RunAs,
  log: { info(message: string): void },
  systemDir: string,
): string {
  const fallback = fallbackFolderOf(requestedPath, systemDir);
  const existing = findExistingAncestor(requestedPath);
  // Part of the path is a file, so permissions are not the problem.
  if (!statSync(existing).isDirectory()) return requestedPath;
  const isReachable = canReach(existing, user) || grantPassage(requestedPath, user);
  if (hasCluster(requestedPath)) {
    if (isReachable) return requestedPath;
    // Creating an empty database in another folder would look like a loss of data.
    throw new EmbeddedDatabaseError(
      `The system user "${user.name}" of PostgreSQL can no longer access the data folder ${requestedPath}: allow it to pass (chmod o+x) through every folder above.`,
    );
  }
  if (isReachable && !hasCluster(fallback)) return requestedPath;
  const reason = isReachable ? 'was moved there when' : 'is kept there because';
  log.info(
    `The data is in ${fallback}: it ${reason} the system user "${user.name}" of PostgreSQL could not access ${requestedPath}.`,
  );
  mkdirSync(systemDir, { recursive: true });
  // Sets the mode regardless of the umask.
  chmodSync(systemDir, 0o755);
  return fallback;
}

/**
 * Gives the group of the system user that runs PostgreSQL the right to enter a data folder that root owns, but not to
 * list it, because it also contains the server's uploads and secrets. Does not change a folder that other users may
 * use. Returns true on success.
 */
function grantPassage(dataDir: string, user: RunAs): boolean {
  if (!existsSync(dataDir) || !canReach(dirname(dataDir), user)) return false;
  const { uid, gid, mode } = statSync(dataDir);
  const isOurs = readdirSync(dataDir).length === 0 || hasCluster(dataDir);
  if (uid !== 0 || gid !== 0 || !isOurs) return false;
  chownSync(dataDir, uid, user.gid);
  chmodSync(dataDir, (mode & 0o707) | 0o010);
  return canReach(dataDir, user);
}

/**
 * Creates the folder and writes a test file, because the permission bits do not show whether root may write to it, or
 * whether the disk is read-only.
 */
function prepareFolder(dataDir: string, user: RunAs | undefined): void {
  const probe = join(dataDir, `.writable-${process.pid}`);
  try {
    if (mkdirSync(dataDir, { recursive: true })) {
      chmodSync(dataDir, 0o700);
      if (user) grantPassage(dataDir, user);
    }
    const handle = openSync(probe, 'w');
    try {
      writeSync(handle, 'x');
    } finally {
      closeSync(handle);
      rmSync(probe);
    }
  } catch (error) {
    throw toFolderError(dataDir, error);
  }
}

/** Returns the real path of a file that may not exist yet: resolves links in the part of the path that exists. */
function resolveFuturePath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(resolveFuturePath(dirname(path)), basename(path));
  }
}

function findExistingAncestor(path: string): string {
  return existsSync(path) ? path : findExistingAncestor(dirname(path));
}
