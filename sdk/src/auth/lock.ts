import type { WebSignal } from '../web-types.ts';

/** The part of the Web Locks API that is used to refresh tokens. */
export interface Locks {
  request<T>(name: string, options: { signal: WebSignal }, run: () => Promise<T>): Promise<T>;
}

/** A tab that holds the lock longer than this is probably frozen, so the other tabs continue without the lock. */
const LOCK_TIMEOUT_MS = 5_000;

/**
 * Runs the work while this client holds the lock, if the runtime has locks. The lock only saves requests: the work must be
 * correct without it.
 */
export async function withLock<T>(
  locks: Locks | undefined,
  name: string | undefined,
  work: () => Promise<T>,
  timeoutMs = LOCK_TIMEOUT_MS,
): Promise<T> {
  if (!locks || !name) return work();
  let hasStarted = false;
  try {
    // The signal ends only the wait for the lock.
    return await locks.request(name, { signal: AbortSignal.timeout(timeoutMs) }, () => {
      hasStarted = true;
      return work();
    });
  } catch (error) {
    if (hasStarted) throw error;
    return work();
  }
}
