import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
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

function reachableFolder(wanted: string, user: RunAs, log: { info(message: string): void }, systemDir: string): string {
  const fallback = join(systemDir, `data-${shortHash(wanted)}`);
  const reachable = canReach(nearestExisting(wanted), user);
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

/** Makes the folder and writes a file into it: the permission bits alone tell nothing to root, or on a read-only disk. */
function prepareFolder(dataDir: string, user: RunAs | undefined): void {
  const probe = join(dataDir, `.writable-${process.pid}`);
  try {
    if (mkdirSync(dataDir, { recursive: true })) {
      // Only to be passed through by the database user, never listed: uploads and secrets of the server lie beside it.
      chmodSync(dataDir, user ? 0o711 : 0o700);
    }
    writeFileSync(probe, 'x');
    rmSync(probe);
  } catch (error) {
    rmSync(probe, { force: true });
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
