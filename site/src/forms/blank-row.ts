import type { FormValues } from '@portico/sdk';

/** The values with one more row in the repeater at a path, for a page that cannot add one by itself. */
export function withBlankRow(values: FormValues, path: string): FormValues {
  const [key = '', ...rest] = path.split('/');
  // Keys of the posted path are set with fromEntries, which lets `__proto__` stay a key.
  const set = (value: unknown): FormValues => Object.fromEntries([...Object.entries(values), [key, value]]);
  const inner = Object.hasOwn(values, key) ? values[key] : undefined;
  if (rest.length === 0) return set([...(Array.isArray(inner) ? inner : [{}]), {}]);
  if (Array.isArray(inner)) {
    const [index = '', ...below] = rest;
    return set(
      inner.map((row, at) =>
        String(at) === index ? withBlankRow(row as FormValues, below.join('/')) : (row as unknown),
      ),
    );
  }
  return set(withBlankRow((inner ?? {}) as FormValues, rest.join('/')));
}
