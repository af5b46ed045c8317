import { accessSync, constants, statSync } from 'node:fs';
import { totalmem } from 'node:os';
import type { RunAs } from './processes.ts';
import { archiveSettings } from './wal-folder.ts';

const MB = 1024 * 1024;

/** Returns the arguments of `postgres`. These settings apply regardless of the version that created the cluster. */
export function buildArguments(cluster: string, socketDir: string, user: RunAs | undefined): string[] {
  const settings: Record<string, string> = {
    // Opens no TCP port: the permissions of the socket's folder keep out processes of other users.
    listen_addresses: '',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: `${chooseSharedBuffersMb()}MB`,
    work_mem: '16MB',
    maintenance_work_mem: `${Math.min(128, chooseSharedBuffersMb())}MB`,
    fsync: 'on',
    synchronous_commit: 'on',
    restart_after_crash: 'on',
    dynamic_shared_memory_type: hasSharedMemory(user) ? 'posix' : 'sysv',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Portico logs failed statements itself. PostgreSQL's log would store their values (such as e-mail
    // addresses) in plain text, and would grow with every ordinary constraint violation.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_statement: 'none',
    log_checkpoints: 'off',
    ...archiveSettings(cluster),
  };
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** Returns an eighth of the memory of the machine or container, but at least 32 MB and at most 256 MB. */
function chooseSharedBuffersMb(): number {
  // The value is 0 or huge if the process has no memory limit.
  const limit = process.constrainedMemory();
  const bytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return Math.max(32, Math.min(256, Math.floor(bytes / 8 / MB)));
}

/**
 * Returns true if PostgreSQL can use POSIX shared memory. It requires a /dev/shm that the user can write to, which a
 * minimal chroot does not have.
 */
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
