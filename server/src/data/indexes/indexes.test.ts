import { randomBytes } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { constraintOf } from '../../db/errors.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { loadCollection } from '../collections/cache.ts';
import { openCollection, planWriteFilter } from '../collections/reach.ts';
import type { StoredColumn } from '../query/scope.ts';
import { updateItems } from '../table/write-store.ts';
import { OPEN } from '../testing/item-calls.ts';
import { countUpdates, explainOnNode, readOnNode } from '../testing/table-on-node.ts';
import { prepareUpdate } from '../values/prepare.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

let created = 0;

async function createCollection(fields: object[] = []): Promise<string> {
  const id = `C${++created}`;
  const response = await t.call({
    method: 'POST',
    path: '/v2/collections',
    as: t.key,
    body: { collection: { id, fields, permissions: OPEN } },
  });
  expect(response.status, response.text).toBe(200);
  return id;
}

const insert = (id: string, data: object) =>
  t.call({ method: 'POST', path: '/v2/items', as: t.visitor, body: { dataCollectionId: id, dataItem: { data } } });
const create = (id: string, index: object, as = t.key) =>
  t.call({ method: 'POST', path: '/v2/indexes', as, body: { dataCollectionId: id, index } });
const list = async (id: string) => {
  const { body } = await t.call({ method: 'GET', path: `/v2/indexes?dataCollectionId=${id}`, as: t.key });
  return body.indexes as {
    name: string;
    status: string;
    source: string;
    failure?: { code: string; itemId?: string };
  }[];
};
const drop = (id: string, name: string) =>
  t.call({ method: 'DELETE', path: `/v2/indexes?dataCollectionId=${id}&indexName=${name}`, as: t.key });
const findIndex = async (id: string, name: string) => (await list(id)).find((index) => index.name === name);
const query = async (id: string, filter: object, sort: object[] = []) => {
  const { body } = await t.call({
    method: 'POST',
    path: '/v2/items/query',
    as: t.visitor,
    body: { dataCollectionId: id, query: { filter, sort } },
  });
  return body.dataItems?.map((item: { data: { n: unknown } }) => item.data.n);
};

async function waitUntilSettled(id: string, name: string): Promise<string> {
  await expect.poll(async () => (await findIndex(id, name))?.status, { timeout: 20_000 }).not.toBe('BUILDING');
  return (await findIndex(id, name))?.status as string;
}

async function readColumns(id: string): Promise<readonly StoredColumn[]> {
  return (await loadCollection(t.ctx, id)).layout.columns;
}

async function explainQuery(id: string, text: string): Promise<string> {
  const { table } = await loadCollection(t.ctx, id);
  return explainOnNode(t.db, ['enable_seqscan'], CompiledQuery.raw(`explain select from ${table} where ${text}`));
}

describe('indexes', () => {
  it('cover existing and new items', async () => {
    const id = await createCollection();
    for (let n = 0; n < 20; n += 1) await insert(id, { n, kind: n % 2 ? 'odd' : 'even' });
    const response = await create(id, { name: 'by kind', fields: [{ path: 'kind' }, { path: 'n', order: 'DESC' }] });
    expect(response.status, response.text).toBe(200);
    expect(response.body.index).toMatchObject({
      name: 'by kind',
      fields: [
        { path: 'kind', order: 'ASC' },
        { path: 'n', order: 'DESC' },
      ],
      unique: false,
      status: 'BUILDING',
      source: 'USER',
    });
    expect(await waitUntilSettled(id, 'by kind')).toBe('ACTIVE');
    await insert(id, { n: 20, kind: 'even' });
    expect((await readColumns(id)).map(({ state }) => state)).toEqual(['READY', 'READY']);
    expect(await query(id, { kind: 'even', n: { $gt: 15 } }, [{ fieldName: 'n', order: 'DESC' }])).toEqual([
      20, 18, 16,
    ]);
    const [kind] = await readColumns(id);
    expect(await explainQuery(id, `${kind?.name} = 'even'`)).toContain('ix_');
  });

  it('hardly grow the table of existing items, and let scans read only the index', async () => {
    const id = await createCollection([
      { key: 'category', type: 'TEXT' },
      { key: 'price', type: 'NUMBER' },
    ]);
    for (let n = 0; n < 8; n += 1) {
      const dataItems = Array.from({ length: 1_000 }, (_, k) => ({
        data: { category: `c${k % 20}`, price: k, text: randomBytes(150).toString('hex') },
      }));
      const body = { dataCollectionId: id, dataItems };
      const { status } = await t.call({ method: 'POST', path: '/v2/bulk/items/insert', as: t.key, body });
      expect(status).toBe(200);
    }
    const { table } = await loadCollection(t.ctx, id);
    const readSize = () =>
      readOnNode<{ bytes: number; hidden: number }>(
        t.db,
        table,
        `select pg_table_size(oid)::int as bytes, relpages - relallvisible as hidden
           from pg_class where oid = '%s'::regclass`,
      );
    const before = await readSize();
    expect(before.bytes).toBeGreaterThan(1_000_000);
    await create(id, { name: 'byPrice', fields: [{ path: 'category' }, { path: 'price' }] });
    await expect.poll(async () => (await list(id)).find(({ name }) => name === 'byPrice')?.status).toBe('ACTIVE');
    const after = await readSize();
    expect(after.bytes / before.bytes).toBeLessThan(1.5);
    expect(after.hidden).toBe(0);
  });

  it('list system indexes first', async () => {
    const id = await createCollection();
    expect(await list(id)).toMatchObject([
      { name: '_id', source: 'SYSTEM', unique: true, status: 'ACTIVE' },
      { name: '_createdDate', source: 'SYSTEM' },
      { name: '_owner', source: 'SYSTEM' },
    ]);
  });

  it('report the remaining quota, which a dropped index frees', async () => {
    const id = await createCollection([{ key: 'n', type: 'NUMBER' }]);
    const getAvailable = async () =>
      (await t.call({ method: 'GET', path: `/v2/indexes/available?dataCollectionId=${id}`, as: t.key })).body;
    expect(await getAvailable()).toEqual({ regular1Field: 10, regular3Field: 10, unique1Field: 3, total: 13 });
    await create(id, { name: 'n', fields: [{ path: 'n' }], unique: true });
    expect(await getAvailable()).toEqual({ regular1Field: 10, regular3Field: 10, unique1Field: 2, total: 12 });
    await waitUntilSettled(id, 'n');
    expect((await drop(id, 'n')).body).toEqual({});
    await expect.poll(() => findIndex(id, 'n'), { timeout: 20_000 }).toBeUndefined();
    expect((await getAvailable()).total).toBe(13);
    expect((await insert(id, { n: 1 })).status).toBe(200);
    expect((await insert(id, { n: 1 })).status).toBe(200);
  });

  it('support lists, prefixes and substrings', async () => {
    const id = await createCollection([
      { key: 'tags', type: 'ARRAY_STRING' },
      { key: 'title', type: 'TEXT' },
    ]);
    const titles = ['Straße 1', 'strasse 2', 'ÉCLAIR 100%', 'éclair 1000', 'a\\b_c', 'A\\B_D'];
    for (const [n, title] of titles.entries()) await insert(id, { n, title, tags: [`t${n % 2}`, 'all'] });
    expect((await create(id, { name: 'tags', fields: [{ path: 'tags' }] })).status).toBe(200);
    expect((await create(id, { name: 'start', fields: [{ path: 'title' }], caseInsensitive: true })).status).toBe(200);
    const part = await create(id, { name: 'part', fields: [{ path: 'title' }], kind: 'TEXT' });
    expect(part.status, part.text).toBe(200);
    for (const name of ['tags', 'start', 'part']) expect(await waitUntilSettled(id, name)).toBe('ACTIVE');
    const querySorted = async (filter: object) => (await query(id, filter))?.sort();
    expect(await querySorted({ tags: { $hasSome: ['t0'] } })).toEqual([0, 2, 4]);
    expect(await querySorted({ title: { $startsWith: 'éCl' } })).toEqual([2, 3]);
    expect(await querySorted({ title: { $contains: '100%' } })).toEqual([2]);
    expect(await querySorted({ title: { $contains: '\\B_' } })).toEqual([4, 5]);
    const column = (await readColumns(id)).find(({ path }) => path[0] === 'title');
    expect(column?.folded?.toSorted()).toEqual(['part', 'start']);
    expect(await explainQuery(id, `portico.fold_case(${column?.name}) like '%clair%'`)).toContain('Bitmap Index Scan');
    expect(
      await explainQuery(
        id,
        `portico.fold_case(${column?.name}) collate "C" >= (select 'é') and portico.fold_case(${column?.name}) collate "C" < (select 'f')`,
      ),
    ).toContain('ix_');
  });

  it('report why a field with values of several types does not use its index', async () => {
    const id = await createCollection();
    for (let n = 0; n < 5; n += 1) await insert(id, { n, value: n });
    await insert(id, { n: 5, value: 'text' });
    await create(id, { name: 'value', fields: [{ path: 'value' }] });
    expect(await waitUntilSettled(id, 'value')).toBe('INVALID');
    expect(await query(id, { value: { $in: ['text', 2] } }, [{ fieldName: 'n' }])).toEqual([2, 5]);
    expect((await readColumns(id))[0]?.state).toBe('MIXED');
  });

  it('accept and find the first value of another type', async () => {
    const id = await createCollection([{ key: 'price', type: 'NUMBER' }]);
    expect((await insert(id, { n: 1, price: 1 })).status).toBe(200);
    expect((await readColumns(id))[0]?.state).toBe('READY');
    expect((await insert(id, { n: 2, price: '1' })).status).toBe(200);
    expect((await insert(id, { n: 3, price: [1, 'x'] })).status).toBe(200);
    expect((await readColumns(id))[0]?.state).toBe('MIXED');
    expect(await query(id, { price: 1 }, [{ fieldName: 'n' }])).toEqual([1, 3]);
    expect(await query(id, { price: '1' })).toEqual([2]);
  });

  it('find values in arrays along the path', async () => {
    const id = await createCollection();
    await insert(id, { n: 1, address: { city: 'Ulm' } });
    await create(id, { name: 'city', fields: [{ path: 'address.city' }] });
    expect(await waitUntilSettled(id, 'city')).toBe('ACTIVE');
    await insert(id, { n: 2, address: [{ city: 'Ulm' }, { city: 'Bern' }] });
    expect(await query(id, { 'address.city': 'Ulm' }, [{ fieldName: 'n' }])).toEqual([1, 2]);
    expect(await query(id, { 'address.city': 'Bern' })).toEqual([2]);
  });

  it('quote field names in DDL', async () => {
    const id = await createCollection();
    const key = `x'"; drop table collections; --`;
    await insert(id, { n: 1, [key]: 'v' });
    expect((await create(id, { name: key, fields: [{ path: key }] })).status).toBe(200);
    expect(await waitUntilSettled(id, key)).toBe('ACTIVE');
    expect(await query(id, { [key]: 'v' })).toEqual([1]);
  });
});

it('updates no index if the indexed values do not change', async () => {
  const id = await createCollection([
    { key: 'email', type: 'TEXT', unique: true },
    { key: 'price', type: 'NUMBER' },
  ]);
  for (const path of ['tags', 'price']) await create(id, { name: path, fields: [{ path }] });
  await create(id, { name: 'email', fields: [{ path: 'email' }], kind: 'TEXT' });
  for (const name of ['tags', 'price', 'email']) await waitUntilSettled(id, name);
  const data = { _id: 'hot', email: 'a', price: 5, tags: ['x', 'y'] };
  await insert(id, data);
  const reach = await openCollection(t.ctx, { dataCollectionId: id }, 'update');
  const stamp = { owner: 'x', now: new Date(), maySetOwner: false };
  const counted = await countUpdates(t.db, reach.collection.table, async (db) => {
    for (let n = 0; n < 10; n += 1) {
      const row = prepareUpdate(reach.collection, { id: 'hot', data: { ...data, n } }, stamp);
      await updateItems(db, reach, [row], planWriteFilter(reach), { returnItems: true });
    }
  });
  expect(counted).toEqual({ all: 10, hot: 10 });
});

describe('a process with an outdated layout', () => {
  it('still fills new columns', async () => {
    const id = await createCollection();
    await insert(id, { n: 1 });
    const before = await loadCollection(t.ctx, id);
    await create(id, { name: 'n', fields: [{ path: 'n' }] });
    await waitUntilSettled(id, 'n');
    const [column] = await readColumns(id);
    const { table } = before;
    const values = sql`('stale', 'x', now(), '{"n": 2}')`;
    const inserted = sql`insert into ${sql.raw(table)} (id, owner, created_at, data) values ${values}`.execute(t.db);
    expect(await inserted.catch(constraintOf)).toBe(`${column?.name}_kept`);
  });
});

describe('unique indexes', () => {
  it('reject a duplicate value with its field, also within a bulk call', async () => {
    const id = await createCollection([{ key: 'email', type: 'TEXT', unique: true }]);
    expect((await insert(id, { email: 'a' })).status).toBe(200);
    const second = await insert(id, { email: 'a' });
    expect(second.status, second.text).toBe(409);
    expect(second.body.details.applicationError).toMatchObject({ code: 'WDE0123', data: { fieldKey: 'email' } });
    const dataItems = ['b', 'a', 'c', 'b', null, null].map((email) => ({ data: { email } }));
    const { body } = await t.call({
      method: 'POST',
      path: '/v2/bulk/items/insert',
      as: t.visitor,
      body: { dataCollectionId: id, dataItems },
    });
    expect(body.results.map((r: { itemMetadata: { success: boolean } }) => r.itemMetadata.success)).toEqual([
      true,
      false,
      true,
      false,
      true,
      true,
    ]);
    expect(body.results[1].itemMetadata.error.code).toBe('WDE0123');
  });

  it('fail to build on a duplicate and name an item', async () => {
    const id = await createCollection();
    const ids = [];
    for (const v of ['x', 'y', 'y']) ids.push((await insert(id, { v })).body.dataItem.id);
    await create(id, { name: 'v', fields: [{ path: 'v' }], unique: true });
    expect(await waitUntilSettled(id, 'v')).toBe('FAILED');
    const index = await findIndex(id, 'v');
    expect(index?.failure?.code).toBe('WDE0123');
    expect(ids.slice(1)).toContain(index?.failure?.itemId);
    expect((await insert(id, { v: 'y' })).status).toBe(200);
  });

  it('ignore case on request', async () => {
    const id = await createCollection([{ key: 'name', type: 'TEXT' }]);
    await create(id, { name: 'name', fields: [{ path: 'name' }], unique: true, caseInsensitive: true });
    expect(await waitUntilSettled(id, 'name')).toBe('ACTIVE');
    expect((await insert(id, { name: 'Ann' })).status).toBe(200);
    expect((await insert(id, { name: 'aNN' })).status).toBe(409);
  });

  it('accept exactly one of many concurrent writes of a value, also within a group', async () => {
    const id = await createCollection([{ key: 'slot', type: 'NUMBER', unique: true }]);
    const responses = await Promise.all(Array.from({ length: 40 }, (_, n) => insert(id, { slot: n % 4 })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });

  it('reject a value that is too large for the index', async () => {
    const id = await createCollection([{ key: 'text', type: 'TEXT', unique: true }]);
    const text = randomBytes(10_000).toString('base64');
    const response = await insert(id, { text });
    expect(response.status).toBe(400);
    expect(response.body.details.applicationError).toMatchObject({ code: 'WDE0133', data: { fieldKey: 'text' } });
  });
});

describe('invalid indexes return 400', () => {
  it.each([
    ['a field that occurs twice', { fields: [{ path: 'a' }, { path: 'a' }] }, 'WDE0113'],
    ['a unique index on two fields', { fields: [{ path: 'a' }, { path: 'b' }], unique: true }, 'WDE0113'],
    ['a TEXT index on two fields', { fields: [{ path: 'a' }, { path: 'b' }], kind: 'TEXT' }, 'WDE0113'],
    ['a case-insensitive index on a number', { fields: [{ path: 'number' }], caseInsensitive: true }, 'WDE0113'],
    ['a multi-reference', { fields: [{ path: 'refs' }] }, 'WDE0176'],
    ['a list together with another field', { fields: [{ path: 'a' }, { path: 'tags' }] }, 'WDE0176'],
    ['an operator', { fields: [{ path: '$a' }] }, 'WDE0176'],
    ['a TEXT index on a number', { fields: [{ path: 'number' }], kind: 'TEXT' }, 'WDE0176'],
  ])('%s', async (_, index, code) => {
    const id = await createCollection([
      { key: 'number', type: 'NUMBER' },
      { key: 'tags', type: 'ARRAY' },
      { key: 'refs', type: 'MULTI_REFERENCE', typeMetadata: { multiReference: { referencedCollectionId: 'C1' } } },
    ]);
    const response = await create(id, { name: 'x', ...index });
    expect(response.status).toBe(400);
    expect(response.body.details.applicationError.code).toBe(code);
  });

  it('for a fourth field', async () => {
    const fields = ['a', 'b', 'c', 'd'].map((path) => ({ path }));
    expect((await create(await createCollection(), { name: 'x', fields })).status).toBe(400);
  });

  it('for more indexes than permitted', async () => {
    const id = await createCollection();
    for (let n = 0; n < 3; n += 1) await create(id, { name: `u${n}`, fields: [{ path: `f${n}` }], unique: true });
    const response = await create(id, { name: 'one more', fields: [{ path: 'f' }], unique: true });
    expect(response.body.details.applicationError.code).toBe('WDE0114');
  });
});

describe('index calls return 403, 404 or 409', () => {
  it.each(['visitor', 'member'] as const)('for a %s', async (who) => {
    const id = await createCollection();
    expect((await create(id, { name: 'x', fields: [{ path: 'a' }] }, t[who])).status).toBe(403);
    expect((await t.call({ method: 'GET', path: `/v2/indexes?dataCollectionId=${id}`, as: t[who] })).status).toBe(403);
  });

  it('for unknown collections and indexes', async () => {
    expect((await create('none', { name: 'x', fields: [{ path: 'a' }] })).body.details.applicationError.code).toBe(
      'WDE0025',
    );
    const response = await drop(await createCollection(), 'none');
    expect([response.status, response.body.details.applicationError.code]).toEqual([404, 'WDE0160']);
  });

  it('for a name that is in use and for system indexes', async () => {
    const id = await createCollection();
    await create(id, { name: 'x', fields: [{ path: 'a' }] });
    const twice = await create(id, { name: 'x', fields: [{ path: 'b' }] });
    expect([twice.status, twice.body.details.applicationError.code]).toEqual([409, 'WDE0112']);
    const system = await drop(id, '_id');
    expect([system.status, system.body.details.applicationError.code]).toEqual([409, 'WDE0164']);
  });
});
