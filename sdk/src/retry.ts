import { onlyReads } from '@portico/domain';
import { abortError, NETWORK_ERROR, PorticoError } from './error.ts';

/** Statuses of a server that is overloaded or restarts. */
const TRANSIENT_STATUSES = [502, 503, 504];
const BASE_DELAY_MS = 300;
/** If the server asks for a longer delay, the call is not retried, and the app decides whether to wait. */
const MAX_DELAY_MS = 10_000;
/** Returns true if a failed call may be repeated, because it only reads or has an idempotency key. */
export const isRepeatable = (route: string, headers: Readonly<Record<string, string>> = {}): boolean =>
  onlyReads(route) || 'idempotency-key' in headers;

/** Repeats an attempt that failed because of the network or a busy server, at most `retries` times. */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  retries: number,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (let count = 0; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      const delay = count < retries ? delayAfter(error, count) : null;
      if (delay === null) throw error;
      await pause(delay, signal);
    }
  }
}

/** Returns the milliseconds to wait, or null if a repeated call would fail too. */
function delayAfter(error: unknown, count: number): number | null {
  if (!(error instanceof PorticoError)) return null;
  const { status, code, retryAfterSeconds } = error;
  // Delays are random, so that clients do not all retry at the same moment.
  const delay = BASE_DELAY_MS * 2 ** count * (0.5 + Math.random());
  const retryAfterMs = (retryAfterSeconds ?? 0) * 1_000;
  const isTransient =
    code === NETWORK_ERROR ||
    TRANSIENT_STATUSES.includes(status) ||
    // A 429 without a time to wait is not retried, because it means that a quota is used up.
    (status === 429 && retryAfterMs > 0);
  return isTransient && retryAfterMs <= MAX_DELAY_MS ? retryAfterMs + delay : null;
}

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', finish);
      if (signal?.aborted) reject(abortError(signal));
      else resolve();
    };
    const timer = setTimeout(finish, ms);
    if (signal?.aborted) finish();
    else signal?.addEventListener('abort', finish);
  });
