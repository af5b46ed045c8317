import { isObject } from '../model.ts';

/**
 * Maximum depth that is processed. Deeper values remain unchanged, and validation rejects them, because no kind of
 * field is nested deeper.
 */
const MAX_DEPTH = 20;

/**
 * Removes null, undefined, "" and [] from the values at every depth before validation, because the vendor's form sends
 * empty fields as null (forms contract section 5.2).
 */
export function dropEmpty(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return (dropAtDepth(values, MAX_DEPTH) ?? {}) as Record<string, unknown>;
}

function dropAtDepth(value: unknown, depth: number): unknown {
  if (value === null || value === undefined || value === '') return undefined;
  if (depth === 0) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => dropAtDepth(item, depth - 1)).filter((item) => item !== undefined);
    return items.length === 0 ? undefined : items;
  }
  if (isObject(value)) {
    // fromEntries defines keys instead of assigning them, so `__proto__` remains an ordinary key.
    return Object.fromEntries(
      Object.entries(value)
        .map(([key, item]) => [key, dropAtDepth(item, depth - 1)] as const)
        .filter(([, item]) => item !== undefined),
    );
  }
  return value;
}
