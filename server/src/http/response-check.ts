/**
 * Checks that run only in tests (HttpOptions.isStrict): an endpoint must not do anything that the contract does not
 * declare. In production, nothing removes unknown fields; secrets stay private because wire.ts names every field.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { Endpoint } from '@portico/contract/endpoint';
import { Value } from 'typebox/value';
import { HttpResponse } from '../kernel/http-response.ts';
import { checkOf } from './input.ts';

/**
 * The endpoint did something that its contract does not declare. The message names the difference and the file of the
 * declaration.
 */
export class UndeclaredBehaviour extends Error {}

/** @throws UndeclaredBehaviour if a response does not fit its schema or has a field that the schema does not name */
export function assertResponseDeclared(endpoint: Endpoint, output: unknown): void {
  if (!endpoint.response || (output instanceof HttpResponse && !isJsonText(output))) return;
  const value =
    output instanceof HttpResponse ? JSON.parse(String(output.body)) : JSON.parse(JSON.stringify(output ?? {}));
  const cleaned = Value.Clean(endpoint.response, structuredClone(value));
  const undeclared = listDifferences(value, cleaned);
  if (undeclared.length > 0) {
    throw new UndeclaredBehaviour(
      `${endpoint.id} responded with ${undeclared.slice(0, 5).join(', ')}, which its contract does not declare. ` +
        `Declare the field in the response of ${endpoint.id} in ${contractFileOf(endpoint)}, or do not send it.`,
    );
  }
  const check = checkOf(endpoint.response);
  if (check.Check(value)) return;
  const violations = check.Errors(value).map(({ instancePath, message }) => `${toJsonPath(instancePath)} ${message}`);
  throw new UndeclaredBehaviour(
    `${endpoint.id} responded with a value that violates its contract: ${violations.slice(0, 3).join('; ')}. ` +
      `Correct the value, or the response of ${endpoint.id} in ${contractFileOf(endpoint)}.`,
  );
}

/** @throws UndeclaredBehaviour always: the endpoint failed with a code that it does not list */
export function rejectUndeclaredCode(endpoint: Endpoint, code: string): never {
  throw new UndeclaredBehaviour(
    `${endpoint.id} failed with the code ${code}, which its contract does not list. ` +
      `Add it to the errors of ${endpoint.id} in ${contractFileOf(endpoint)}.`,
  );
}

/** @throws UndeclaredBehaviour always: the endpoint succeeded for a caller that its declared access excludes */
export function rejectUndeclaredCaller(endpoint: Endpoint, callerKind: string): never {
  throw new UndeclaredBehaviour(
    `${endpoint.id} succeeded for a caller of the kind ${callerKind}, although its access '${endpoint.access}' excludes such callers. ` +
      `Correct the access of ${endpoint.id} in ${contractFileOf(endpoint)}, or check the permission in the use case.`,
  );
}

const isJsonText = (response: HttpResponse): boolean =>
  response.status === 200 && String(response.headers['content-type']).startsWith('application/json');

/** Returns the JSON paths at which `value` differs from `cleaned`, its copy with only the declared fields. */
function listDifferences(value: unknown, cleaned: unknown, path = '$'): string[] {
  if (isDeepStrictEqual(value, cleaned)) return [];
  if (typeof value !== 'object' || typeof cleaned !== 'object' || !value || !cleaned) return [path];
  return Object.entries(value).flatMap(([key, part]) => {
    const partPath = Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`;
    return key in cleaned ? listDifferences(part, (cleaned as Record<string, unknown>)[key], partPath) : [partPath];
  });
}

/** Converts `/items/0/name` (RFC 6901) to `$.items[0].name`. */
const toJsonPath = (pointer: string): string =>
  `$${pointer.replace(/\/([^/]+)/g, (_, key: string) => (/^\d+$/.test(key) ? `[${key}]` : `.${key}`))}`;

const CONTRACT = fileURLToPath(new URL('../../../contract/src/', import.meta.url));

/**
 * Returns the contract file that contains the endpoint's id. Returns the slice's folder if no file contains the whole
 * id, because the contract composes it from parts.
 */
function contractFileOf({ id, slice }: Endpoint): string {
  const file = readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .find((name) => readFileSync(join(CONTRACT, name), 'utf8').includes(`'${id}'`));
  return `contract/src/${file ?? slice}`;
}
