import { AppError } from '../kernel/app-error.ts';

/** Runs `work` as soon as the table and the site both use fewer connections than they may. */
export type ConnectionShares = <R>(siteId: string, table: string, work: () => Promise<R>) => Promise<R>;

interface Waiter {
  readonly keys: readonly [site: string, table: string];
  readonly start: () => void;
}

/** Maximum wait in milliseconds until `work` may use a connection. A waiting call holds none. */
const WAIT_MS = 10_000;
const MAX_WAITING = 1_000;
/** Threat: one site with many slow calls fills the queue, so that the calls of all other sites are rejected. */
const MAX_WAITING_OF_SITE = MAX_WAITING / 2;

/**
 * Limits how many connections of a pool the calls on one table, and on one site, use at the same time. A locked table
 * blocks every call on it. Without a limit, those calls would take all connections and starve the other tables and
 * sites.
 * @throws AppError SERVER_BUSY if the table or the site remains at its limit for too long, or if too many calls wait
 */
export function createConnectionShares(limits: {
  readonly perTable: number;
  readonly perSite: number;
}): ConnectionShares {
  const inUse = new Map<string, number>();
  const waiting = new Set<Waiter>();
  const countInUse = (key: string): number => inUse.get(key) ?? 0;
  const hasCapacity = ([site, table]: Waiter['keys']): boolean =>
    countInUse(site) < limits.perSite && countInUse(table) < limits.perTable;
  const take = (keys: Waiter['keys']): void => {
    for (const key of keys) inUse.set(key, countInUse(key) + 1);
  };
  const release = (keys: Waiter['keys']): void => {
    for (const key of keys) {
      if (countInUse(key) === 1) inUse.delete(key);
      else inUse.set(key, countInUse(key) - 1);
    }
    // Skips calls whose table or site is still at its limit, so that they do not block the calls behind them.
    const next = [...waiting].find(({ keys }) => hasCapacity(keys));
    if (!next) return;
    waiting.delete(next);
    take(next.keys);
    next.start();
  };
  const countWaiting = (site: string): number => {
    let count = 0;
    for (const { keys } of waiting) if (keys[0] === site) count += 1;
    return count;
  };
  const waitForCapacity = (keys: Waiter['keys']): Promise<void> => {
    if (waiting.size >= MAX_WAITING || countWaiting(keys[0]) >= MAX_WAITING_OF_SITE) throw new AppError('SERVER_BUSY');
    return new Promise((resolve, reject) => {
      const waiter = {
        keys,
        start() {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        waiting.delete(waiter);
        reject(new AppError('SERVER_BUSY'));
      }, WAIT_MS);
      waiting.add(waiter);
    });
  };
  return async (siteId, table, work) => {
    const keys = [siteId, `${siteId}/${table}`] as const;
    if (hasCapacity(keys)) take(keys);
    else await waitForCapacity(keys);
    try {
      return await work();
    } finally {
      release(keys);
    }
  };
}
