import { isObject } from '../model.ts';

/** deeper values are kept as they are: no kind of field is nested deeper, so they are refused anyway */
const DEPTH = 20;

/**
 * Takes null, undefined, "" and [] out of the values, at every depth, before anything is checked: the vendor's form
 * sends empty fields as null (forms contract section 5.2).
 */
export function dropEmpty(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return (dropped(values, DEPTH) ?? {}) as Record<string, unknown>;
}

function dropped(value: unknown, depth: number): unknown {
  if (value === null || value === undefined || value === '') return undefined;
  if (depth === 0) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => dropped(item, depth - 1)).filter((item) => item !== undefined);
    return items.length === 0 ? undefined : items;
  }
  if (isObject(value)) {
    // fromEntries defines keys instead of assigning them: `__proto__` stays a key
    return Object.fromEntries(
      Object.entries(value)
        .map(([key, item]) => [key, dropped(item, depth - 1)] as const)
        .filter(([, item]) => item !== undefined),
    );
  }
  return value;
}
