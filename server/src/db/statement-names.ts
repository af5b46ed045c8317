const MOST_NAMES = 1_000;
const names = new Map<string, string>();
const seenOnce = new Set<string>();

/**
 * The name under which a statement is prepared, or undefined while it should stay unnamed: a text seen for the first
 * time may never come again, and each name costs memory in every backend, so their number is bounded.
 */
export function nameOf(text: string): string | undefined {
  const name = names.get(text);
  if (name || names.size >= MOST_NAMES) return name;
  if (!seenOnce.has(text)) {
    if (seenOnce.size >= MOST_NAMES) seenOnce.clear();
    seenOnce.add(text);
    return undefined;
  }
  seenOnce.delete(text);
  const given = `p${names.size}`;
  names.set(text, given);
  return given;
}
