/**
 * Sends hostile values at every path of a body. Each must be rejected with a clear error, never a 500, and must write
 * nothing.
 */
import { expect } from 'vitest';
import type { TestResponse } from './index.ts';
import { reasonOf } from './responses.ts';

/** Raw JSON, because JSON.stringify cannot produce some of what clients send. */
export const HOSTILE: readonly string[] = [
  ...['null', '5', '-1', '1.5', '1e308', '1e999', '-1e999', 'true', '""', '[]', '{}', '[null]', '[[]]'],
  ...['"\\u0000"', '"a\\u0000b"', '"\\ud800"', '{"\\u0000":1}', '{"\\udc00":1}', '{"":1}'],
  ...['{"$date":"bad"}', '{"$date":5}', '{"$gt":1}', '"$x"'],
  ...['"__proto__"', '"constructor"', '"a.b"', `"'; drop table x; --"`],
  ...[`"${'x'.repeat(300)}"`, `"${'y'.repeat(60_000)}"`],
  ...[`${'['.repeat(1_000)}${']'.repeat(1_000)}`, `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`],
];

export interface HostileCall {
  readonly name: string;
  readonly values: readonly string[];
  /** Returns whether to send the next value, so that a test can send a random sample. */
  shouldSend(): boolean;
  /** Creates what the call needs and returns a valid body. Called again after each successful call. */
  prepare(): Promise<object>;
  send(body: string): Promise<TestResponse>;
  /** Returns the stored state as text, for comparison. */
  readState(): Promise<string>;
}

/** Sends the call with each value at each path of its body. */
export async function sendHostileValues({
  name,
  values,
  shouldSend: isTried,
  prepare,
  send,
  readState: stored,
}: HostileCall): Promise<void> {
  const prepareAgain = async () => ({ body: await prepare(), before: await stored() });
  // After a rejected call the state is unchanged, so it can be reused; a successful call may have changed anything.
  let now: Awaited<ReturnType<typeof prepareAgain>> | undefined = await prepareAgain();
  for (const path of pathsOf(now.body)) {
    for (const value of values) {
      if (!isTried()) continue;
      now ??= await prepareAgain();
      const response = await send(withValue(now.body, path, value));
      const description = `${name} ${path.join('.')}: ${value.slice(0, 50)}`;
      expect([description, response.status < 500 ? '' : response.text]).toEqual([description, '']);
      if (response.status === 200) {
        now = undefined;
        continue;
      }
      expect([description, reasonOf(response)]).toEqual([description, expect.stringMatching(/.../)]);
      expect([description, await stored()]).toEqual([description, now.before]);
    }
  }
  expect(Object.keys(Object.prototype)).toEqual([]);
}

/** Yields the path of every value in the body. */
function* pathsOf(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (path.length > 0) yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) yield* pathsOf(part, [...path, key]);
}

const MARK = '@here@';

function withValue(body: object, path: readonly string[], value: string): string {
  const replace = (part: unknown, [key, ...rest]: readonly string[]): unknown => {
    if (key === undefined) return MARK;
    const copy = structuredClone(part) as Record<string, unknown>;
    copy[key] = replace(copy[key], rest);
    return copy;
  };
  return JSON.stringify(replace(body, path)).replace(`"${MARK}"`, () => value);
}
