/** Aggregations, pipelines and full-text search. */
import { BOOKS } from '../fixture.ts';
import { rejectionRows, type Subject, successRows } from '../row.ts';

const numbersOf = ({ items }: { readonly items: readonly Record<string, unknown>[] }) => items.map(({ n }) => n);
const aggregate = ({ visitor }: Subject) => visitor.items.aggregate(BOOKS);
const filter = ({ visitor }: Subject) => visitor.items.filter();

const pipeline = ({ visitor }: Subject) => visitor.items.pipeline(BOOKS);

export const readRows = [
  ...successRows('aggregate', {
    'sum, avg, min, max and count name their results': async (s) =>
      (await aggregate(s).sum('n').avg('n').min('n').max('n').count().run()).items,
    'results get the names of the call': async (s) =>
      (await aggregate(s).sum('n', 'total').max('n', 'most').run()).items,
    'a single group is the value itself': async (s) =>
      (await aggregate(s).group('title').sum('n').ascending('_id').run()).items,
    'several groups are an object': async (s) =>
      (await aggregate(s).group('title', 'author').count().run()).items
        .map((row) => JSON.stringify(Object.entries(row).sort()))
        .sort(),
    'filter limits the items': async (s) =>
      (await aggregate(s).filter(filter(s).lt('n', 4)).avg('n', 'mean').run()).items,
    'having limits the groups': async (s) =>
      (await aggregate(s).group('title').sum('n').having(filter(s).gt('nSum', 30)).run()).items,
    'descending sorts the groups': async (s) =>
      (await aggregate(s).group('title').sum('n').descending('nSum').run()).items,
    'skip and limit select groups': async (s) =>
      (await aggregate(s).group('n').ascending('_id').limit(2).skip(3).run()).items,
    'next continues the groups': async (s) =>
      (await (await aggregate(s).group('n').ascending('_id').limit(5).run()).next()).items,
    'dates are grouped as dates': async (s) => (await aggregate(s).max('when').run()).items,
    'a plain object is accepted as a filter': async (s) => (await aggregate(s).filter({ n: 1 }).count().run()).items,
    'count can be named': async (s) => (await aggregate(s).count('books').run()).items,
    'a pipeline groups and sorts': async (s) =>
      (
        await pipeline(s)
          .group(['title'], { total: { sum: 'n' } })
          .descending('total')
          .run()
      ).items,
    'a pipeline unwinds arrays': async (s) =>
      (
        await pipeline(s)
          .unwind('tags')
          .group(['tags'], { total: { sum: 'n' } })
          .descending('total')
          .limit(2)
          .run()
      ).items,
    'a pipeline limits and skips': async (s) =>
      (
        await pipeline(s)
          .group(['title'], { total: { sum: 'n' } })
          .descending('total')
          .skip(1)
          .limit(1)
          .run()
      ).items,
  }),
  ...rejectionRows('aggregate', {
    'a second filter': async (s) =>
      aggregate(s).filter(filter(s).eq('n', 1)).filter(filter(s).eq('n', 2)).count().run(),
    'a second group': async (s) => aggregate(s).group('n').group('title').count().run(),
    'a second having': async (s) =>
      aggregate(s).group('n').having(filter(s).gt('count', 1)).having(filter(s).gt('count', 2)).count().run(),
    'a limit that is not an integer': async (s) => aggregate(s).limit(1.5).run(),
    'a negative skip': async (s) => aggregate(s).skip(-1).run(),
    'a field that is not a string': async (s) =>
      aggregate(s)
        .sum(5 as never)
        .run(),
  }),
  ...successRows('search', {
    'finds items by words': async ({ visitor }) =>
      numbersOf(await visitor.items.search(BOOKS).expression('odd').ascending('n').run()),
    'combines words with filter, sort and limit': async ({ visitor }) =>
      numbersOf(await visitor.items.search(BOOKS).expression('odd').lt('n', 8).descending('n').limit(3).run()),
    'finds any of the words by default': async ({ visitor }) =>
      (await visitor.items.search(BOOKS).expression('odd even').run()).length,
    'andMode requires every word': async ({ visitor }) =>
      (await visitor.items.search(BOOKS).expression('odd one').andMode().run()).length,
    'orMode requires any word': async ({ visitor }) =>
      (await visitor.items.search(BOOKS).expression('odd even').orMode().run()).length,
    'fuzzy finds misspelt words': async ({ visitor }) =>
      (await visitor.items.search(BOOKS).expression('evne').fuzzy().limit(1).run()).items.map(({ title }) => title),
    'next continues the matches': async ({ visitor }) =>
      numbersOf(await (await visitor.items.search(BOOKS).expression('odd').ascending('n').limit(4).run()).next()),
    'selects fields': async ({ visitor }) =>
      (await visitor.items.search(BOOKS).expression('odd').eq('n', 1).fields('n').run()).items,
    'includes references': async ({ visitor }) =>
      (await visitor.items.search(BOOKS).expression('odd').eq('n', 1).include('author').run()).items.map(
        ({ author }) => author,
      ),
  }),
  ...rejectionRows('search', {
    'an expression of more than 100 characters': async ({ visitor }) =>
      visitor.items.search(BOOKS).expression('x'.repeat(101)).run(),
    'an unknown collection': async ({ visitor }) => visitor.items.search('Nowhere').expression('x').run(),
  }),
];
