import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { measureDistance, toleranceOf } from '../../full-text/misspellings.ts';
import { wordFormsOf } from '../../full-text/stems.ts';
import { partsOf, stripDiacritics, tokenize } from '../../full-text/tokenize.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { runs, seed } from '../../testing/runs.ts';
import { matches } from '../query/evaluate.ts';
import { parseFilter } from '../query/parse.ts';
import type { Field } from '../query/scope.ts';
import type { Json } from '../query/tree.ts';
import { textsOf } from './texts.ts';

let t: TestServer;
const ID = 'Words';
const FIELDS: Field[] = [
  { key: 'body', type: 'RICH_TEXT' },
  { key: 'secret', type: 'TEXT', access: { read: 'PRIVILEGED' } },
  { key: 'day', type: 'DATE' },
];

beforeAll(async () => {
  t = await testServer();
  const permissions = { read: 'SITE_MEMBER_AUTHOR', insert: 'SITE_MEMBER', update: 'SITE_MEMBER', remove: 'ADMIN' };
  const collection = { id: ID, fields: FIELDS, permissions };
  await t.call({ method: 'POST', path: '/v2/collections', as: t.key, body: { collection } });
});
afterAll(() => t.stop());

const WORDS = [
  ...[
    'house',
    'houses',
    'hose',
    'Mouse',
    'horse',
    'the',
    'running',
    'runner',
    'restaurant',
    'restaurants',
    'restuarant',
  ],
  ...[
    'Müller',
    'Muller',
    'straße',
    'STRASSE',
    'café',
    'שלום',
    'שָׁלוֹם',
    'עולם',
    '東京',
    '京都',
    '2024',
    '2025',
    'a',
    "l'eau",
  ],
  ...['foo.bar', "o'neil", '<b>bo</b>ld', '&amp;', '\\', "'", '&|!', ':*', '😀', 'İstanbul', 'ﬁsh', '\u001f'],
];
const phrase = fc.array(fc.constantFrom(...WORDS), { maxLength: 8, size: 'max' }).map((words) => words.join(' '));
const value = fc.oneof(
  { weight: 4, arbitrary: phrase },
  { weight: 1, arbitrary: fc.array(phrase, { maxLength: 2 }) },
  { weight: 1, arbitrary: fc.record({ name: phrase, inner: fc.array(fc.record({ text: phrase }), { maxLength: 2 }) }) },
  { weight: 1, arbitrary: fc.constantFrom(null, 5, true, { $date: '2024-05-06T07:08:09.010Z' }) },
);
const KEYS = ['title', 'body', 'secret', 'note', 'day', 'x y'];
const item = fc.record({
  data: fc.dictionary(fc.constantFrom(...KEYS), value, { minKeys: 1, maxKeys: 5, size: 'max' }),
  mine: fc.boolean(),
});
const search = fc.record({
  expression: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
  fuzzy: fc.boolean(),
  mode: fc.constantFrom('AND' as const, 'OR' as const, undefined),
  fields: fc.option(
    fc.array(fc.constantFrom(...KEYS, 'note.name', 'note.inner.text', 'secret.name'), { maxLength: 3 }),
    {
      nil: undefined,
    },
  ),
  filter: fc.constantFrom({}, {}, { title: { $exists: true } }, { secret: { $exists: true } }),
  asOwner: fc.boolean(),
  limit: fc.integer({ min: 1, max: 5 }),
});

interface StoredItem {
  readonly id: string;
  readonly isOwn: boolean;
  readonly data: Record<string, Json>;
}

/** Number of searches per set of random items. */
const SEARCHES_PER_SET = 20;

it('search returns the items that a comparison of all words returns, on all pages, while items change', async () => {
  let matchCount = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(item, { minLength: 1, maxLength: 12, size: 'max' }),
      fc.array(search, { minLength: SEARCHES_PER_SET, maxLength: SEARCHES_PER_SET }),
      async (items, searches) => {
        await call('items/truncate', {}, t.key);
        const stored: StoredItem[] = items.map(({ data, mine: isOwn }, n) => ({
          id: `i${n}`,
          isOwn,
          data: data as never,
        }));
        for (const one of stored) await write(one, 'items');
        for (const [n, input] of searches.entries()) {
          expect(await pagesOf(input)).toEqual(await findMatching(stored, input));
          matchCount += (await findMatching(stored, input)).length;
          // Changes an item between searches.
          const [from, to] = [stored[n % stored.length] as StoredItem, stored[(n + 1) % stored.length] as StoredItem];
          stored[n % stored.length] = { ...from, data: to.data };
          await write({ ...from, data: to.data }, 'items/update');
        }
      },
    ),
    { numRuns: runs(2_000) / SEARCHES_PER_SET, seed },
  );
  expect(matchCount).toBeGreaterThan(runs(2_000) / 5);
}, 600_000);

type SearchInput = typeof search extends fc.Arbitrary<infer A> ? A : never;

const call = (path: string, body: object, as: string) =>
  t.call({ method: 'POST', path: `/v2/${path}`, as, body: { dataCollectionId: ID, ...body } });

/** Writes with an API key, because members cannot write hidden fields. */
async function write({ id, isOwn: owned, data }: StoredItem, path: string): Promise<void> {
  const owner = owned ? t.memberId : t.otherMemberId;
  const { status } = await call(path, { dataItem: { data: { ...data, _id: id, _owner: owner } } }, t.key);
  expect(status).toBe(200);
}

async function pagesOf({ asOwner, filter, limit, ...search }: SearchInput): Promise<string[]> {
  const as = asOwner ? t.key : t.member;
  const ids: string[] = [];
  let cursorPaging: object = { limit };
  for (;;) {
    const { status, body } = await call('items/search', { search: { search, filter, cursorPaging } }, as);
    expect([status, body.message]).toEqual([200, undefined]);
    ids.push(...body.dataItems.map((item: { id: string }) => item.id));
    const next = body.pagingMetadata.cursors?.next;
    if (next === undefined) return ids.sort();
    cursorPaging = { limit, cursor: next };
  }
}

/** Returns the expected result: compares every word of every item that the caller may read, without an index. */
async function findMatching(stored: readonly StoredItem[], input: SearchInput): Promise<string[]> {
  const readable = stored
    .filter(({ isOwn: owned }) => input.asOwner || owned)
    .map(({ id, data }) => ({
      id,
      data: input.asOwner ? data : Object.fromEntries(Object.entries(data).filter(([key]) => key !== 'secret')),
    }));
  const items = await Promise.all(
    readable.map(async ({ id, data }) => ({ id, data, words: await wordsIn(data, input.fields ?? []) })),
  );
  const allWords = new Set(items.flatMap(({ words }) => words.map(({ plain }) => plain)));
  const terms = await Promise.all(
    [...new Set(tokenize(input.expression, 'en'))].map(async (word) => {
      const similarWords = input.fuzzy ? [...allWords].filter((other) => isSimilar(stripDiacritics(word), other)) : [];
      return new Set((await Promise.all([word, ...similarWords].map(spellingsOf))).flat());
    }),
  );
  if (terms.length === 0) return [];
  return items
    .filter(({ data, words }) => {
      const has = (term: Set<string>) => words.some(({ spellings }) => spellings.some((one) => term.has(one)));
      const contains = input.mode === 'AND' ? terms.every(has) : terms.some(has);
      return contains && matches(data, parseFilter(input.filter));
    })
    .map(({ id }) => id)
    .sort();
}

async function wordsIn(data: Record<string, Json>, fields: readonly string[]) {
  const texts = [...textsOf(data, FIELDS)].filter(({ path }) => {
    const name = path.join('.');
    return fields.length === 0 || fields.some((field) => name === field || name.startsWith(`${field}.`));
  });
  const words = texts.flatMap(({ text }) => tokenize(text, 'en').flatMap((word) => [word, ...partsOf(word)]));
  return Promise.all(words.map(async (word) => ({ plain: stripDiacritics(word), spellings: await spellingsOf(word) })));
}

const spellingsOf = async (word: string): Promise<string[]> =>
  ((await wordFormsOf(t.db, [word], 'en')).get(word) ?? []).map(({ text }) => text);

const isSimilar = (word: string, other: string): boolean => {
  const tolerance = toleranceOf(word);
  return word !== other && toleranceOf(other) > 0 && tolerance > 0 && measureDistance(word, other) <= tolerance;
};
