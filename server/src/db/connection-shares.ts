import { AppError } from '../kernel/app-error.ts';

/** Runs work as soon as both the table and the site have a free share. */
export type ConnectionShares = <R>(siteId: string, table: string, work: () => Promise<R>) => Promise<R>;

interface Waiter {
  readonly keys: readonly [site: string, table: string];
  readonly start: () => void;
}

/** Maximum wait for a share, in milliseconds. A waiting call holds no connection. */
const WAIT_MS = 10_000;
const MAX_WAITING = 1_000;

/**
 * Limits how many connections of a pool the calls on one table, and on one site, use at a time. A locked table blocks
 * every call on it. Without a limit, those calls would take all connections and starve the other tables and sites.
 * @throws AppError SERVER_BUSY if no share becomes free in time, or if too many calls wait
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
    // Skips calls that wait for a full table, so that they do not block the calls behind them.
    const next = [...waiting].find(({ keys }) => hasCapacity(keys));
    if (!next) return;
    waiting.delete(next);
    take(next.keys);
    next.start();
  };
  const waitForCapacity = (keys: Waiter['keys']): Promise<void> => {
    if (waiting.size >= MAX_WAITING) throw new AppError('SERVER_BUSY');
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
