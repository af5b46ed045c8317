/** Tests that every call rejects an invalid value at any position, gives the reason and writes nothing. */
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE, sendHostileValues } from '../testing/hostile-input.ts';
import { type TestServer, testServer } from '../testing/index.ts';
import { oneIn } from '../testing/runs.ts';
import { CALLS, type Method } from './testing/every-call.ts';
import { OPEN } from './testing/item-calls.ts';

let t: TestServer;

beforeAll(async () => {
  t = await testServer();
  const fields = [
    { key: 's', type: 'TEXT' },
    { key: 'one', type: 'REFERENCE', typeMetadata: { reference: { referencedCollectionId: 'C' } } },
    { key: 'refs', type: 'MULTI_REFERENCE', typeMetadata: { multiReference: { referencedCollectionId: 'C' } } },
  ];
  for (const collection of [{ id: 'C', permissions: OPEN, fields }, { id: 'E' }])
    expect((await send('POST', 'v2/collections', JSON.stringify({ collection }))).status).toBe(200);
});
afterAll(() => t.stop());

const send = (method: Method, path: string, body: string) => t.call({ method, path: `/${path}`, as: t.key, body });

const values = [
  ...HOSTILE,
  ...['{"$date":"2024-01-01T00:00:00.000Z"}', '{"__proto__":{"x":1}}', '{"constructor":{"prototype":1}}'],
  ...['"..."', '"_id"', '"_owner"', '"_createdDate"', '"refs"', '"one"'],
];

describe.each(CALLS)('%s %s (%#)', (method, path, body) => {
  it('rejects invalid values with a reason', async () => {
    await sendHostileValues({
      name: path,
      values,
      shouldSend: oneIn(10),
      async prepare() {
        await waitForJobs();
        await store();
        return path.startsWith('v1/permissions') ? body : { dataCollectionId: 'C', ...body };
      },
      send: (text) => send(method, path, text),
      readState: hashStored,
    });
  }, 300_000);
});

/** Waits for jobs that valid values have started, because they may still write during the next request. */
async function waitForJobs(): Promise<void> {
  const waiting = sql`select from data_jobs where finished_at is null limit 1`;
  while ((await waiting.execute(t.db)).rows.length > 0) await setTimeout(5);
}

/** Inserts the items that the calls use. */
async function store(): Promise<void> {
  const data = { n: 5, t: ['x'], a: 1, one: 'k', d: { $date: '2024-01-01T00:00:00.000Z' } };
  const dataItems = [{ data: { _id: 'k', ...data } }, { data: { _id: 'l', ...data } }];
  await send('POST', 'v2/bulk/items/insert', JSON.stringify({ dataCollectionId: 'C', dataItems }));
}

/** Returns a hash of stored items, links and definitions, without the internal data that the server changes itself. */
async function hashStored(): Promise<string> {
  const { rows } = await sql<{ name: string; has_data: boolean }>`
    select format('%s.%I', c.relnamespace::regnamespace, c.relname) as name, bool_or(a.attname = 'data') as has_data
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and c.relnamespace = ${t.site.schema}::regnamespace and a.attnum > 0 group by 1 order by 1`.execute(
    t.db,
  );
  const tables = rows.filter(({ name, has_data }) => has_data || name.endsWith('.links'));
  const texts = [
    "select to_jsonb(x) - array['layout', 'shape', 'updated_at'] as value from collections x",
    ...tables.map(({ name, has_data }) => `select ${has_data ? 'data' : 'to_jsonb(x)'} as value from ${name} x`),
  ];
  const all = texts.map((text) => `(select coalesce(string_agg(value::text, '' order by value), '') from (${text}) x)`);
  const response = await sql.raw<{ hash: string }>(`select md5(${all.join(' || ')}) as hash`).execute(t.db);
  return response.rows[0]?.hash as string;
}
