/** Extracts the texts and numbers of a submission that searches find. Excludes ids and the addresses of files. */

/** Properties of files and products that are generated, so nobody searches for them. */
const EXCLUDED_KEYS: ReadonlySet<string> = new Set(['fileId', 'fileType', 'url', 'productId']);
/** Bounds the recursion. No form produces deeper values. */
const MAX_DEPTH = 10;

export function* textsOf(value: unknown, levels = MAX_DEPTH): Generator<string> {
  if (levels === 0) return;
  if (typeof value === 'string') yield value;
  else if (typeof value === 'number') yield String(value);
  else if (Array.isArray(value)) {
    for (const element of value) yield* textsOf(element, levels - 1);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) {
      if (!EXCLUDED_KEYS.has(key)) yield* textsOf(part, levels - 1);
    }
  }
}
