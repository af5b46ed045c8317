import { describe, expect, it } from 'vitest';
import type { Call } from './call.ts';
import type { StoredItem } from './item-checks.ts';
import { createFilter } from './items-filter.ts';
import type { WirePage } from './items-page.ts';
import { createItemsQuery, createItemsSearch, type WireQuery, type WireSearch } from './items-query.ts';

const requests: (WireQuery | WireSearch)[] = [];
const requestOptions: unknown[] = [];
/** Returns a call function that answers with these pages, one after the other. */
const fakeCall = (...pages: Partial<WirePage<StoredItem>>[]): Call => {
  requests.length = 0;
  requestOptions.length = 0;
  const remainingPages = [...pages];
  const respond = async (_route: string, { body }: { body: Record<string, object> }) => {
    const { dataCollectionId, query, search, ...rest } = body;
    const request = query ?? search;
    requests.push(request ?? rest);
    requestOptions.push(request ? rest : {});
    return { dataItems: [], distinctValues: [], totalCount: 0, pagingMetadata: remainingPages.shift() ?? {} };
  };
  return respond as never;
};
const query = (call = fakeCall()) => createItemsQuery(call, 'Books');
const code = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return (error as { code: string }).code;
  }
  return 'none';
};

/** Data contract, section 2.1. */
describe('filters in their wire format', () => {
  it.each([
    [query().eq('a', 1), { a: 1 }],
    [query().eq('a', undefined), { a: null }],
    [query().eq('a', new Date(0)), { a: { $date: '1970-01-01T00:00:00.000Z' } }],
    [query().ne('a', 1), { a: { $ne: 1 } }],
    [query().gt('a', 1), { a: { $gt: 1 } }],
    [query().ge('a', 'x'), { a: { $gte: 'x' } }],
    [query().lt('a', new Date(0)), { a: { $lt: { $date: '1970-01-01T00:00:00.000Z' } } }],
    [query().le('a', 1), { a: { $lte: 1 } }],
    [query().in('a', [1, 'b']), { a: { $in: [1, 'b'] } }],
    [query().contains('a', 'b'), { a: { $contains: 'b' } }],
    [query().startsWith('a', 'b'), { a: { $startsWith: 'b' } }],
    [query().endsWith('a', 'b'), { a: { $endsWith: 'b' } }],
    [query().hasSome('a', ['b']), { a: { $hasSome: ['b'] } }],
    [query().hasAll('a', []), { a: { $hasAll: [] } }],
    [query().isEmpty('a'), { a: null }],
    [query().isNotEmpty('a'), { a: { $ne: null } }],
    [query().eq('a', 1).eq('b', 2), { a: 1, b: 2 }],
    [query().gt('a', 1).lt('a', 5), { $and: [{ a: { $gt: 1 } }, { a: { $lt: 5 } }] }],
    [query().eq('a', 1).or(query().eq('b', 2)), { $or: [{ a: 1 }, { b: 2 }] }],
    [query().eq('a', 1).or(query().eq('b', 2)).eq('c', 3), { $or: [{ a: 1 }, { b: 2 }], c: 3 }],
    [query().hasSome('a', 'b', 'c'), { a: { $hasSome: ['b', 'c'] } }],
    [query().between('a', 1, 9), { $and: [{ a: { $gte: 1 } }, { a: { $lt: 9 } }] }],
    [query().exists('a'), { a: { $exists: true } }],
    [query().exists('a', false), { a: { $exists: false } }],
    [query().eq('a', 1).and(createFilter().eq('a', 2)), { $and: [{ a: 1 }, { a: 2 }] }],
    [query().eq('a', 1).not(createFilter().eq('b', 2)), { a: 1, $not: { b: 2 } }],
    [
      query().not(createFilter().eq('a', 1)).not(createFilter().eq('a', 2)),
      { $and: [{ $not: { a: 1 } }, { $not: { a: 2 } }] },
    ],
  ])('%#', (buildFilter, filter) => {
    expect(buildFilter.toFilter()).toEqual(filter);
  });

  it('do not change the previous builder', () => {
    const first = query().eq('a', 1);
    first.eq('b', 2);
    expect(first.toFilter()).toEqual({ a: 1 });
  });
});

describe('invalid arguments are rejected before any request', () => {
  it.each([
    ['limit("5")', 'WDE0032', () => query().limit('5' as never)],
    ['limit(0)', 'WDE0033', () => query().limit(0)],
    ['limit(1.5)', 'WDE0035', () => query().limit(1.5)],
    ['skip("5")', 'WDE0032', () => query().skip('5' as never)],
    ['skip(-1)', 'WDE0034', () => query().skip(-1)],
    ['skip(1.5)', 'WDE0035', () => query().skip(1.5)],
    ['a field that is not a string', 'WDE0048', () => query().eq(5 as never, 1)],
    ['a sort field that is not a string', 'WDE0051', () => query().ascending(5 as never)],
    ['a sort without fields', 'WDE0043', () => query().descending()],
    ['an included field that is empty', 'WDE0094', () => query().include('')],
    ['a comparison with an object', 'WDE0045', () => query().gt('a', {} as never)],
    ['a text operator with a number', 'WDE0044', () => query().contains('a', 5 as never)],
    ['hasSome with an object', 'WDE0047', () => query().hasSome('a', {})],
    ['between of two types', 'WDE0046', () => query().between('a', 1, 'b')],
    ['or with a text', 'WDE0049', () => query().or('a' as never)],
    ['a regular expression', 'WDE0070', () => query().and({ toFilter: () => ({ $or: [{ a: { $regex: 'x' } }] }) })],
    ['a regular expression as a value', 'WDE0070', () => query().eq('a', { $regex: 'x' })],
    ['skip with a cursor', 'WDE0080', () => query().cursor('c').skip(1)],
    ['a cursor with skip', 'WDE0080', () => query().skip(1).cursor('c')],
    ['a cursor that is not a string', 'WDE0044', () => query().cursor(5 as never)],
    ['a seed that is not a number', 'WDE0018', () => query().random('x' as never)],
    ['a limit of references that is none', 'WDE0033', () => query().include('a', 0)],
    ['words that are not a string', 'WDE0044', () => createItemsSearch(fakeCall(), 'Books').expression(5 as never)],
  ])('%s: %s', (_what, expected, work) => {
    expect(code(work)).toBe(expected);
    expect(requests).toEqual([]);
  });
});

describe('invalid options', () => {
  it.each([{ consistentRead: 'yes' as never }, { language: '' }, { suppressHooks: 1 as never }])(
    '%j',
    async (options) => {
      await expect(query().find(options)).rejects.toMatchObject({ code: 'WDE0018' });
      expect(requests).toEqual([]);
    },
  );
});

describe('included references', () => {
  it('are sent next to the query, each with the limit', async () => {
    await query().include('a', 'b', 7).include('c').find();
    expect(requestOptions).toEqual([
      { includeReferences: [{ field: 'a', limit: 7 }, { field: 'b', limit: 7 }, { field: 'c' }] },
    ]);
  });
});

describe('random order', () => {
  it('is requested next to the query, with the seed', async () => {
    await query().random(5).find();
    expect(requestOptions).toEqual([{ sortMode: 'RANDOM', randomOptions: { seed: 5 } }]);
  });
});

describe('a search', () => {
  it('sends text, mode, filter and sort, and repeats them with a cursor', async () => {
    const call = fakeCall({ hasNext: true, cursors: { next: 'n' } }, {});
    const first = createItemsSearch(call, 'Books')
      .expression('red car')
      .fuzzy()
      .andMode()
      .eq('a', 1)
      .ascending('b')
      .limit(3);
    await (await first.run()).next();
    const same = {
      filter: { a: 1 },
      sort: [{ fieldName: 'b', order: 'ASC' }],
      fields: [],
      search: { expression: 'red car', fuzzy: true, mode: 'AND' },
    };
    expect(requests).toEqual([
      { ...same, paging: { limit: 3, offset: 0 } },
      { ...same, cursorPaging: { limit: 3, cursor: 'n' } },
    ]);
  });
});

describe('distinct', () => {
  it('sends field, filter and order, and then only the cursor', async () => {
    const call = fakeCall({ hasNext: true, cursors: { next: 'n' } }, {});
    await (await query(call).eq('a', 1).limit(3).distinct('b', { order: 'desc' })).next();
    expect(requests).toEqual([
      { fieldName: 'b', filter: { a: 1 }, order: 'DESC', paging: { limit: 3, offset: 0 } },
      { cursorPaging: { limit: 3, cursor: 'n' } },
    ]);
  });
});

describe('pages', () => {
  it('send no paging by default', async () => {
    await query(fakeCall({})).ascending('a').find();
    expect(requests).toEqual([{ filter: {}, sort: [{ fieldName: 'a', order: 'ASC' }], fields: [] }]);
  });

  it('continue by the server’s cursor without repeating filter and sort', async () => {
    const run = fakeCall({ hasNext: true, cursors: { next: 'n' } }, { cursors: { prev: 'p' } });
    const second = await (await query(run).eq('a', 1).limit(10).find()).next();
    expect(requests[1]).toEqual({ fields: [], cursorPaging: { limit: 10, cursor: 'n' } });
    expect([second.currentPage, second.hasNext(), second.hasPrev()]).toEqual([1, false, true]);
  });

  it('continue by offset without a cursor', async () => {
    const run = fakeCall({ hasNext: true }, {}, {});
    const first = await query(run).eq('a', 1).limit(10).skip(20).find();
    await (await first.next()).prev();
    expect(first.currentPage).toBe(2);
    expect(requests.map((one) => one.paging)).toEqual([
      { limit: 10, offset: 20 },
      { limit: 10, offset: 30 },
      { limit: 10, offset: 20 },
    ]);
    expect(requests[2]?.filter).toEqual({ a: 1 });
  });

  it('throw WDE0165 after the last and WDE0159 before the first page', async () => {
    const only = await query(fakeCall({})).find();
    await expect(only.next()).rejects.toMatchObject({ code: 'WDE0165' });
    await expect(only.prev()).rejects.toMatchObject({ code: 'WDE0159' });
  });

  it('have a page count only if the server counted items', async () => {
    const pageWithTotal = await query(fakeCall({ total: 21 }))
      .limit(10)
      .find({ returnTotalCount: true });
    expect([pageWithTotal.totalCount, pageWithTotal.totalPages]).toEqual([21, 3]);
    const uncountedPage = await query(fakeCall({})).find();
    expect([uncountedPage.totalCount, uncountedPage.totalPages]).toEqual([undefined, undefined]);
  });
});
