import { AppError } from '../../kernel/app-error.ts';

type Complete<Value, Key extends keyof Value> = Value & { readonly [K in Key]-?: Exclude<Value[K], undefined> };

/**
 * Returns the value if it has all of these keys. Without this check, a misspelled key would be treated as an empty
 * list.
 * @param inputPath path of the value in the body with a trailing dot; empty for the body itself
 * @throws AppError WDE0080 with the first missing key
 */
export function requireKeys<Value extends object, Key extends keyof Value & string>(
  value: Value,
  keys: readonly Key[],
  inputPath = '',
): Complete<Value, Key> {
  const missing = keys.find((key) => value[key] === undefined);
  if (missing === undefined) return value as Complete<Value, Key>;
  const field = `${inputPath}${missing}`;
  throw new AppError('WDE0080', { reason: `${field} is missing`, field });
}
