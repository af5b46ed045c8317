import { accessSync, chownSync, constants, lstatSync, mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { type DataFolder, hashPath } from './data-folder.ts';
import { EmbeddedDatabaseError } from './errors.ts';

/**
 * Creates the folder of the database's Unix socket and returns its path. A socket path is limited to 107 bytes, which
 * the path of a data folder easily exceeds. The socket therefore has a separate folder with a short name, which
 * contains a hash of the data folder's real path. Threat: everyone can write to /tmp. A local user who knows the name
 * could create the folder first. With another socket in it, they would receive every password and session. With open
 * permissions, they could enter the database, which trusts every connection to the socket. The folder must therefore be
 * a real folder, owned by the system user that runs PostgreSQL and closed to all others.
 */
export function makeSocketFolder({ dataDir, user }: DataFolder): string {
  // Only root can write to /run, so no other user can create the folder there in advance.
  const folder = join(user && isWritable('/run') ? '/run' : '/tmp', `portico-${hashPath(dataDir)}`);
  const owner = user?.uid ?? process.getuid?.() ?? 0;
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const found = lstatSync(folder);
  const isOurs = found.uid === owner || (user !== undefined && found.uid === 0);
  if (!found.isDirectory() || !isOurs || (found.mode & 0o077) !== 0) {
    throw new EmbeddedDatabaseError(
      `The folder ${folder} for the database's socket is not a folder that only the database user can access: remove it, because somebody else may have created it.`,
    );
  }
  if (user && found.uid !== owner) chownSync(folder, user.uid, user.gid);
  return folder;
}

/** Removes the folder after PostgreSQL has stopped, but only if it is empty. */
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
