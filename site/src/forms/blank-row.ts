import type { FormValues } from '@portico/sdk';

/** Adds an empty row to the repeater at a path, for pages without scripts. */
export function withBlankRow(values: FormValues, path: string): FormValues {
  const [key = '', ...rest] = path.split('/');
  // Threat: prototype pollution. fromEntries sets `__proto__` as an ordinary key.
  const withKey = (value: unknown): FormValues => Object.fromEntries([...Object.entries(values), [key, value]]);
  const inner = Object.hasOwn(values, key) ? values[key] : undefined;
  if (rest.length === 0) return withKey([...(Array.isArray(inner) ? inner : [{}]), {}]);
  if (Array.isArray(inner)) {
    const [index = '', ...innerPath] = rest;
    return withKey(
      inner.map((row, i) =>
        String(i) === index ? withBlankRow(row as FormValues, innerPath.join('/')) : (row as unknown),
      ),
    );
  }
  return withKey(withBlankRow((inner ?? {}) as FormValues, rest.join('/')));
}
