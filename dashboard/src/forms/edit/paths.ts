/** Values deep inside of a field, by dotted paths: what the path does not touch stays, however little is known of it. */
import { isObject } from '@portico/domain';

export function valueAt(holder: unknown, path: string): unknown {
  let value = holder;
  for (const key of path.split('.')) {
    if (Array.isArray(value)) value = value[Number(key)];
    else if (isObject(value)) value = value[key];
    else return undefined;
  }
  return value;
}

/** A copy with another value at the path; `undefined` takes the key away. */
export function withValueAt<T extends object>(holder: T, path: string, value: unknown): T {
  const [key = '', ...rest] = path.split('.');
  const inner = (holder as Record<string, unknown>)[key];
  const next = rest.length === 0 ? value : withValueAt(isObject(inner) ? inner : {}, rest.join('.'), value);
  const { [key]: _, ...others } = holder as Record<string, unknown>;
  return (next === undefined ? others : { ...holder, [key]: next }) as T;
}
