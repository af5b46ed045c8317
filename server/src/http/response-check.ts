import { isDeepStrictEqual } from 'node:util';
import type { Endpoint } from '@portico/contract/endpoint';
import { Value } from 'typebox/value';
import { Answer } from '../kernel/answer.ts';
import { checkOf } from './input.ts';

/**
 * Used only in tests: throws if a response does not fit its schema or has a field that the schema does not name. In
 * production nothing strips unknown fields; secrets stay private because wire.ts names every field.
 */
export function assertAnswerFits(endpoint: Endpoint, output: unknown): void {
  if (!endpoint.response || (output instanceof Answer && !isJsonText(output))) return;
  const value = output instanceof Answer ? JSON.parse(String(output.body)) : JSON.parse(JSON.stringify(output ?? {}));
  const check = checkOf(endpoint.response);
  if (!check.Check(value)) {
    throw new Error(
      `${endpoint.id} returned what its contract does not allow: ${JSON.stringify(check.Errors(value).slice(0, 3))}`,
    );
  }
  const named = Value.Clean(endpoint.response, structuredClone(value));
  if (!isDeepStrictEqual(named, value)) {
    throw new Error(
      `${endpoint.id} returned a field that its contract does not name: ${JSON.stringify(value).slice(0, 500)}`,
    );
  }
}

const isJsonText = (answer: Answer): boolean =>
  answer.status === 200 && String(answer.headers['content-type']).startsWith('application/json');
