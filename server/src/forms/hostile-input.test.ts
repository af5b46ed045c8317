/**
 * Hostile values at every path of every call's body: the call rejects them without an internal error and writes
 * nothing.
 */
import { endpoints } from '@portico/contract/index';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE, sendHostileValues } from '../testing/hostile-input.ts';
import { type TestResponse, type TestServer, testServer } from '../testing/index.ts';
import { oneIn } from '../testing/runs.ts';
import { type CallInput, ROWS } from './testing/every-call.ts';
import { createMakers, type Makers, memoize } from './testing/site-content.ts';

let t: TestServer;
let owner: string;
/** Creates new content each time, for calls that change content. */
let newContent: Makers;
/** Creates content once, for calls that change nothing and can therefore share it. */
let sharedContent: Makers;

beforeAll(async () => {
  t = await testServer();
  owner = await t.userToken('owner');
  await t.configure({ forms: { limits: { maxForms: 10_000, maxDeletedForms: 10_000 } } });
  newContent = createMakers(t, { sender: t.visitor, owner });
  sharedContent = memoize(newContent);
});
afterAll(() => t.stop());

const values = [
  ...HOSTILE,
  ...['[{"a":[{}]}]', '{"$in":[{}]}', '{"$and":{}}', '{"constructor":1}'],
  ...['{"toString":1,"valueOf":1}', '[{"toString":1,"valueOf":1}]'],
  ...['"submissions.__proto__"', '"id"', '"00000000-0000-4000-8000-00000000dead"'],
  ...['"2024-02-30"', '"+275760-09-13T00:00:00.001Z"', '"9999999999999999999"', `[${'0,'.repeat(1_000)}0]`],
  ...[`${'['.repeat(200_000)}${']'.repeat(200_000)}`, `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
];
const isTried = oneIn(40);

const endpointsById = new Map(endpoints.map((one) => [one.id, one]));
const rowsWithBody = ROWS.filter(({ id, variant }) => endpointsById.get(id)?.body && variant === undefined);

describe.each(rowsWithBody)('$id', ({ id, minimum, input }) => {
  it('rejects invalid values in its body with a reason', async () => {
    const content = minimum === 'viewer' || minimum === 'everybody' ? sharedContent : newContent;
    let call: CallInput;
    await sendHostileValues({
      name: id,
      values,
      shouldSend: isTried,
      async prepare() {
        call = await input(content);
        return call.body ?? {};
      },
      send: (text) => send(id, call, text),
      readState: hashRevisionsAndCounts,
    });
  }, 300_000);
});

/** Hostile path and query parameters. */
const HOSTILE_VALUES = [
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
const jsonRows = ROWS.filter(({ id, variant }) => id !== 'media.files.upload' && variant === undefined);

it.each(jsonRows)('$id: does not fail with hostile parameters', async ({ id, input }) => {
  const parameters = Object.keys(
    (endpointsById.get(id)?.query as { properties?: object } | undefined)?.properties ?? {},
  );
  for (const name of parameters) {
    for (const hostileValue of HOSTILE_VALUES) {
      if (!isTried()) continue;
      const { params = {}, search = '', body } = await input(sharedContent);
      const call: CallInput =
        name in params
          ? { search, params: { ...params, [name]: hostileValue } }
          : { search: `${search}&${name}=${hostileValue}`, params };
      const response = await send(id, call, body && JSON.stringify(body));
      expect([name, hostileValue, response.status < 500 ? '' : response.text]).toEqual([name, hostileValue, '']);
    }
  }
});

function send(id: string, { params = {}, search }: CallInput, body?: string): Promise<TestResponse> {
  const { method, path } = endpointsById.get(id) as { method: 'POST'; path: string };
  const address = path.replace(/\{(\w+)\*?\}/g, (_, name: string) => params[name] ?? '');
  return t.call({ method, path: search ? `${address}?${search}` : address, as: owner, ...(body ? { body } : {}) });
}

/** Returns a hash of revisions and row counts, which is fast enough to compute after every rejection. */
async function hashRevisionsAndCounts(): Promise<string> {
  const revisionQueries = ['forms', 'submissions', 'spam_reports', 'contacts'].map(
    (table) => `(select coalesce(string_agg(id::text || revision, ' ' order by id), '') from ${table})`,
  );
  const counted = ['contact_labels', 'files', 'webhooks', 'webhook_deliveries', 'audit_log', 'submission_keys'].map(
    (table) => `(select count(*)::text from ${table})`,
  );
  const text = `select md5(${[...revisionQueries, ...counted].join(` || ' ' || `)}) as hash`;
  const { rows } = await sql.raw<{ hash: string }>(text).execute(t.db);
  return rows[0]?.hash as string;
}
