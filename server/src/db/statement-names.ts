import { LRUCache } from 'lru-cache';

const MAX_NAMES = 1_000;
const names = new Map<string, string>();
const seenOnce = new LRUCache<string, true>({ max: MAX_NAMES });

/**
 * Returns the name under which a statement is prepared, or undefined if it should remain unnamed. A statement is named
 * only when its text occurs for the second time. The number of names is limited, because each name costs memory in
 * every backend.
 */
export function nameOf(text: string): string | undefined {
  const name = names.get(text);
  if (name || names.size >= MAX_NAMES) return name;
  if (!seenOnce.has(text)) {
    seenOnce.set(text, true);
    return undefined;
  }
  seenOnce.delete(text);
  const newName = `p${names.size}`;
  names.set(text, newName);
  return newName;
}
