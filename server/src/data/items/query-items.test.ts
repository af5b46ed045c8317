import { dataLimits } from '@portico/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';

let t: TestServer;

const BOOKS = [
  {
    _id: 'emma',
    title: 'Emma',
    year: 1815,
    tags: ['novel', 'irony'],
    price: 5,
    author: { name: 'Austen', from: 'Steventon' },
  },
  { _id: 'walden', title: 'Walden', year: 1854, tags: ['essay'], price: '5', author: { name: 'Thoreau', from: null } },
  { _id: 'faust', title: 'Faust 100% \\ a_b', year: 1808, tags: [], price: null, author: { name: 'Goethe' } },
  { _id: 'poems', title: 'ΟΔΟΣ Straße', tags: 'novel', parts: [{ no: 1 }, { no: 2, by: { name: 'Sappho' } }] },
  { _id: 'diary', title: '', year: 1825, made: { $date: '1825-01-01T00:00:00.000Z' }, open: true },
];

beforeAll(async () => {
  t = await testServer();
  await t.call({
    method: 'POST',
    path: '/v2/collections',
    as: t.key,
    body: { collection: { id: 'Books', permissions: { read: 'ANYONE' } } },
  });
  for (const book of BOOKS) {
    await t.call({
      method: 'POST',
      path: '/v2/items',
      as: t.key,
      body: { dataCollectionId: 'Books', dataItem: { data: book } },
    });
    // Inserted in different milliseconds, so that the order of creation is the order of the dates.
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
});
afterAll(() => t.stop());

const query = (query: object, rest: object = {}) =>
  t.call({
    method: 'POST',
    path: '/v2/items/query',
    as: t.visitor,
    body: { dataCollectionId: 'Books', query, ...rest },
  });
const idsOf = (response: { body: { dataItems: { id: string }[] } }) => response.body.dataItems.map(({ id }) => id);
const findIds = async (filter: object) => idsOf(await query({ filter, sort: [{ fieldName: '_id' }] }));

describe('200: filters', () => {
  it.each<[object, string[]]>([
    [{}, ['diary', 'emma', 'faust', 'poems', 'walden']],
    [{ title: 'Emma' }, ['emma']],
    [{ title: 'emma' }, []],
    [{ price: 5 }, ['emma']],
    [{ price: '5' }, ['walden']],
    [{ price: { $in: ['5', 5] } }, ['emma', 'walden']],
    [{ price: null }, ['diary', 'faust', 'poems']],
    [{ price: { $ne: null } }, ['emma', 'walden']],
    [{ price: { $ne: 5 } }, ['diary', 'faust', 'poems', 'walden']],
    [{ price: { $exists: true } }, ['emma', 'faust', 'walden']],
    [{ price: { $lt: 100 } }, ['emma']],
    [{ price: { $gt: '4' } }, ['walden']],
    [{ year: { $gte: 1815, $lt: 1854 } }, ['diary', 'emma']],
    [{ $and: [{ year: { $gte: 1815 } }, { year: { $lt: 1854 } }] }, ['diary', 'emma']],
    [{ year: 1815, title: 'Emma' }, ['emma']],
    [{ $or: [{ year: 1815 }, { year: 1854 }] }, ['emma', 'walden']],
    [{ $or: [{}, { year: 1854 }] }, ['diary', 'emma', 'faust', 'poems', 'walden']],
    [{ $and: [{}, { $not: [{ year: 1815 }] }] }, ['diary', 'faust', 'poems', 'walden']],
    [{ $not: { year: { $gt: 0 } } }, ['poems']],
    [{ $and: [] }, ['diary', 'emma', 'faust', 'poems', 'walden']],
    [{ tags: 'novel' }, ['emma', 'poems']],
    [{ tags: { $ne: 'novel' } }, ['diary', 'faust', 'walden']],
    [{ tags: { $hasSome: ['essay', 'irony'] } }, ['emma', 'walden']],
    [{ tags: { $hasAll: ['novel', 'irony'] } }, ['emma']],
    [{ tags: { $hasAll: ['novel'] } }, ['emma', 'poems']],
    [{ _id: { $hasSome: ['emma', 'x'] } }, ['emma']],
    [{ tags: { $isEmpty: true } }, ['diary', 'faust']],
    [{ title: { $isEmpty: true } }, ['diary']],
    [{ title: { $ne: null } }, ['diary', 'emma', 'faust', 'poems', 'walden']],
    [{ title: { $startsWith: 'eM' } }, ['emma']],
    [{ title: { $endsWith: 'EN' } }, ['walden']],
    [{ title: { $contains: '100%' } }, ['faust']],
    [{ title: { $contains: '1%0' } }, []],
    [{ title: { $contains: '\\ A_B' } }, ['faust']],
    [{ title: { $contains: 'a.b' } }, []],
    [{ title: { $startsWith: 'οδος' } }, ['poems']],
    [{ title: { $contains: 'STRAßE' } }, ['poems']],
    [{ title: { $gt: 'F' } }, ['faust', 'poems', 'walden']],
    [{ title: { $gt: 'f' } }, ['poems']],
    [{ 'author.name': 'Austen' }, ['emma']],
    [{ 'author.from': null }, ['diary', 'faust', 'poems', 'walden']],
    [{ 'author.from': { $exists: true } }, ['emma', 'walden']],
    [{ 'parts.no': { $gt: 1 } }, ['poems']],
    [{ 'parts.by.name': { $contains: 'sap' } }, ['poems']],
    [{ author: { from: null, name: 'Thoreau' } }, ['walden']],
    [{ author: { name: 'Thoreau' } }, []],
    [{ tags: ['novel', 'irony'] }, ['emma']],
    [{ made: { $date: '1825-01-01T02:00:00+02:00' } }, ['diary']],
    [{ made: { $gt: { $date: '1800-01-01T00:00:00.000Z' } } }, ['diary']],
    [{ made: { $gt: '1800' } }, []],
    [{ open: true }, ['diary']],
    [{ _createdDate: { $gt: { $date: '2020-01-01T00:00:00.000Z' } }, _id: { $lt: 'e' } }, ['diary']],
    [{ 'constructor.name': 'Object' }, []],
    [{ __proto__: null, toString: { $exists: true } }, []],
  ])('%j → %j', async (filter, expected) => {
    expect(await findIds(filter)).toEqual(expected);
    const count = await t.call({
      method: 'POST',
      path: '/v2/items/count',
      as: t.visitor,
      body: { dataCollectionId: 'Books', filter },
    });
    expect(count.body).toEqual({ totalCount: expected.length });
  });
});

describe('200: order, pages, fields', () => {
  it('returns the newest items first by default, for each form of the request', async () => {
    const newest = ['diary', 'poems', 'faust', 'walden', 'emma'];
    expect(idsOf(await query({ fields: [], filter: {}, sort: [] }, { includeReferences: [] }))).toEqual(newest);
    expect(idsOf(await query({ sort: [] }))).toEqual(newest);
    const { body } = await t.call({
      method: 'POST',
      path: '/v2/items/query',
      as: t.visitor,
      body: { dataCollectionId: 'Books' },
    });
    expect(idsOf({ body })).toEqual(newest);
    expect(body.pagingMetadata).toEqual({ count: 5, offset: 0, tooManyToCount: false, hasNext: false });
  });

  it.each<[object[], string[]]>([
    [[{ fieldName: 'year' }], ['poems', 'faust', 'emma', 'diary', 'walden']],
    [[{ fieldName: 'year', order: 'DESC' }], ['walden', 'diary', 'emma', 'faust', 'poems']],
    [
      [{ fieldName: 'price' }, { fieldName: '_id', order: 'DESC' }],
      ['poems', 'faust', 'diary', 'emma', 'walden'],
    ],
    [[{ fieldName: 'title' }], ['diary', 'emma', 'faust', 'walden', 'poems']],
    [[{ fieldName: 'author.name', order: 'DESC' }], ['walden', 'faust', 'emma', 'poems', 'diary']],
    [[{ fieldName: '_createdDate', order: 'ASC' }], ['emma', 'walden', 'faust', 'poems', 'diary']],
  ])('%j', async (sort, expected) => {
    expect(idsOf(await query({ sort }))).toEqual(expected);
  });

  it('returns each item once in pages by offset, with hasNext', async () => {
    const seen: string[] = [];
    for (let offset = 0; ; offset += 2) {
      const { body } = await query(
        { paging: { limit: 2, offset }, sort: [{ fieldName: 'tags' }] },
        { returnTotalCount: true },
      );
      seen.push(...idsOf({ body }));
      expect(body.pagingMetadata).toMatchObject({ total: 5, offset, count: body.dataItems.length });
      if (!body.pagingMetadata.hasNext) break;
    }
    expect(seen.sort()).toEqual(BOOKS.map((book) => book._id).sort());
  });

  it('returns an empty page past the end, and the first page without a cursor', async () => {
    expect((await query({ paging: { offset: 50 } })).body).toMatchObject({
      dataItems: [],
      pagingMetadata: { count: 0, hasNext: false },
    });
    expect(idsOf(await query({ cursorPaging: { limit: 2 } }))).toEqual(['diary', 'poems']);
  });

  it('returns only the selected fields and the id; ignores unknown names; dotted names select a part', async () => {
    const queryFields = async (fields: string[]) =>
      (await query({ fields, filter: { _id: 'emma' } })).body.dataItems[0].data as object;
    expect(await queryFields(['title', 'missing'])).toEqual({ _id: 'emma', title: 'Emma' });
    expect(await queryFields(['missing'])).toEqual({ _id: 'emma' });
    expect(await queryFields(['author.name'])).toEqual({ _id: 'emma', author: { name: 'Austen' } });
    expect(await queryFields(['a\u0000', "title' from pg_user --"])).toEqual({ _id: 'emma' });
    expect(await queryFields([])).toMatchObject({ ...BOOKS[0] });
  });

  it('accepts the body packed into a GET', async () => {
    const body = { dataCollectionId: 'Books', query: { filter: { title: { $contains: 'straße' } } } };
    const packed = Buffer.from(JSON.stringify(body)).toString('base64url');
    for (const prefix of ['', '/wix-data', '/_api/cloud-data']) {
      const response = await t.call({ method: 'GET', path: `${prefix}/v2/items/query?.r=${packed}`, as: t.visitor });
      expect(idsOf(response)).toEqual(['poems']);
      expect(response.headers['cache-control']).toMatch(/no-store/);
    }
  });

  it('never treats values and names as SQL', async () => {
    const injection = `'; drop schema portico cascade; -- \\' " $1 :x ? \${x} %s`;
    expect(await findIds({ title: injection })).toEqual([]);
    expect(await findIds({ [injection.replaceAll('.', '')]: { $exists: true } })).toEqual([]);
    expect(await findIds({ [`${injection}.a.b`.replace('..', '.')]: { $hasAll: [injection, 5] } })).toEqual([]);
    expect(
      idsOf(await query({ sort: [{ fieldName: injection }, { fieldName: `${injection}.b`, order: 'DESC' }] })),
    ).toHaveLength(5);
    expect(await findIds({ 'a" ? (@ == 1)': 1 })).toEqual([]);
    expect(await findIds({ 'a") || exists($': null })).toHaveLength(5);
  });
});

describe('responses with status 400', () => {
  const nestFilter = (levels: number): object => (levels === 0 ? { a: 1 } : { $not: nestFilter(levels - 1) });

  it.each<[string, object, string, string]>([
    ['a regular expression', { title: { $regex: 'a+' } }, 'WDE0070', 'query.filter.title.$regex'],
    ['an unknown operator', { a: { b: 1, $where: '1' } }, 'WDE0093', 'query.filter.a.b'],
    ['an unknown logical operator', { $nor: [] }, 'WDE0093', 'query.filter.$nor'],
    ['$matches without a pattern', { a: { $matches: 'x' } }, 'WDE0093', 'query.filter.a.$matches'],
    ['$matches with flags', { a: { $matches: { spec: [], ignoreCase: 'i' } } }, 'WDE0093', '$matches.ignoreCase'],
    [
      '$matches of another kind',
      { a: { $matches: { spec: [{ type: 'regex', value: '(a+)+' }] } } },
      'WDE0093',
      '$matches.spec[0].type',
    ],
    [
      '$matches of too many parts',
      { a: { $matches: { spec: Array(dataLimits.matchParts + 1).fill({ type: 'anyOf', value: 'a' }) } } },
      'WDE0093',
      '$matches.spec',
    ],
    [
      '$matches that is too long',
      { a: { $matches: { spec: [{ type: 'literal', value: 'a'.repeat(dataLimits.matchLength + 1) }] } } },
      'WDE0093',
      '$matches.spec',
    ],
    [
      '$matches with a NUL',
      { a: { $matches: { spec: [{ type: 'anyOf', value: '\u0000' }] } } },
      'WDE0093',
      '$matches.spec[0]',
    ],
    ['$or of an object', { $or: {} }, 'WDE0093', 'query.filter.$or'],
    ['$or of texts', { $or: ['a'] }, 'WDE0093', 'query.filter.$or[0]'],
    ['$not of two', { $not: [{}, {}] }, 'WDE0093', 'query.filter.$not'],
    ['$in of a text', { $and: [{ a: { $in: 'x' } }] }, 'WDE0093', 'query.filter.$and[0].a.$in'],
    [
      '$in of too many',
      { a: { $in: Array(dataLimits.filterListLength + 1).fill(1) } },
      'WDE0093',
      'query.filter.a.$in',
    ],
    ['$gt of null', { a: { $gt: null } }, 'WDE0093', 'query.filter.a.$gt'],
    ['$lt of an object', { a: { $lt: { b: 1 } } }, 'WDE0093', 'query.filter.a.$lt'],
    ['$contains of a number', { a: { $contains: 5 } }, 'WDE0093', 'query.filter.a.$contains'],
    ['$exists of a text', { a: { $exists: 'yes' } }, 'WDE0093', 'query.filter.a.$exists'],
    ['an operator inside a value', { a: { b: { $gt: 1 } } }, 'WDE0093', 'query.filter.a.b.$gt'],
    ['an invalid date', { a: { $date: 'yesterday' } }, 'WDE0093', 'query.filter.a'],
    [
      'a day that does not exist in its month',
      { a: { $gt: { $date: '2024-02-30' } } },
      'WDE0093',
      'query.filter.a.$gt',
    ],
    ['a name with an empty part', { 'a..b': 1 }, 'WDE0093', 'query.filter.a..b'],
    ['a name with too many parts', { [Array(40).fill('a').join('.')]: 1 }, 'WDE0093', 'query.filter'],
    ['a name with a NUL', { 'a\u0000': 1 }, 'WDE0093', 'query.filter.a'],
    ['a text with a NUL', { a: '\u0000' }, 'WDE0093', 'query.filter.a'],
    ['half a surrogate pair', { a: { $in: ['\ud800'] } }, 'WDE0093', 'query.filter.a.$in[0]'],
    ['too many conditions', { $or: Array(dataLimits.filterConditions).fill({ a: 1 }) }, 'WDE0093', 'query.filter.$or'],
    ['nesting that is too deep', nestFilter(dataLimits.filterDepth), 'WDE0169', 'query.filter'],
    ['a value nested too deep', { a: JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) }, 'WDE0169', 'query.filter.a'],
  ])('for %s', async (_, filter, expected, field) => {
    const response = await query({ filter });
    expect([response.status, codeOf(response)]).toEqual([400, expected]);
    expect(response.body.details.applicationError.data.field).toContain(field);
  });

  it('accepts filters at the limits', async () => {
    expect((await query({ filter: nestFilter(dataLimits.filterDepth - 1) })).status).toBe(200);
    expect((await query({ filter: { $or: Array(dataLimits.filterConditions / 2).fill({ a: 1 }) } })).status).toBe(200);
    expect((await query({ filter: { a: { $in: Array(dataLimits.filterListLength).fill('x') } } })).status).toBe(200);
  });

  it.each([
    [{ paging: { limit: 1_001 } }, 'query.paging.limit', 'MAX'],
    [{ paging: { limit: 0 } }, 'query.paging.limit', 'MIN'],
    [{ paging: { offset: -1 } }, 'query.paging.offset', 'MIN'],
    [{ paging: { limit: 1.5 } }, 'query.paging.limit', 'WRONG_TYPE'],
    [{ sort: [{ fieldName: 'a', order: 'UP' }] }, 'query.sort.0.order', 'NOT_ALLOWED_VALUE'],
    [{ filter: [] }, 'query.filter', 'WRONG_TYPE'],
    [{ fields: 'a' }, 'query.fields', 'WRONG_TYPE'],
  ])('%j names %s', async (body, field, violatedRule) => {
    const response = await query(body);
    expect(response.status).toBe(400);
    expect(response.body.details.validationError.fieldViolations).toEqual([
      expect.objectContaining({ field, violatedRule }),
    ]);
  });

  it('for an invalid sort name, an invalid cursor and an offset with a cursor', async () => {
    expect(codeOf(await query({ sort: [{ fieldName: 'a..b' }] }))).toBe('WDE0093');
    expect(codeOf(await query({ cursorPaging: { limit: 2, cursor: 'abc' } }))).toBe('WDE0152');
    expect(codeOf(await query({ cursorPaging: { cursor: '' } }))).toBe('WDE0152');
    expect(codeOf(await query({ paging: { offset: 1 }, cursorPaging: { limit: 2 } }))).toBe('WDE0151');
  });
});

describe('responses with status 403', () => {
  it('are returned by query and count without permission to read', async () => {
    await t.call({ method: 'POST', path: '/v2/collections', as: t.key, body: { collection: { id: 'Secret' } } });
    for (const path of ['/v2/items/query', '/v2/items/count']) {
      const response = await t.call({ method: 'POST', path, as: t.visitor, body: { dataCollectionId: 'Secret' } });
      expect([response.status, response.body.details.applicationError.data]).toEqual([
        403,
        { collectionName: 'Secret', operation: 'read' },
      ]);
    }
  });
});
