/** The part of the Web Locks API that refreshes use. */
export interface Locks {
  request<T>(name: string, options: { signal: AbortSignal }, run: () => Promise<T>): Promise<T>;
}

/** A tab that holds the lock longer than this is probably frozen, so the others continue without it. */
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
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), timeoutMs);
  let hasStarted = false;
  try {
    return await locks.request(name, { signal: waiting.signal }, () => {
      hasStarted = true;
      clearTimeout(timer);
      return work();
    });
  } catch (error) {
    if (hasStarted) throw error;
    return await work();
  } finally {
    clearTimeout(timer);
  }
}
