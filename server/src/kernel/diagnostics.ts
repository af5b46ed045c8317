/**
 * Diagnostic channels of the process. Code publishes what happens; metrics, logs and traces subscribe if they are
 * turned on. Without subscribers, a channel costs one check of `hasSubscribers`.
 */
import { channel } from 'node:diagnostics_channel';

/** The outcome of one attempt to send a mail or to deliver an event to a webhook. */
export interface SendOutcome {
  readonly kind: 'mail' | 'delivery';
  /** `retry` means that the attempt failed and another one follows; `kept` that there is no mail server. */
  readonly outcome: 'sent' | 'failed' | 'retry' | 'kept';
}

/** Receives a SendOutcome after each attempt. */
export const sendOutcomes = channel('portico:send-outcome');

export function publishOutcome(message: SendOutcome): void {
  if (sendOutcomes.hasSubscribers) sendOutcomes.publish(message);
}

const cacheNames = new WeakMap<object, string>();

/**
 * Names a cache for the metrics, which count its hits and misses through the channel of lru-cache. Returns the cache.
 * @param name plural noun, such as `collections`
 */
export function nameCache<C extends object>(name: string, cache: C): C {
  cacheNames.set(cache, name);
  return cache;
}

/** Returns the name of a cache, or undefined if it has none. */
export const nameOfCache = (cache: object): string | undefined => cacheNames.get(cache);
