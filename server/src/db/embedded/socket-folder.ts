import { accessSync, chownSync, constants, lstatSync, mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Place, shortHash } from './data-folder.ts';
import { EmbeddedDatabaseError } from './errors.ts';

/**
 * Creates the folder of the database's Unix socket and returns its path. A socket path is limited to 107 bytes, which a
 * data folder easily exceeds, so the socket has a short folder of its own, named by the data folder's real path.
 *
 * Threat: everyone can write to /tmp. A local user who knows the name could create the folder first and receive every
 * password and session on a socket of his own, or leave it open and enter the database, which trusts every connection to
 * the socket. So the folder must be a real one, owned by the database user, and closed to all others.
 */
export function makeSocketFolder({ dataDir, user }: Place): string {
  // Only root can write to /run, so nobody can plant anything there.
  const folder = join(user && isWritable('/run') ? '/run' : '/tmp', `portico-${shortHash(dataDir)}`);
  const owner = user?.uid ?? process.getuid?.() ?? 0;
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const found = lstatSync(folder);
  const ours = found.uid === owner || (user !== undefined && found.uid === 0);
  if (!found.isDirectory() || !ours || (found.mode & 0o077) !== 0) {
    throw new EmbeddedDatabaseError(
      `The folder ${folder}, where the database's socket would be, is not the database user's own: somebody else made it, remove it.`,
    );
  }
  if (user && found.uid !== owner) chownSync(folder, user.uid, user.gid);
  return folder;
}

/** Removes the folder once PostgreSQL has stopped, but never anything in it. */
export function removeSocketFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Another process has started PostgreSQL meanwhile.
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
