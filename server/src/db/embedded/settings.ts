import { accessSync, constants, statSync } from 'node:fs';
import { totalmem } from 'node:os';
import type { RunAs } from './processes.ts';

const MB = 1024 * 1024;

/** The command line of `postgres`: the settings of the code's version count, whatever version made the cluster. */
export function postgresArguments(cluster: string, socketDir: string, user: RunAs | undefined): string[] {
  const settings: Record<string, string> = {
    // No TCP port, ever: the socket's folder is the door, and no process of another user can pass it.
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
    // Failed statements are the server's to report. Here their values (an address that is taken) would lie in plain text,
    // and constraints that refuse a row are everyday events that would fill the file.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_statement: 'none',
    log_checkpoints: 'off',
  };
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** An eighth of what the machine, or the container, has; between 32 MB and 256 MB. */
function sharedBuffersMb(): number {
  // 0 or a huge number where no limit is set
  const limit = process.constrainedMemory();
  const bytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return Math.max(32, Math.min(256, Math.floor(bytes / 8 / MB)));
}

/** POSIX shared memory wants a /dev/shm that the user can write to, which a bare chroot lacks. */
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
