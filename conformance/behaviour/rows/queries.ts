/** The query builder: filters, sorting, paging, counting and distinct values. */
import type { ItemsQuery } from '../../../sdk/src/index.ts';
import { BOOK_COUNT, BOOKS, NOTES, WHEN } from '../fixture.ts';
import { type Row, rejectionRows, type Subject, successRows } from '../row.ts';
import { insertNotes } from './items.ts';

const dayAfter = (n: number) => new Date(WHEN.getTime() + n * 86_400_000);
const numbersOf = ({ items }: { readonly items: readonly Record<string, unknown>[] }) => items.map(({ n }) => n);

/** A page of query results. */
type Page = Awaited<ReturnType<ItemsQuery['find']>>;
const summarizePage = (page: Page) => ({
  numbers: numbersOf(page),
  length: page.length,
  pageSize: page.pageSize,
  currentPage: page.currentPage,
  totalCount: page.totalCount,
  totalPages: page.totalPages,
  hasNext: page.hasNext(),
  hasPrev: page.hasPrev(),
});

type Build = (query: ItemsQuery, subject: Subject) => unknown;

/** Returns a function that runs a query on the books and returns the numbers of the found items in ascending order. */
const findsItemNumbers = (build: Build): Row['run'] => {
  return async (subject) => {
    const query = build(subject.visitor.items.query(BOOKS), subject) as ItemsQuery;
    return numbersOf(await query.ascending('n').find());
  };
};

/** Each operator with arguments of every kind that it accepts. */
const filters: Readonly<Record<string, Build>> = {
  'eq with a number': (q) => q.eq('n', 3),
  'eq with a text': (q) => q.eq('title', 'Odd one'),
  'eq with a boolean': (q) => q.eq('isEven', true),
  'eq with a date': (q) => q.eq('when', dayAfter(2)),
  'eq with null': (q) => q.eq('nothing', null),
  'eq with undefined': (q) => q.eq('nothing', undefined),
  'eq with an object': (q) => q.eq('deep', { x: 1, list: [{ y: 1 }] }),
  'eq with an array': (q) => q.eq('tags', ['x', 't3']),
  'eq on a path': (q) => q.eq('deep.x', 4),
  'eq on a path into an array': (q) => q.eq('deep.list.y', 4),
  'eq on an element of an array': (q) => q.eq('tags', 't3'),
  'eq on a reference': (q) => q.eq('author', 'bob'),
  'ne with a number': (q) => q.ne('n', 3),
  'ne with null': (q) => q.ne('title', null),
  'gt and le': (q) => q.gt('n', 8).le('n', 10),
  'ge and lt with dates': (q) => q.ge('when', dayAfter(2)).lt('when', dayAfter(4)),
  'gt with a text': (q) => q.gt('title', 'Even one'),
  'gt with a boolean': (q) => q.gt('isEven', false as never),
  'gt on a value of another type': (q) => q.gt('n', '3'),
  'between with numbers': (q) => q.between('n', 2, 4),
  'between with dates': (q) => q.between('when', dayAfter(2), dayAfter(4)),
  'contains without regard to case': (q) => q.contains('title', 'ODD'),
  'contains with characters of a pattern': (q) => q.contains('title', '%_.*'),
  startsWith: (q) => q.startsWith('title', 'even'),
  endsWith: (q) => q.endsWith('title', 'D ONE'),
  'hasSome with an array': (q) => q.hasSome('tags', ['t1', 't2']),
  'hasSome with several arguments': (q) => q.hasSome('tags', 't1', 't2'),
  'hasSome with an empty array': (q) => q.hasSome('tags', []),
  'hasSome with dates': (q) => q.hasSome('when', [dayAfter(1), dayAfter(3)]),
  'hasAll with an array': (q) => q.hasAll('tags', ['x', 't2']),
  'in with values of several types': (q) => q.in('n', [1, '2', 4]),
  isEmpty: (q) => q.isEmpty('nothing'),
  isNotEmpty: (q) => q.isNotEmpty('title'),
  exists: (q) => q.exists('nothing', true),
  'exists with false': (q) => q.exists('nothing', false),
  'two conditions on one field': (q) => q.gt('n', 2).lt('n', 5),
  'or with a filter': (q, { visitor }) => q.eq('n', 1).or(visitor.items.filter().eq('n', 2)),
  'or with a query': (q, { visitor }) => q.eq('n', 1).or(visitor.items.query(BOOKS).eq('n', 2)),
  'several alternatives': (q, { visitor }) =>
    q.eq('n', 1).or(visitor.items.filter().eq('n', 2)).or(visitor.items.filter().eq('n', 3)),
  'a condition after or': (q, { visitor }) =>
    q.eq('n', 1).or(visitor.items.filter().eq('n', 2)).eq('title', 'Even one'),
  'or without conditions on its left': (q, { visitor }) => q.or(visitor.items.filter().eq('n', 2)),
  'and with a filter': (q, { visitor }) => q.gt('n', 2).and(visitor.items.filter().lt('n', 5)),
  not: (q, { visitor }) => q.lt('n', 3).not(visitor.items.filter().eq('n', 1)),
  'not of two conditions': (q, { visitor }) => q.not(visitor.items.filter().gt('n', 1).lt('n', 11)),
};

/** Follows `next` to the last page. */
async function findLastPage(first: Page): Promise<Page> {
  let page = first;
  while (page.hasNext()) page = await page.next();
  return page;
}

export const queryRows = [
  ...successRows(
    'filter',
    Object.fromEntries(Object.entries(filters).map(([name, build]) => [name, findsItemNumbers(build)])),
  ),
  ...successRows('query', {
    'ascending sorts by several fields': async ({ visitor }) =>
      numbersOf(await visitor.items.query(BOOKS).ascending('title', 'n').find()),
    'ascending accepts an array of fields': async ({ visitor }) =>
      numbersOf(
        await visitor.items
          .query(BOOKS)
          .ascending(['title', 'n'] as never)
          .find(),
      ),
    'descending and ascending are combined in their order': async ({ visitor }) =>
      numbersOf(await visitor.items.query(BOOKS).descending('title').ascending('n').find()),
    'random sort repeats its order for the same seed': async ({ visitor }) => {
      const readShuffled = async () => numbersOf(await visitor.items.query(BOOKS).random(5).find());
      const [first, second] = [await readShuffled(), await readShuffled()];
      return [String(first) === String(second), String(first) === String([...first].sort())];
    },
    'fields selects fields': async ({ visitor }) =>
      (await visitor.items.query(BOOKS).eq('n', 1).fields('n', 'deep.x').find()).items,
    'fields can be called twice': async ({ visitor }) =>
      (await visitor.items.query(BOOKS).eq('n', 1).fields('n').fields('title').find()).items,
    'include replaces ids by the items they refer to': async ({ visitor }) =>
      (await visitor.items.query(BOOKS).eq('n', 0).include('author', 'editors').find()).items.map(
        ({ author, editors }) => [author, editors],
      ),
    'include limits the items of a reference': async ({ visitor }) =>
      (await visitor.items.query(BOOKS).eq('n', 0).include('editors', 1).find()).items.map(({ editors }) => editors),
    'include without arguments changes nothing': async ({ visitor }) =>
      (await visitor.items.query(BOOKS).eq('n', 0).include().find()).length,
    'a builder does not change when it is continued': async ({ visitor }) => {
      const all = visitor.items.query(BOOKS);
      all.eq('n', 1).limit(1);
      return all.count();
    },
    'the first page': async ({ visitor }) =>
      summarizePage(await visitor.items.query(BOOKS).ascending('n').limit(5).find({ returnTotalCount: true })),
    'the second page': async ({ visitor }) =>
      summarizePage(
        await (await visitor.items.query(BOOKS).ascending('n').limit(5).find({ returnTotalCount: true })).next(),
      ),
    'the last page': async ({ visitor }) =>
      summarizePage(await findLastPage(await visitor.items.query(BOOKS).descending('n').limit(5).find())),
    'back from the last page': async ({ visitor }) => {
      const last = await findLastPage(await visitor.items.query(BOOKS).ascending('n').limit(5).find());
      return summarizePage(await (await last.prev()).prev());
    },
    'a page that starts with skip': async ({ visitor }) =>
      summarizePage(await visitor.items.query(BOOKS).ascending('n').limit(5).skip(5).find()),
    'back from a page that starts with skip': async ({ visitor }) =>
      summarizePage(await (await visitor.items.query(BOOKS).ascending('n').limit(5).skip(5).find()).prev()),
    'a page that starts with a skip that is not a multiple of the limit': async ({ visitor }) =>
      summarizePage(await visitor.items.query(BOOKS).ascending('n').limit(5).skip(7).find()),
    'a page without a limit': async ({ visitor }) =>
      summarizePage(await visitor.items.query(BOOKS).ascending('n').find({ returnTotalCount: true })),
    'the first of several pages without a limit': async (s) => {
      await insertNotes(s, ...Array.from({ length: 60 }, (_, n) => ({ n })));
      const first = await s.visitor.items.query(NOTES).ascending('n').find();
      const second = await first.next();
      return [first.length, first.pageSize, first.hasNext(), second.length, second.currentPage, second.hasNext()];
    },
    'an empty page': async ({ visitor }) =>
      summarizePage(await visitor.items.query(BOOKS).eq('n', -1).limit(5).find({ returnTotalCount: true })),
    'a page can be iterated': async ({ visitor }) => {
      const page = await visitor.items.query(BOOKS).ascending('n').limit(2).find();
      return numbersOf({ items: [...(page as unknown as Iterable<Record<string, unknown>>)] });
    },
    'a page follows the filter of its query': async ({ visitor }) =>
      numbersOf(await (await visitor.items.query(BOOKS).gt('n', 3).ascending('n').limit(2).find()).next()),
    'a short query is sent with GET': async ({ visitor, network }) => {
      await visitor.items.query(BOOKS).eq('n', 1).find();
      return network.log().at(-1);
    },
    'a query whose URL is longer than 2,048 characters is sent with POST': async ({ visitor, network }) => {
      await visitor.items.query(BOOKS).eq('title', 'x'.repeat(2_000)).find();
      return network.log().at(-1);
    },
    'count counts all matches': async ({ visitor }) => visitor.items.query(BOOKS).gt('n', 5).limit(2).count(),
    'count without a filter': async ({ visitor }) => visitor.items.query(BOOKS).count(),
    'distinct returns sorted values': async ({ visitor }) => (await visitor.items.query(BOOKS).distinct('title')).items,
    'distinct returns dates': async ({ visitor }) =>
      (await visitor.items.query(BOOKS).lt('n', 2).distinct('when')).items,
    'distinct takes its order from the sort of its field': async ({ visitor }) =>
      (await visitor.items.query(BOOKS).descending('n').limit(2).distinct('n')).items,
    'distinct pages': async ({ visitor }) =>
      (await (await visitor.items.query(BOOKS).limit(5).distinct('n')).next()).items,
    'distinct ignores elements that the filter excludes': async ({ visitor }) =>
      (await visitor.items.query(BOOKS).eq('n', 3).distinct('tags')).items,
    'find accepts options': async ({ visitor }) =>
      (await visitor.items.query(BOOKS).find({ consistentRead: true, suppressHooks: true, language: 'de' })).length ===
      BOOK_COUNT,
  }),
  ...rejectionRows('query', {
    'next on the last page': async ({ visitor }) => (await visitor.items.query(BOOKS).find()).next(),
    'prev on the first page': async ({ visitor }) => (await visitor.items.query(BOOKS).limit(2).find()).prev(),
    'a limit above the maximum of the server': async ({ visitor }) => visitor.items.query(BOOKS).limit(5_000).find(),
    'an unknown collection': async ({ visitor }) => visitor.items.query('Nowhere').find(),
    'an unknown collection, counted': async ({ visitor }) => visitor.items.query('Nowhere').count(),
  }),
];
