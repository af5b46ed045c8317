/** The parameters of the token endpoint, whichever way they were spelled. */
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

/** @throws AppError invalid_request where a parameter is given in both spellings with two values (RFC 6749, 3.2) */
export function readTokenRequest(body: Readonly<Record<string, unknown>>): TokenRequest {
  return Object.fromEntries(NAMES.flatMap((name) => entry(body, name)));
}

/** @throws AppError invalid_request naming the parameter that is missing */
export function required(asked: TokenRequest, name: keyof TokenRequest): string {
  const value = asked[name];
  if (!value) throw new AppError('invalid_request', { reason: `${snakeCase(name)} is missing` });
  return value;
}

/** A parameter in camelCase or snake_case; empty counts as absent (RFC 6749, section 3.1). */
export function entry<N extends string>(from: Readonly<Record<string, unknown>>, name: N): [N, string][] {
  const [camel, snake] = [from[name], from[snakeCase(name)]];
  if (camel && snake && camel !== snake) {
    throw new AppError('invalid_request', { reason: `${snakeCase(name)} is given twice` });
  }
  const value = camel || snake;
  return typeof value === 'string' && value !== '' ? [[name, value]] : [];
}

/** Asked for every parameter of every request; the names are our own and few. */
const snakeNames = new Map<string, string>();

function snakeCase(name: string): string {
  const known = snakeNames.get(name);
  if (known) return known;
  const made = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  snakeNames.set(name, made);
  return made;
}
