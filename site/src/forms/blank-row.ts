import type { FormValues } from '@portico/sdk';

/** Adds an empty row to the repeater at a path, for pages without scripts. */
export function withBlankRow(values: FormValues, path: string): FormValues {
  const [key = '', ...rest] = path.split('/');
  // Threat: prototype pollution. fromEntries sets `__proto__` as an ordinary key.
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
