import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { EmbeddedDatabaseError } from './errors.ts';
import type { RunAs } from './processes.ts';

const PREFERRED_NAMES = ['postgres', 'nobody'];

/**
 * Returns the user who runs PostgreSQL if this process is root; otherwise undefined (the current user). PostgreSQL
 * refuses to run as root, because a vulnerability in it would give an attacker root's rights. For an existing cluster,
 * this is the owner of its files.
 */
export function findDatabaseUser(cluster: string): RunAs | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = listUsers();
  const owner = ownerOf(cluster);
  const user =
    users.find((u) => u.uid === owner) ??
    PREFERRED_NAMES.map((name) => users.find((u) => u.name === name)).find(Boolean);
  if (!user) {
    throw new EmbeddedDatabaseError(
      'PostgreSQL does not run as root and /etc/passwd has neither "postgres" nor "nobody": add one, or set DATABASE_URL.',
    );
  }
  return user;
}

/**
 * Returns true if the user may enter the folder and every folder above it, according to the permission bits. Only uid
 * and gid are considered, because Node drops the other groups of root when it changes the user. Always returns true for
 * the current user.
 */
export function canReach(folder: string, user: RunAs | undefined): boolean {
  if (!user) return true;
  const { mode, uid, gid } = statSync(folder);
  const search = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  if ((mode & search) === 0) return false;
  const parent = dirname(folder);
  return parent === folder || canReach(parent, user);
}

function listUsers(): RunAs[] {
  let passwd = '';
  try {
    passwd = readFileSync('/etc/passwd', 'utf8');
  } catch {
    // Without the file there is no such user; the caller reports it.
  }
  return passwd
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter((user) => user.uid > 0 && Number.isInteger(user.gid));
}

function ownerOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.uid;
}
