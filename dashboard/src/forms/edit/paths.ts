/** Reads and sets nested values by dotted paths. All other properties are preserved. */
import { isObject } from '@portico/domain';

/** Returns the value at the path, or undefined. */
export function valueAt(root: unknown, path: string): unknown {
  let value = root;
  for (const key of path.split('.')) {
    if (Array.isArray(value)) value = value[Number(key)];
    else if (isObject(value)) value = value[key];
    else return undefined;
  }
  return value;
}

/** Returns a copy with another value at the path. `undefined` removes the key. */
export function withValueAt<T extends object>(root: T, path: string, value: unknown): T {
  const [key = '', ...rest] = path.split('.');
  const inner = (root as Record<string, unknown>)[key];
  const next = rest.length === 0 ? value : withValueAt(isObject(inner) ? inner : {}, rest.join('.'), value);
  const { [key]: _, ...others } = root as Record<string, unknown>;
  return (next === undefined ? others : { ...root, [key]: next }) as T;
}
