/** Hostile values in every place of a body: a clear refusal, never a failure, and a refused call writes nothing. */
import { expect } from 'vitest';
import { reasonOf } from './answers.ts';
import type { Answered } from './index.ts';

/** As they stand in a body: JSON.stringify cannot write some of what clients send. */
export const HOSTILE: readonly string[] = [
  ...['null', '5', '-1', '1.5', '1e308', '1e999', '-1e999', 'true', '""', '[]', '{}', '[null]', '[[]]'],
  ...['"\\u0000"', '"a\\u0000b"', '"\\ud800"', '{"\\u0000":1}', '{"\\udc00":1}', '{"":1}'],
  ...['{"$date":"bad"}', '{"$date":5}', '{"$gt":1}', '"$x"'],
  ...['"__proto__"', '"constructor"', '"a.b"', `"'; drop table x; --"`],
  ...[`"${'x'.repeat(300)}"`, `"${'y'.repeat(60_000)}"`],
  ...[`${'['.repeat(1_000)}${']'.repeat(1_000)}`, `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`],
];

export interface Tried {
  readonly name: string;
  readonly values: readonly string[];
  /** whether a value is tried this time */
  isTried(): boolean;
  /** Makes what the call is about, and answers a body that it takes: again after each call that was allowed. */
  prepare(): Promise<object>;
  send(body: string): Promise<Answered>;
  /** what the calls store, as a text to compare */
  stored(): Promise<string>;
}

/** Sends the call with each value in each place of its body. */
export async function tryHostile({ name, values, isTried, prepare, send, stored }: Tried): Promise<void> {
  const anew = async () => ({ body: await prepare(), before: await stored() });
  // What a refusal has left alone is still what it was; what was allowed may have changed anything.
  let now: Awaited<ReturnType<typeof anew>> | undefined = await anew();
  for (const place of placesOf(now.body)) {
    for (const value of values) {
      if (!isTried()) continue;
      now ??= await anew();
      const answer = await send(withValue(now.body, place, value));
      const asked = `${name} ${place.join('.')}: ${value.slice(0, 50)}`;
      expect([asked, answer.status < 500 ? '' : answer.text]).toEqual([asked, '']);
      if (answer.status === 200) {
        now = undefined;
        continue;
      }
      expect([asked, reasonOf(answer)]).toEqual([asked, expect.stringMatching(/.../)]);
      expect([asked, await stored()]).toEqual([asked, now.before]);
    }
  }
  expect(Object.keys(Object.prototype)).toEqual([]);
}

/** Every part of the body, by its path. */
function* placesOf(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (path.length > 0) yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) yield* placesOf(part, [...path, key]);
}

const MARK = '@here@';

function withValue(body: object, place: readonly string[], value: string): string {
  const put = (part: unknown, [key, ...rest]: readonly string[]): unknown => {
    if (key === undefined) return MARK;
    const copy = structuredClone(part) as Record<string, unknown>;
    copy[key] = put(copy[key], rest);
    return copy;
  };
  return JSON.stringify(put(body, place)).replace(`"${MARK}"`, () => value);
}
