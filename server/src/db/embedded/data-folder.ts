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

/** Where data and binaries go when root's database user cannot reach the clone: a home of mode 0700, the common container. */
export const SYSTEM_DIR = '/var/lib/portico';

/** Where everything lies, and who runs PostgreSQL there. */
export interface Place {
  /** real path of the data folder: made, and tried for writing */
  readonly dataDir: string;
  /** PostgreSQL's own folder inside it; may not exist yet */
  readonly cluster: string;
  readonly user: RunAs | undefined;
}

/**
 * Settles and makes the data folder. One that the database user cannot reach gives way to a folder of its own under
 * `systemDir`, named by the requested path so that two clones do not share one; that is said in one sentence.
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

/** @throws EmbeddedDatabaseError unless the data folder, or the one that stands for it, holds a database */
export function assertDatabaseExists(requested: string, systemDir = SYSTEM_DIR): void {
  const wanted = realPathOfFuture(resolve(requested));
  if ([wanted, movedFolder(wanted, systemDir)].some((folder) => existsSync(join(folder, 'postgres')))) return;
  throw new EmbeddedDatabaseError(
    `There is no database in the data folder ${wanted}: run this where the server runs, as its user, or with its PORTICO_DATA_DIR; "portico migrate" creates a database.`,
  );
}

/** A short name for a path, for folders that stand for it elsewhere. */
export function shortHash(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12);
}

/** True where PostgreSQL has initialised the folder. */
export function hasCluster(dataDir: string): boolean {
  return existsSync(join(dataDir, 'postgres', 'PG_VERSION'));
}

/** The major version that made the cluster; undefined when there is none. */
export function clusterMajor(cluster: string): number | undefined {
  const file = join(cluster, 'PG_VERSION');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined;
}

/** Where the data of a folder is kept that the database user cannot reach. */
const movedFolder = (wanted: string, systemDir: string): string => join(systemDir, `data-${shortHash(wanted)}`);

function reachableFolder(wanted: string, user: RunAs, log: { info(message: string): void }, systemDir: string): string {
  const fallback = movedFolder(wanted, systemDir);
  const existing = nearestExisting(wanted);
  // a path through a file: not a matter of who may pass
  if (!statSync(existing).isDirectory()) return wanted;
  const reachable = canReach(existing, user) || letIn(wanted, user);
  if (hasCluster(wanted)) {
    if (reachable) return wanted;
    // An empty database somewhere else would look like the loss of this one.
    throw new EmbeddedDatabaseError(
      `The database user "${user.name}" can no longer reach the data folder ${wanted}: allow it to pass (chmod o+x) through every folder above.`,
    );
  }
  if (reachable && !hasCluster(fallback)) return wanted;
  const why = reachable ? 'was moved there when' : 'is kept there because';
  log.info(`The data is in ${fallback}: it ${why} the database user "${user.name}" could not reach ${wanted}.`);
  mkdirSync(systemDir, { recursive: true });
  // whatever umask we run under
  chmodSync(systemDir, 0o755);
  return fallback;
}

/**
 * Lets the database user pass through a data folder of root's: by the group, and never to list it, because uploads and
 * secrets of the server lie there too. Leaves a folder alone that somebody else may have a use for. True when it is done.
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

/** Makes the folder and writes a file into it: the permission bits alone tell nothing to root, or on a read-only disk. */
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

/** The real path of something that may not exist yet: links are followed as far as there is something. */
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
