import { LRUCache } from 'lru-cache';

const MOST_NAMES = 1_000;
const names = new Map<string, string>();
const seenOnce = new LRUCache<string, true>({ max: MOST_NAMES });

/**
 * Returns the name under which a statement is prepared, or undefined if it should stay unnamed. A text that occurs for
 * the first time may never occur again, and each name costs memory in every backend, so their number is bounded.
 */
export function nameOf(text: string): string | undefined {
  const name = names.get(text);
  if (name || names.size >= MOST_NAMES) return name;
  if (!seenOnce.has(text)) {
    seenOnce.set(text, true);
    return undefined;
  }
  seenOnce.delete(text);
  const given = `p${names.size}`;
  names.set(text, given);
  return given;
}
