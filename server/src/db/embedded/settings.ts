import { accessSync, constants, statSync } from 'node:fs';
import { totalmem } from 'node:os';
import type { RunAs } from './processes.ts';

const MB = 1024 * 1024;

/** The command line of `postgres`. The settings of this version apply, whatever version created the cluster. */
export function postgresArguments(cluster: string, socketDir: string, user: RunAs | undefined): string[] {
  const settings: Record<string, string> = {
    // No TCP port, ever: the permissions of the socket's folder keep out processes of other users.
    listen_addresses: '',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: `${sharedBuffersMb()}MB`,
    work_mem: '16MB',
    maintenance_work_mem: `${Math.min(128, sharedBuffersMb())}MB`,
    fsync: 'on',
    synchronous_commit: 'on',
    restart_after_crash: 'on',
    dynamic_shared_memory_type: hasSharedMemory(user) ? 'posix' : 'sysv',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The server reports failed statements itself. Here their values (such as an existing address) would be stored in plain
    // text, and the constraint violations of normal operation would fill the file.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_statement: 'none',
    log_checkpoints: 'off',
  };
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** An eighth of the memory of the machine or container, between 32 MB and 256 MB. */
function sharedBuffersMb(): number {
  // The value is 0 or huge if no limit is set.
  const limit = process.constrainedMemory();
  const bytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return Math.max(32, Math.min(256, Math.floor(bytes / 8 / MB)));
}

/** POSIX shared memory needs a /dev/shm that the user can write to, which a bare chroot lacks. */
function hasSharedMemory(user: RunAs | undefined): boolean {
  if (process.platform !== 'linux') return true;
  try {
    accessSync('/dev/shm', constants.W_OK);
    const { mode, uid } = statSync('/dev/shm');
    return !user || uid === user.uid || (mode & 0o002) !== 0;
  } catch {
    return false;
  }
}
