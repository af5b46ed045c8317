import { dataLimits } from '@portico/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { createVerbs } from '../../testing/verbs.ts';

let t: TestServer;

beforeAll(async () => {
  t = await testServer();
  await post('/v2/collections', { collection: { id: 'Books', permissions: { read: 'ANYONE' } } }, t.key);
  for (const _id of ['a', 'b', 'c']) {
    await post('/v2/items', { dataCollectionId: 'Books', dataItem: { data: { _id, title: `${_id}${_id}` } } }, t.key);
  }
});
afterAll(() => t.stop());

const { post } = createVerbs(() => t, { caller: 'visitor' });
const query = (query: object, rest: object = {}) =>
  post('/v2/items/query', { dataCollectionId: 'Books', query, ...rest });
const count = (filter: object) => post('/v2/items/count', { dataCollectionId: 'Books', filter });
const queryDistinct = (body: object) => post('/v2/items/query-distinct-values', { dataCollectionId: 'Books', ...body });
/** Sends the body unchanged, because JSON.stringify cannot produce everything that clients send. */
const sendRaw = (body: string) => t.call({ method: 'POST', path: '/v2/items/query', as: t.visitor, body });
type PostResponse = Awaited<ReturnType<typeof post>>;
const rejectionOf = ({ status, body }: PostResponse) => [status, body.details?.applicationError?.code];
const countItems = async () => (await count({})).body.totalCount;

const SQL = [
  `'; drop schema portico cascade; --`,
  `' or '1'='1`,
  `") ? (1 == 1) || exists($`,
  `$1::text; select pg_sleep(5)`,
  `\\'; select 1 --`,
  `x' union select password from accounts --`,
  `{"$gt":""}`,
  `a" desc nulls last; --`,
  '$$;drop table x;$$',
  '/* */ %s :x ? ?| @@',
];

describe('SQL in requests is treated as text', () => {
  it.each(SQL)('%s', async (text) => {
    const name = text.replaceAll('.', '').replace(/^\$+/, '');
    for (const operator of ['$eq', '$ne', '$gt', '$contains', '$startsWith', '$endsWith']) {
      expect((await query({ filter: { title: { [operator]: text } } })).status).toBe(200);
    }
    for (const operator of ['$in', '$nin', '$hasSome', '$hasAll']) {
      expect((await count({ [name]: { [operator]: [text, { [name]: text }] } })).status).toBe(200);
    }
    const pattern = {
      ignoreCase: true,
      spec: [
        { type: 'literal', value: text },
        { type: 'anyOf', value: text },
      ],
    };
    expect((await count({ title: { $matches: pattern } })).body).toEqual({ totalCount: 0 });
    const sort = [{ fieldName: name, order: 'DESC' }, { fieldName: `x.${name}` }];
    const page = await query({ sort, fields: [name, `${name}.x`], paging: { limit: 1 } });
    expect([page.status, Object.keys(page.body.dataItems[0].data)]).toEqual([200, ['_id']]);
    const { next } = page.body.pagingMetadata.cursors;
    expect((await query({ fields: [text], cursorPaging: { cursor: next } })).status).toBe(200);
    expect(rejectionOf(await query({ cursorPaging: { cursor: text } }))).toEqual([400, 'WDE0152']);
    expect((await queryDistinct({ fieldName: name })).body.distinctValues).toEqual([]);
    expect(rejectionOf(await query({}, { dataCollectionId: text }))).toEqual([404, 'WDE0025']);
    expect(await countItems()).toBe(3);
  });

  it('in stored names, ids and values, by every read', async () => {
    for (const [n, text] of SQL.entries()) {
      const id = `${text} ${n}`;
      const created = await post('/v2/collections', { collection: { id, permissions: { read: 'ANYONE' } } }, t.key);
      expect(created.status).toBe(200);
      const key = text.replaceAll('.', '').replace(/^\$+/, '');
      for (const nth of [1, 2, 3]) {
        const data = { _id: `${text}${nth}`, [key]: `${text}${nth}` };
        expect((await post('/v2/items', { dataCollectionId: id, dataItem: { data } }, t.key)).status).toBe(200);
      }
      const read = (query: object) => post('/v2/items/query', { dataCollectionId: id, query });
      expect((await read({ filter: { [key]: `${text}2` } })).body.dataItems).toHaveLength(1);
      const first = await read({ sort: [{ fieldName: key }], fields: [key], paging: { limit: 2 } });
      const { next } = first.body.pagingMetadata.cursors;
      const second = await read({ fields: [key], cursorPaging: { cursor: next } });
      expect(second.body.dataItems[0].data).toEqual({ _id: `${text}3`, [key]: `${text}3` });
      const values = await post('/v2/items/query-distinct-values', { dataCollectionId: id, fieldName: key });
      expect(values.body.distinctValues).toEqual([1, 2, 3].map((nth) => `${text}${nth}`));
    }
  });
});

describe('rejects operators', () => {
  it.each<[string, object]>([
    ['in a value', { title: { a: { $ne: null } } }],
    ['in a list', { title: { $in: [{ $ne: null }] } }],
    ['in a comparison', { title: { $gt: { $ne: null } } }],
    ['in a text match', { title: { $contains: { $ne: null } } }],
    ['that would run code', { title: { $where: 'sleep(1000)' } }],
    ['that would run code, at the top level', { $where: 'sleep(1000)' }],
    ['that would read other collections', { $lookup: { from: 'accounts' } }],
    ['as a date', { title: { $date: { $ne: null } } }],
    ['as the name of a field', { 'a.$ne': 1 }],
  ])('%s', async (_, filter) => {
    expect(rejectionOf(await query({ filter }))).toEqual([400, 'WDE0093']);
    expect(rejectionOf(await count(filter))).toEqual([400, 'WDE0093']);
    expect(rejectionOf(await queryDistinct({ fieldName: 'title', filter }))).toEqual([400, 'WDE0093']);
  });
});

describe('names of inherited object properties', () => {
  it.each(['constructor', 'prototype', 'toString', 'hasOwnProperty', 'constructor.prototype', '__proto__.x'])(
    '%s is an unknown field',
    async (name) => {
      expect((await count({ [name]: { $exists: true } })).body).toEqual({ totalCount: 0 });
      const sort = [{ fieldName: name }];
      const page = await query({ sort, fields: [name, '__proto__', `title.${name}`] });
      const data = page.body.dataItems.map(({ data }: { data: object }) => data);
      expect([page.status, data]).toEqual([200, [{ _id: 'a' }, { _id: 'b' }, { _id: 'c' }]]);
      expect((await queryDistinct({ fieldName: name })).body.distinctValues).toEqual([]);
    },
  );

  it.each([
    '{"__proto__":{"x":1}}',
    '{"title":{"__proto__":{"$gt":""}}}',
    '{"a":{"constructor":{"prototype":{"x":1}}}}',
  ])('rejects a body that would change a prototype: %s', async (filter) => {
    const response = await sendRaw(`{"dataCollectionId":"Books","query":{"filter":${filter}}}`);
    expect(response.status).toBe(400);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});

describe('rejects with the limit', () => {
  const nestFilter = (levels: number): object => (levels === 0 ? { a: 1 } : { $and: [nestFilter(levels - 1)] });

  it.each<[string, object, string, number]>([
    ['a deep filter', nestFilter(dataLimits.filterDepth), 'WDE0169', dataLimits.filterDepth],
    [
      'a wide filter',
      { $or: Array(dataLimits.filterConditions).fill({ a: 1 }) },
      'WDE0093',
      dataLimits.filterConditions,
    ],
    [
      'a huge list',
      { a: { $hasAll: Array(dataLimits.filterListLength + 1).fill(0) } },
      'WDE0093',
      dataLimits.filterListLength,
    ],
    ['a long name', { ['a'.repeat(dataLimits.pathLength + 1)]: 1 }, 'WDE0093', dataLimits.pathLength],
    [
      'a name of many parts',
      {
        [Array(dataLimits.pathSegments + 1)
          .fill('a')
          .join('.')]: 1,
      },
      'WDE0093',
      dataLimits.pathSegments,
    ],
    [
      'a pattern of many parts',
      { a: { $matches: { spec: Array(dataLimits.matchParts + 1).fill({ type: 'anyOf', value: 'ab' }) } } },
      'WDE0093',
      dataLimits.matchParts,
    ],
  ])('%s', async (_, filter, code, limit) => {
    for (const response of [await query({ filter }), await count(filter)]) {
      expect(rejectionOf(response)).toEqual([400, code]);
      expect(response.body.details.applicationError.data).toMatchObject({
        limit,
        field: expect.stringContaining('filter'),
      });
    }
  });

  it.each<[object, string]>([
    [{ paging: { limit: dataLimits.pageSize + 1 } }, 'query.paging.limit'],
    [{ cursorPaging: { limit: dataLimits.pageSize + 1 } }, 'query.cursorPaging.limit'],
    [{ cursorPaging: { cursor: 'A'.repeat(dataLimits.cursorLength + 1) } }, 'query.cursorPaging.cursor'],
    [{ sort: Array(dataLimits.sortFields + 1).fill({ fieldName: 'a' }) }, 'query.sort'],
    [{ fields: Array(dataLimits.projectionFields + 1).fill('a') }, 'query.fields'],
  ])('a value above the limit (%#)', async (body, field) => {
    const response = await query(body);
    expect([response.status, response.body.details.validationError.fieldViolations[0].field]).toEqual([400, field]);
  });

  // The HTTP layer rejects bodies of more than 500 levels. The query parser must reject bodies with fewer levels.
  it.each([
    [400, 'WDE0169'],
    [100_000, 'BAD_REQUEST'],
  ])('a filter or a value of %i levels', async (levels, code) => {
    const nested = `${'{"$not":'.repeat(levels)}{}${'}'.repeat(levels)}`;
    expect(rejectionOf(await sendRaw(`{"dataCollectionId":"Books","query":{"filter":${nested}}}`))).toEqual([
      400,
      code,
    ]);
    const value = `${'['.repeat(levels)}${']'.repeat(levels)}`;
    expect(rejectionOf(await sendRaw(`{"dataCollectionId":"Books","query":{"filter":{"a":${value}}}}`))).toEqual([
      400,
      code,
    ]);
  });

  it('a body of more than a megabyte', async () => {
    const response = await sendRaw(`{"dataCollectionId":"Books","query":{"filter":{"a":"${'x'.repeat(1_100_000)}"}}}`);
    expect(rejectionOf(response)).toEqual([413, 'WDE0109']);
  });
});

describe('$matches', () => {
  it('takes linear time for the most expensive pattern within the limits', async () => {
    const title = 'a'.repeat(200_000);
    await post('/v2/items', { dataCollectionId: 'Books', dataItem: { data: { _id: 'long', title } } }, t.key);
    const spec = Array.from({ length: dataLimits.matchParts }, (_, i) =>
      i % 2 === 0 ? { type: 'anyOf', value: 'aaaa' } : { type: 'literal', value: 'a' },
    );
    const patterns = Array(50).fill({ title: { $matches: { ignoreCase: true, spec } } });
    expect((await count({ $or: patterns })).body).toEqual({ totalCount: 0 });
    const exact = Array.from({ length: 2 }, () => ({ type: 'anyOf', value: 'xa' }));
    expect((await query({ filter: { title: { $matches: { spec: exact } } } })).body.dataItems).toHaveLength(1);
    await post('/v2/items/remove', { dataCollectionId: 'Books', dataItemId: 'long' }, t.key);
  });

  it.each(['.*', '(a+)+$', '[a-', '\\', '^aa$', 'a|b', '(?=a)', '*', 'a{1,999}', '\\d'])(
    '%s is text',
    async (value) => {
      const matches = (spec: object[]) => count({ title: { $matches: { ignoreCase: true, spec } } });
      expect((await matches([{ type: 'literal', value }])).body).toEqual({ totalCount: 0 });
      expect((await matches([{ type: 'anyOf', value: `${value}^]-` }])).body).toEqual({ totalCount: 0 });
    },
  );
});

describe('rejects what PostgreSQL cannot store:', () => {
  it.each<[string, string]>([
    ['NUL in a value', '{"filter":{"a":"\\u0000"}}'],
    ['NUL in a name', '{"filter":{"a\\u0000":1}}'],
    ['half a surrogate pair in a value', '{"filter":{"a":{"$contains":"\\ud800"}}}'],
    ['half a surrogate pair in a nested name', '{"filter":{"a":{"\\udc00":1}}}'],
    ['half a surrogate pair in a sort', '{"sort":[{"fieldName":"\\ud800"}]}'],
    ['NUL in a sort', '{"sort":[{"fieldName":"a.\\u0000"}]}'],
    ['a number beyond double', '{"filter":{"a":1e999}}'],
    ['a number beyond double in a comparison', '{"filter":{"a":{"$lt":-1e999}}}'],
    ['a date beyond year 9999', '{"filter":{"a":{"$date":"+275760-09-13T00:00:00.000Z"}}}'],
  ])('%s', async (_, query) => {
    expect(rejectionOf(await sendRaw(`{"dataCollectionId":"Books","query":${query}}`))).toEqual([400, 'WDE0093']);
  });

  it('treats such names of fields and collections as unknown', async () => {
    const { body } = await sendRaw('{"dataCollectionId":"Books","query":{"fields":["\\ud800","\\u0000","a.\\udc00"]}}');
    expect(body.dataItems.map(({ data }: { data: object }) => Object.keys(data))).toEqual([['_id'], ['_id'], ['_id']]);
    for (const id of ['\\u0000', '\\ud800']) {
      expect(rejectionOf(await sendRaw(`{"dataCollectionId":"${id}"}`))).toEqual([404, 'WDE0025']);
    }
  });

  it('accepts the largest and smallest doubles', async () => {
    for (const edge of ['1.7976931348623157e308', '5e-324', '-0', '1e-400', '123456789012345678901234567890']) {
      const response = await sendRaw(`{"dataCollectionId":"Books","query":{"filter":{"a":{"$gt":${edge}}}}}`);
      expect(response.status).toBe(200);
    }
  });
});

it('ends a read at the time limit with an error', async () => {
  const { rows } = await sql<{ table: string }>`
    select format('%I.%I', s.schema_name, c.table_name) as table
    from collections c join sites s on s.id = c.site_id where c.id = 'Books'`.execute(t.db);
  await t.db.transaction().execute(async (db) => {
    // The lock blocks every read, like the slowest possible query.
    await sql.raw(`lock table ${rows[0]?.table} in access exclusive mode`).execute(db);
    const responses = await Promise.all([query({}), count({}), queryDistinct({ fieldName: 'title' })]);
    expect(responses.map(rejectionOf)).toEqual(Array(3).fill([429, 'WDE0028']));
  });
  expect((await query({})).status).toBe(200);
}, 60_000);
