/** Hostile values in every place of every call's body: a clear refusal, never a failure, and a refused call writes nothing. */
import { endpoints } from '@portico/contract/index';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answered, type TestServer, testServer } from '../testing/index.ts';
import { isFull, seed } from '../testing/runs.ts';
import { ROWS, type Sent } from './testing/every-call.fixture.ts';
import { type Makes, maker, remembered } from './testing/world.fixture.ts';

let t: TestServer;
let owner: string;
/** things for calls that change some, and for those that do not */
let fresh: Makes;
let there: Makes;

beforeAll(async () => {
  t = await testServer();
  owner = await t.userToken('owner');
  await t.configure({ forms: { limits: { maxForms: 10_000, maxDeletedForms: 10_000 } } });
  fresh = maker(t, { sender: t.visitor, owner });
  there = remembered(fresh);
});
afterAll(() => t.stop());

/** As they stand in a body: JSON.stringify cannot write some of what clients send. */
const HOSTILE = [
  ...['null', '5', '-1', '1.5', '1e308', '1e999', '-1e999', 'true', '""', '[]', '{}', '[null]', '[[]]'],
  ...['"\\u0000"', '"a\\u0000b"', '"\\ud800"', '{"\\u0000":1}', '{"\\udc00":1}', '{"":1}', '[{"a":[{}]}]'],
  ...['{"$date":"bad"}', '{"$date":5}', '{"$gt":1}', '{"$in":[{}]}', '{"$and":{}}', '"$x"'],
  ...[
    '"__proto__"',
    '"constructor"',
    '{"constructor":1}',
    '{"toString":1,"valueOf":1}',
    '[{"toString":1,"valueOf":1}]',
  ],
  ...['"a.b"', '"submissions.__proto__"', '"id"', `"'; drop table x; --"`, '"00000000-0000-4000-8000-00000000dead"'],
  ...['"2024-02-30"', '"+275760-09-13T00:00:00.001Z"', '"9999999999999999999"'],
  ...[`"${'x'.repeat(300)}"`, `"${'y'.repeat(60_000)}"`, `[${'0,'.repeat(1_000)}0]`],
  ...[`${'['.repeat(1_000)}${']'.repeat(1_000)}`, `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`],
  ...[`${'['.repeat(200_000)}${']'.repeat(200_000)}`, `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
];

const declared = new Map(endpoints.map((one) => [one.id, one]));
const withBody = ROWS.filter(({ id, variant }) => declared.get(id)?.body && variant === undefined);

describe.each(withBody)('$id', ({ id, as, sent }) => {
  it('refuses what cannot be in its body, and says why', async () => {
    // What a refusal has left alone is still what it was; what was allowed may have changed anything.
    const of = as === 'viewer' || as === 'everybody' ? there : fresh;
    let call = await sent(of);
    let before: string | undefined;
    for (const place of placesOf(call.body)) {
      for (const value of HOSTILE) {
        if (!isTried()) continue;
        if (before === undefined) {
          call = await sent(of);
          before = await stored();
        }
        const { body = {} } = call;
        const answer = await send(id, call, withValue(body, place, value));
        const asked = `${id} ${place.join('.')}: ${value.slice(0, 50)}`;
        expect([asked, answer.status < 500 ? '' : answer.text]).toEqual([asked, '']);
        if (answer.status === 200) {
          before = undefined;
          continue;
        }
        expect([asked, reasonOf(answer)]).toEqual([asked, expect.stringMatching(/.../)]);
        expect([asked, await stored()]).toEqual([asked, before]);
      }
    }
    expect(({} as Record<string, unknown>).a).toBeUndefined();
  }, 300_000);
});

/** The same in addresses. */
const ODD = [
  '',
  '%00',
  '..%2f..',
  'x'.repeat(3_000),
  '-1',
  '1e999',
  '%F0%9F%92%A3',
  '%7B%22a%22%3A1%7D',
  '__proto__',
  "';--",
];
const addressed = ROWS.filter(({ id, variant }) => id !== 'media.files.upload' && variant === undefined);

it.each(addressed)('$id: odd parameters are refused or mean nothing', async ({ id, sent }) => {
  const parameters = Object.keys((declared.get(id)?.query as { properties?: object } | undefined)?.properties ?? {});
  for (const name of parameters) {
    for (const odd of ODD) {
      if (!isTried()) continue;
      const { params = {}, search = '', body } = await sent(there);
      const call: Sent =
        name in params
          ? { search, params: { ...params, [name]: odd } }
          : { search: `${search}&${name}=${odd}`, params };
      const answer = await send(id, call, body && JSON.stringify(body));
      expect([name, odd, answer.status < 500 ? '' : answer.text]).toEqual([name, odd, '']);
    }
  }
});

let tries = 0;
/** All of them under `npm run prove`, one in forty else, others each time. */
const isTried = (): boolean => isFull || Math.imul(++tries + seed, 2_654_435_761) >>> 0 < 2 ** 32 / 40;

function send(id: string, { params = {}, search }: Sent, body?: string): Promise<Answered> {
  const { method, path } = declared.get(id) as { method: 'POST'; path: string };
  const address = path.replace(/\{(\w+)\*?\}/g, (_, name: string) => params[name] ?? '');
  return t.call({ method, path: search ? `${address}?${search}` : address, as: owner, ...(body ? { body } : {}) });
}

/** Every part of the body, by its path. */
function* placesOf(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (path.length > 0) yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) yield* placesOf(part, [...path, key]);
}

function withValue(body: object, place: readonly string[], value: string): string {
  const put = (part: unknown, [key, ...rest]: readonly string[]): unknown => {
    if (key === undefined) return MARK;
    const copy = structuredClone(part) as Record<string, unknown>;
    copy[key] = put(copy[key], rest);
    return copy;
  };
  return JSON.stringify(put(body, place)).replace(`"${MARK}"`, () => value);
}
const MARK = '@here@';

/** The text that the client shows. */
const reasonOf = ({ body }: Answered): string =>
  body.details?.applicationError?.description ??
  body.details.validationError.fieldViolations
    .map(({ field, description }: { field: string; description: string }) => `${field} ${description}`)
    .join();

/** What calls store, by revision or number: quick, because it is asked for after every refusal. */
async function stored(): Promise<string> {
  const revised = ['forms', 'submissions', 'spam_reports', 'contacts'].map(
    (table) => `(select coalesce(string_agg(id::text || revision, ' ' order by id), '') from ${table})`,
  );
  const counted = ['contact_labels', 'files', 'webhooks', 'webhook_deliveries', 'audit_log', 'submission_keys'].map(
    (table) => `(select count(*)::text from ${table})`,
  );
  const text = `select md5(${[...revised, ...counted].join(` || ' ' || `)}) as hash`;
  const { rows } = await sql.raw<{ hash: string }>(text).execute(t.db);
  return rows[0]?.hash as string;
}
