import { LRUCache } from 'lru-cache';

/**
 * Creates a cache that retains the `max` most recently used values. Its memory grows with its values. With the option
 * `max`, LRUCache would allocate the slots of all values at once: 0.2 MB per cache of 10,000, most of them unused.
 */
export const createBoundedCache = <V extends {}>(max: number): LRUCache<string, V> =>
  new LRUCache({ maxSize: max, sizeCalculation: () => 1 });
