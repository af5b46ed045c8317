/** Hostile values in every place of every call: a clear refusal, never a failure, and a refused call writes nothing. */
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answered, type TestServer, testServer } from '../testing/index.ts';
import { isFull, seed } from '../testing/runs.ts';
import { CALLS, type Method } from './every-call.ts';

let t: TestServer;

beforeAll(async () => {
  t = await testServer();
  const everybody = { read: 'ANYONE', insert: 'ANYONE', update: 'ANYONE', remove: 'ANYONE' };
  const fields = [
    { key: 's', type: 'TEXT' },
    { key: 'one', type: 'REFERENCE', typeMetadata: { reference: { referencedCollectionId: 'C' } } },
    { key: 'refs', type: 'MULTI_REFERENCE', typeMetadata: { multiReference: { referencedCollectionId: 'C' } } },
  ];
  for (const collection of [{ id: 'C', permissions: everybody, fields }, { id: 'E' }])
    expect((await send('POST', 'v2/collections', JSON.stringify({ collection }))).status).toBe(200);
});
afterAll(() => t.stop());

const send = (method: Method, path: string, body: string) => t.call({ method, path: `/${path}`, as: t.key, body });

/** As they stand in a body: JSON.stringify cannot write some of what clients send. */
const HOSTILE = [
  ...['null', '5', '-1', '1.5', '1e308', '1e999', '-1e999', 'true', '""', '[]', '{}', '[null]', '[[]]'],
  ...['"\\u0000"', '"a\\u0000b"', '"\\ud800"', '{"\\u0000":1}', '{"\\udc00":1}', '{"":1}'],
  ...['{"$date":"bad"}', '{"$date":5}', '{"$date":"2024-01-01T00:00:00.000Z"}', '{"$gt":1}', '"$x"'],
  ...['"__proto__"', '"constructor"', '{"__proto__":{"x":1}}', '{"constructor":{"prototype":1}}'],
  ...['"a.b"', '"..."', '"_id"', '"_owner"', '"_createdDate"', '"refs"', '"one"', `"'; drop table x; --"`],
  ...[`"${'x'.repeat(300)}"`, `"${'y'.repeat(60_000)}"`],
  ...[`${'['.repeat(1_000)}${']'.repeat(1_000)}`, `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`],
];

describe.each(CALLS)('%s %s (%#)', (method, path, body) => {
  it('refuses what cannot be, and says why', async () => {
    const call = path.startsWith('v1/permissions') ? body : { dataCollectionId: 'C', ...body };
    let sent = 0;
    // What a refusal has left alone is still what it was.
    let before: string | undefined;
    for (const place of placesOf(call)) {
      for (const value of HOSTILE) {
        if (!isFull && Math.imul(++sent + seed, 2_654_435_761) >>> 0 > 2 ** 32 / 10) continue;
        before ??= await storedAnew();
        const answer = await send(method, path, withValue(call, place, value));
        const asked = `${path} ${place.join('.')}: ${value.slice(0, 50)}`;
        expect([asked, answer.status < 500 ? '' : answer.text]).toEqual([asked, '']);
        if (answer.status === 200) {
          before = undefined;
          continue;
        }
        expect([asked, reasonOf(answer)]).toEqual([asked, expect.stringMatching(/.../)]);
        expect([asked, await stored()]).toEqual([asked, before]);
      }
    }
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  }, 300_000);
});

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

async function storedAnew(): Promise<string> {
  await jobsDone();
  await store();
  return stored();
}

/** What an allowed value began may go on writing while the next one is tried. */
async function jobsDone(): Promise<void> {
  const waiting = sql`select from data_jobs where finished_at is null limit 1`;
  while ((await waiting.execute(t.db)).rows.length > 0) await setTimeout(5);
}

/** The items that the calls are about. */
async function store(): Promise<void> {
  const data = { n: 5, t: ['x'], a: 1, one: 'k', d: { $date: '2024-01-01T00:00:00.000Z' } };
  const dataItems = [{ data: { _id: 'k', ...data } }, { data: { _id: 'l', ...data } }];
  await send('POST', 'v2/bulk/items/insert', JSON.stringify({ dataCollectionId: 'C', dataItems }));
}

/** What calls store: items, links and definitions, without what the server makes of them for itself meanwhile. */
async function stored(): Promise<string> {
  const { rows } = await sql<{ name: string; has_data: boolean }>`
    select format('%s.%I', c.relnamespace::regnamespace, c.relname) as name, bool_or(a.attname = 'data') as has_data
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and c.relnamespace = ${t.site.schema}::regnamespace and a.attnum > 0 group by 1 order by 1`.execute(
    t.db,
  );
  const tables = rows.filter(({ name, has_data }) => has_data || name.endsWith('.links'));
  const texts = [
    "select to_jsonb(x) - array['layout', 'shape', 'updated_at'] as kept from collections x",
    ...tables.map(({ name, has_data }) => `select ${has_data ? 'data' : 'to_jsonb(x)'} as kept from ${name} x`),
  ];
  const all = texts.map((text) => `(select coalesce(string_agg(kept::text, '' order by kept), '') from (${text}) x)`);
  const answer = await sql.raw<{ hash: string }>(`select md5(${all.join(' || ')}) as hash`).execute(t.db);
  return answer.rows[0]?.hash as string;
}
