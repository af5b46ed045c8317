/** The parameters of the token endpoint, in camelCase or snake_case. */
import { AppError } from '../../kernel/app-error.ts';

const NAMES = [
  'grantType',
  'clientId',
  'clientSecret',
  'refreshToken',
  'redirectUri',
  'code',
  'codeVerifier',
  'scope',
  'memberId',
  'sessionToken',
  'instanceId',
] as const;

export type TokenRequest = { readonly [name in (typeof NAMES)[number]]?: string };

/** @throws AppError invalid_request for a parameter in both spellings with different values (RFC 6749, section 3.2) */
export function readTokenRequest(body: Readonly<Record<string, unknown>>): TokenRequest {
  return Object.fromEntries(NAMES.flatMap((name) => readEntry(body, name)));
}

/** @throws AppError invalid_request naming the parameter that is missing */
export function requireParam(params: TokenRequest, name: keyof TokenRequest): string {
  const value = params[name];
  if (!value) throw new AppError('invalid_request', { reason: `${toSnakeCase(name)} is missing` });
  return value;
}

/** Reads a parameter in camelCase or snake_case. An empty value is treated as absent (RFC 6749, section 3.1). */
export function readEntry<N extends string>(from: Readonly<Record<string, unknown>>, name: N): [N, string][] {
  const [camel, snake] = [from[name], from[toSnakeCase(name)]];
  if (camel && snake && camel !== snake) {
    throw new AppError('invalid_request', { reason: `${toSnakeCase(name)} occurs twice with different values` });
  }
  const value = camel || snake;
  return typeof value === 'string' && value !== '' ? [[name, value]] : [];
}

/** A cache, because each request reads every parameter. It stays small: the names are constants. */
const snakeNames = new Map<string, string>();

function toSnakeCase(name: string): string {
  const cached = snakeNames.get(name);
  if (cached) return cached;
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  snakeNames.set(name, snake);
  return snake;
}
