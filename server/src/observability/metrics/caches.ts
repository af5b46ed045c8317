import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Counter, type Registry } from 'prom-client';
import { nameOfCache } from '../../kernel/diagnostics.ts';

/** The channel on which lru-cache publishes each operation. */
const CHANNEL = 'lru-cache:metrics';

/** Counts hits and misses of the named caches. Returns a function that stops the counting. */
export function measureCaches(registry: Registry): () => void {
  const lookups = new Counter({
    name: 'portico_cache_lookups_total',
    help: 'Lookups in the caches of this process, by result (hit or miss).',
    labelNames: ['cache', 'result'],
    registers: [registry],
  });
  const onOperation = (message: unknown): void => {
    const { op, get, cache } = message as { readonly op: string; readonly get?: string; readonly cache: object };
    if (op !== 'get') return;
    const name = nameOfCache(cache);
    if (name !== undefined) lookups.inc({ cache: name, result: get === 'hit' ? 'hit' : 'miss' });
  };
  subscribe(CHANNEL, onOperation);
  return () => unsubscribe(CHANNEL, onOperation);
}
