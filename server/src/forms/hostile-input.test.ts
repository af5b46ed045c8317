/** Hostile values in every place of every call's body: a clear refusal, never a failure, and a refused call writes nothing. */
import { endpoints } from '@portico/contract/index';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE, tryHostile } from '../testing/hostile-input.ts';
import { type Answered, type TestServer, testServer } from '../testing/index.ts';
import { oneIn } from '../testing/runs.ts';
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

const values = [
  ...HOSTILE,
  ...['[{"a":[{}]}]', '{"$in":[{}]}', '{"$and":{}}', '{"constructor":1}'],
  ...['{"toString":1,"valueOf":1}', '[{"toString":1,"valueOf":1}]'],
  ...['"submissions.__proto__"', '"id"', '"00000000-0000-4000-8000-00000000dead"'],
  ...['"2024-02-30"', '"+275760-09-13T00:00:00.001Z"', '"9999999999999999999"', `[${'0,'.repeat(1_000)}0]`],
  ...[`${'['.repeat(200_000)}${']'.repeat(200_000)}`, `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
];
const isTried = oneIn(40);

const declared = new Map(endpoints.map((one) => [one.id, one]));
const withBody = ROWS.filter(({ id, variant }) => declared.get(id)?.body && variant === undefined);

describe.each(withBody)('$id', ({ id, as, sent }) => {
  it('refuses what cannot be in its body, and says why', async () => {
    const of = as === 'viewer' || as === 'everybody' ? there : fresh;
    let call: Sent;
    await tryHostile({
      name: id,
      values,
      isTried,
      async prepare() {
        call = await sent(of);
        return call.body ?? {};
      },
      send: (text) => send(id, call, text),
      stored,
    });
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

function send(id: string, { params = {}, search }: Sent, body?: string): Promise<Answered> {
  const { method, path } = declared.get(id) as { method: 'POST'; path: string };
  const address = path.replace(/\{(\w+)\*?\}/g, (_, name: string) => params[name] ?? '');
  return t.call({ method, path: search ? `${address}?${search}` : address, as: owner, ...(body ? { body } : {}) });
}

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
