import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';

let t: TestServer;
let made = 0;
/** the collection of the test */
let id: string;

beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

type Sent = Record<string, unknown>;
const post = (path: string, body: Sent, as: string) => t.call({ method: 'POST', path: `/v2/${path}`, as, body });

const FIELDS = [
  { key: 'title', type: 'TEXT' },
  { key: 'body', type: 'RICH_TEXT' },
  { key: 'story', type: 'RICH_CONTENT' },
  { key: 'gallery', type: 'MEDIA_GALLERY' },
  { key: 'picture', type: 'IMAGE' },
  { key: 'day', type: 'DATE' },
  { key: 'secret', type: 'TEXT', access: { read: 'PRIVILEGED' } },
];
const OPEN = { read: 'ANYONE', insert: 'ANYONE', update: 'ANYONE', remove: 'ANYONE' };

async function newCollection(permissions: object = OPEN): Promise<void> {
  id = `C${++made}`;
  const answer = await post('collections', { collection: { id, fields: FIELDS, permissions } }, t.key);
  expect(answer.status).toBe(200);
}

async function insert(items: Record<string, unknown>, as = t.key): Promise<void> {
  const dataItems = Object.entries(items).map(([_id, data]) => ({ data: { _id, ...(data as object) } }));
  const { status, body } = await post('bulk/items/insert', { dataCollectionId: id, dataItems }, as);
  expect([status, body.bulkActionMetadata?.totalFailures]).toEqual([200, 0]);
}

/** Items by their title alone. */
const titles = (all: Record<string, string>) =>
  insert(Object.fromEntries(Object.entries(all).map(([_id, title]) => [_id, { title }])));

interface Options {
  search?: Sent;
  as?: string;
  rest?: Sent;
}
const ask = (expression: string | undefined, { search = {}, as = t.key, rest = {} }: Options = {}) => {
  const { fuzzy, mode, fields, ...beside } = search;
  const inner = { expression, fuzzy, mode, fields };
  return post('items/search', { dataCollectionId: id, search: { search: inner, ...beside }, ...rest }, as);
};
async function found(expression: string | undefined, options: Options = {}): Promise<string[]> {
  const { status, body } = await ask(expression, options);
  expect([status, body.message]).toEqual([200, undefined]);
  return body.dataItems.map((item: { id: string }) => item.id);
}
const sorted = async (...asked: Parameters<typeof found>) => (await found(...asked)).sort();

describe('200: words', () => {
  beforeEach(() => newCollection());

  it('any of the terms, or all of them; the best first, equals by id', async () => {
    await titles({ d: 'red car', c: 'car', b: 'red', a: 'blue', e: 'a red bike and a red car in a red garage' });
    expect(await found('Red CAR')).toEqual(['e', 'd', 'b', 'c'].sort(order('e', 'd', 'b', 'c')));
    expect(await sorted('red car', { search: { mode: 'OR' } })).toEqual(['b', 'c', 'd', 'e']);
    expect(await sorted('red car', { search: { mode: 'AND' } })).toEqual(['d', 'e']);
    expect(await found('green')).toEqual([]);
  });

  it('all terms may stand in different fields', async () => {
    await insert({ a: { title: 'red', other: { deep: ['x', { name: 'car' }] } }, b: { title: 'red' } });
    expect(await found('car red', { search: { mode: 'AND' } })).toEqual(['a']);
  });

  it('English: plurals and other forms; words as written come first', async () => {
    await titles({ a: 'houses', b: 'house', c: 'housing', d: 'mouse' });
    expect((await found('house'))[0]).toBe('b');
    expect((await found('houses'))[0]).toBe('a');
    expect(await sorted('house')).toEqual(['a', 'b', 'c']);
  });

  it('common words are words, but count little', async () => {
    await titles({ a: 'the the the the', b: 'the tree', c: 'tree' });
    expect((await found('the tree'))[0]).toBe('b');
    expect(await sorted('the')).toEqual(['a', 'b']);
    expect((await found('the tree')).at(-1)).toBe('a');
  });

  it('diacritics and ways of writing do not matter, either way', async () => {
    await titles({
      a: 'Müller',
      b: 'Muller',
      c: 'M\u0075\u0308ller',
      d: 'Ｍüller',
      e: 'STRASSE',
      f: 'Straße',
      g: 'Łódź',
    });
    expect(await sorted('muller')).toEqual(['a', 'b', 'c', 'd']);
    expect(await sorted('MÜLLER')).toEqual(['a', 'b', 'c', 'd']);
    expect(await sorted('straße')).toEqual(['e', 'f']);
    expect(await sorted('lodz')).toEqual(['g']);
  });

  it('Japanese, Chinese, Thai and Korean are cut into words', async () => {
    await titles({
      a: '東京都に住んでいます',
      b: '京都へ行く',
      c: '我喜欢编程',
      d: 'ผมรักประเทศไทย',
      e: '한국어 단어',
      f: 'が',
    });
    expect(await found('東京')).toEqual(['a']);
    expect(await found('京都')).toEqual(['b']);
    expect(await found('喜欢')).toEqual(['c']);
    expect(await found('รัก')).toEqual(['d']);
    expect(await found('ประเทศไทย')).toEqual(['d']);
    expect(await found('단어')).toEqual(['e']);
    expect(await found('か')).toEqual([]);
  });

  it('whole words only: no parts of words, no wildcards', async () => {
    await titles({ a: 'Donaudampfschiff' });
    expect(await found('Donau')).toEqual([]);
    expect(await found('Donau*')).toEqual([]);
    expect(await found('Dampfschiff')).toEqual([]);
  });

  it('a word with marks inside is found whole and by its parts', async () => {
    await titles({ a: "l'avion", b: 'hello.world', c: 'snake_case', d: 'l’avion' });
    expect(await sorted('avion')).toEqual(['a', 'd']);
    expect(await sorted("l'avion")).toEqual(['a', 'd']);
    expect(await found('world')).toEqual(['b']);
    expect(await found('case')).toEqual(['c']);
  });

  it('texts at every depth, of rich text and rich content; not ids, dates and media', async () => {
    const story = {
      nodes: [
        { type: 'PARAGRAPH', nodes: [text('won'), text('derful')] },
        { type: 'IMAGE', imageData: { image: { src: { id: 'picsource' } } } },
        { type: 'PARAGRAPH', nodes: [text('morning')] },
      ],
    };
    await insert({
      apple: {
        body: '<p class="marker">Hello&nbsp;<b>wor</b>ld</p><p>second &uuml;ber</p><script>alert("hidden")</script><!-- remark -->1 < 2',
        story,
        gallery: [{ title: 'sunset', src: 'wix:image://v1/abc/filename.jpg', type: 'image' }],
        picture: 'wix:image://v1/abc/portrait.jpg',
        loose: 'wix:image://v1/abc/loose.jpg',
        day: '2024-05-06',
        when: { $date: '2024-05-06T07:08:09.010Z' },
        list: ['one', { deep: 'two' }],
        number: 42,
      },
    });
    for (const word of ['world', 'second', 'uber', 'wonderful', 'morning', 'sunset', 'one', 'two', '2']) {
      expect([word, await found(word)]).toEqual([word, ['apple']]);
    }
    const not = ['marker', 'alert', 'hidden', 'remark', 'picsource', 'filename', 'portrait', 'loose', '2024', 'apple'];
    for (const word of [...not, '42', 'paragraph', 'image', 'won', 't', t.ctx.site.id]) {
      expect([word, await found(word)]).toEqual([word, []]);
    }
  });

  it('chosen fields', async () => {
    await insert({ a: { title: 'red', note: { colour: 'blue' } }, b: { title: 'blue', note: { colour: 'red' } } });
    expect(await found('red', { search: { fields: ['x'] } })).toEqual([]);
    const within = (fields: string[], expression = 'red', mode = 'OR') =>
      post('items/search', { dataCollectionId: id, search: { search: { expression, fields, mode } } }, t.key).then(
        ({ body }) => body.dataItems.map((item: { id: string }) => item.id),
      );
    expect(await within(['title'])).toEqual(['a']);
    expect(await within(['note'])).toEqual(['b']);
    expect(await within(['note.colour'])).toEqual(['b']);
    expect(await within(['note.title', 'colour', '_id'])).toEqual([]);
    expect(await within(['title', 'note'])).toEqual(['a', 'b']);
    expect(await within(['title'], 'red blue', 'AND')).toEqual([]);
    expect(await within([])).toEqual(['a', 'b']);
  });

  it('filter and sort of the query language, projection, totals', async () => {
    await insert({
      a: { title: 'red one', n: 3 },
      b: { title: 'red two', n: 1 },
      c: { title: 'red three', n: 2, deep: { x: 1, y: 2 } },
      d: { title: 'blue', n: 2 },
    });
    const filter = { n: { $lt: 3 } };
    expect(await found('red', { search: { filter, sort: [{ fieldName: 'n' }] } })).toEqual(['b', 'c']);
    expect(await found('red', { search: { sort: [{ fieldName: 'n', order: 'DESC' }] } })).toEqual(['a', 'c', 'b']);
    const { body } = await post(
      'items/search',
      {
        dataCollectionId: id,
        search: {
          filter,
          fields: ['deep.x', 'none'],
          search: { expression: 'three two' },
          paging: { limit: 1, offset: 1 },
        },
        returnTotalCount: true,
      },
      t.key,
    );
    expect(body.dataItems.map((item: { data: object }) => item.data)).toEqual([{ _id: 'c', deep: { x: 1 } }]);
    expect(body.pagingMetadata).toMatchObject({ count: 1, offset: 1, total: 2, tooManyToCount: false, hasNext: false });
  });

  it('without an expression every item, by id; without a word in it none', async () => {
    await titles({ b: 'x', a: 'y' });
    expect(await found(undefined)).toEqual(['a', 'b']);
    expect(await found('  ')).toEqual(['a', 'b']);
    expect((await post('items/search', { dataCollectionId: id, search: {} }, t.key)).body.dataItems).toHaveLength(2);
    for (const nothing of ['!?', '🙂', '-', '&|!', '\u0000', '\ud800']) expect(await found(nothing)).toEqual([]);
  });

  it('what was written, changed and removed is found, or not, at once', async () => {
    await titles({ a: 'first' });
    expect(await found('first')).toEqual(['a']);
    await post('items/update', { dataCollectionId: id, dataItem: { data: { _id: 'a', title: 'second' } } }, t.key);
    expect([await found('first'), await found('second')]).toEqual([[], ['a']]);
    await post('items/save', { dataCollectionId: id, dataItem: { data: { _id: 'a', title: 'third' } } }, t.key);
    expect([await found('second'), await found('third')]).toEqual([[], ['a']]);
    await post('items/remove', { dataCollectionId: id, dataItemId: 'a' }, t.key);
    expect(await found('third')).toEqual([]);
    await titles({ b: 'fourth' });
    await post('items/truncate', { dataCollectionId: id }, t.key);
    expect([await found('fourth'), await found('fuorth', { search: { fuzzy: true } })]).toEqual([[], []]);
    await titles({ b: 'fourth' });
    expect(await found('fuorth', { search: { fuzzy: true } })).toEqual(['b']);
  });

  it('an item of a hundred thousand different words is found by the first ones', async () => {
    const words = Array.from({ length: 60_000 }, (_, n) => `w${n.toString(36)}`);
    await insert({ big: { title: words.join(' ') }, long: { title: `${'x'.repeat(400_000)} short` } });
    expect(await found('w1')).toEqual(['big']);
    expect(await found('short')).toEqual(['long']);
  });
});

describe('200: misspellings', () => {
  beforeEach(() => newCollection());
  const fuzzy = { search: { fuzzy: true } };

  it('one mistake, two from eight letters on, none under three or in numbers', async () => {
    await titles({ a: 'house', b: 'restaurant', c: 'it', d: 'A2024', e: 'mouse' });
    expect(await found('huose')).toEqual([]);
    expect(await found('huose', fuzzy)).toEqual(['a']);
    expect(await found('hous', fuzzy)).toEqual(['a']);
    expect(await found('hxuxe', fuzzy)).toEqual([]);
    expect(await found('restuarnt', fuzzy)).toEqual(['b']);
    expect(await found('is', fuzzy)).toEqual([]);
    expect(await found('A2025', fuzzy)).toEqual([]);
  });

  it('what is written as asked for comes first; near words bring their other forms', async () => {
    await titles({ a: 'mouse', b: 'house', c: 'houses' });
    expect((await found('house', fuzzy))[0]).toBe('b');
    expect(await sorted('hoose', fuzzy)).toEqual(['b', 'c']);
    expect(await sorted('hoose tree', { search: { fuzzy: true, mode: 'AND' } })).toEqual([]);
  });

  it('in chosen fields, and where letters are not Latin', async () => {
    await insert({ a: { title: 'ירושלים' }, b: { note: 'ירושלים' }, c: { title: 'Ελλάδα' } });
    expect(await sorted('ירושלם', fuzzy)).toEqual(['a', 'b']);
    expect(await found('ירושלם', { search: { fuzzy: true, fields: ['note'] } })).toEqual(['b']);
    expect(await found('Ελαδα', fuzzy)).toEqual(['c']);
  });
});

describe('200: pages', () => {
  beforeEach(async () => {
    await newCollection();
    const all = Array.from({ length: 23 }, (_, n) => [`i${n}`, { title: n % 3 ? 'red' : 'red red blue', n: n % 4 }]);
    await insert(Object.fromEntries(all));
  });

  it.each([
    ['by rank', {}],
    ['sorted', { sort: [{ fieldName: 'n', order: 'DESC' }] }],
    ['filtered', { filter: { n: { $lt: 3 } } }],
  ])('to the end and back each item stands on one page: %s', async (_, beside) => {
    const all = await found('red', { search: beside });
    const forth: string[] = [];
    let answer = (await ask('red', { search: { ...beside, paging: { limit: 5 } } })).body;
    expect(answer.pagingMetadata.cursors).not.toHaveProperty('prev');
    for (;;) {
      forth.push(...answer.dataItems.map((item: { id: string }) => item.id));
      const next = answer.pagingMetadata.cursors?.next;
      expect(answer.pagingMetadata.hasNext).toBe(next !== undefined);
      if (next === undefined) break;
      const cursorPaging = { limit: 5, cursor: next };
      answer = (await ask('red', { search: { ...beside, cursorPaging } })).body;
    }
    expect(forth).toEqual(all);
    const back: string[][] = [];
    while (answer.pagingMetadata.cursors?.prev) {
      const cursorPaging = { limit: 5, cursor: answer.pagingMetadata.cursors?.prev };
      // A cursor holds what was asked for: it need not be repeated.
      answer = (await post('items/search', { dataCollectionId: id, search: { cursorPaging } }, t.key)).body;
      back.unshift(answer.dataItems.map((item: { id: string }) => item.id));
    }
    expect(back.flat()).toEqual(all.slice(0, back.flat().length));
    expect(back.flat().length).toBeGreaterThan(10);
  });

  it('a page before the first full one holds what is before it', async () => {
    const all = await found('red');
    const second = (await ask('red', { search: { paging: { limit: 5, offset: 2 } } })).body;
    const cursorPaging = { limit: 5, cursor: second.pagingMetadata.cursors.prev };
    const first = (await ask('red', { search: { cursorPaging } })).body;
    expect(first.dataItems.map((item: { id: string }) => item.id)).toEqual(all.slice(0, 2));
  });

  it('a hundred items unless asked for otherwise', async () => {
    const more = Array.from({ length: 100 }, (_, n) => [`m${n}`, { title: 'red' }]);
    await insert(Object.fromEntries(more));
    expect(await found('red')).toHaveLength(100);
    expect(await found('red', { search: { paging: { limit: 1_000 } } })).toHaveLength(123);
  });
});

describe('200: what one may not see is not found', () => {
  it('words of hidden fields neither match, nor rank, nor are near', async () => {
    await newCollection();
    await insert({
      a: { title: 'plain', secret: 'treasure' },
      b: { title: 'plain plain', secret: 'plain' },
      c: { title: 'treasures' },
      ...Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`z${n}`, { secret: nearTo(n) }])),
    });
    expect((await sorted('treasure')).slice(0, 2)).toEqual(['a', 'c']);
    const visitor = { as: t.visitor };
    expect(await found('treasure', visitor)).toEqual(['c']);
    expect(await found('plain treasure', { ...visitor, search: { mode: 'AND' } })).toEqual([]);
    for (const fields of [['secret'], ['secret.x']]) {
      expect(await found('treasure', { ...visitor, search: { fields } })).toEqual([]);
    }
    expect(await found('treasure', { search: { fields: ['secret'] } })).toEqual(['a']);
    // Sixty words of the hidden field are nearer than the one that may be found.
    expect(await found('treasurxx', { ...visitor, search: { fuzzy: true } })).toEqual(['c']);
    const { body } = await ask('treasure', { ...visitor, rest: { returnTotalCount: true } });
    expect(body.pagingMetadata.total).toBe(1);
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  it('the rank is the same whatever stands in a hidden field', async () => {
    const orders: string[][] = [];
    for (const secret of ['', 'plain plain plain plain']) {
      await newCollection();
      await insert({ a: { title: 'plain' }, b: { title: 'plain', secret }, c: { title: 'plain word', secret } });
      orders.push(await found('plain', { as: t.visitor }));
    }
    expect(orders).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ]);
  });

  it('authors find their own items alone, and only words of those are near', async () => {
    await newCollection({ read: 'SITE_MEMBER_AUTHOR', insert: 'SITE_MEMBER', update: 'ADMIN', remove: 'ADMIN' });
    await insert({ mine: { title: 'treasures' } }, t.member);
    const others = Array.from({ length: 60 }, (_, n) => [`o${n}`, { title: nearTo(n) }]);
    await insert({ ...Object.fromEntries(others), other: { title: 'treasure' } }, t.otherMember);
    expect(await found('treasure', { as: t.member })).toEqual(['mine']);
    expect(await found('treasurxx', { as: t.member, search: { fuzzy: true } })).toEqual(['mine']);
    expect(await found(undefined, { as: t.member })).toEqual(['mine']);
    const { body } = await ask('treasure', { as: t.member, rest: { returnTotalCount: true } });
    expect(body.pagingMetadata).toMatchObject({ total: 1, hasNext: false });
    expect((await ask('treasure', { as: t.visitor })).status).toBe(403);
  });
});

describe('200: languages', () => {
  afterAll(() => t.configure({ language: 'en' }));

  it('German: umlauts, ß, stems; compounds are one word', async () => {
    await t.configure({ language: 'de' });
    await newCollection();
    await titles({ a: 'Häuser', b: 'Haus', c: 'Straßen', d: 'Haustür', e: 'Fußgängerübergänge' });
    expect(await sorted('haus')).toEqual(['a', 'b']);
    expect(await sorted('HÄUSER')).toEqual(['a', 'b']);
    expect(await found('strasse')).toEqual(['c']);
    expect(await found('fussgangerubergange')).toEqual(['e']);
  });

  it('Hebrew: points and cantillation do not matter, abbreviations are words', async () => {
    await t.configure({ language: 'he' });
    await newCollection();
    await titles({ a: 'שָׁלוֹם עוֹלָם', b: 'שלום', c: 'צה"ל', d: 'צה״ל' });
    expect(await sorted('שלום')).toEqual(['a', 'b']);
    expect(await sorted('שָׁלוֹם')).toEqual(['a', 'b']);
    expect(await sorted('עולם שלום', { search: { mode: 'AND' } })).toEqual(['a']);
    expect(await sorted('צה״ל')).toEqual(['c', 'd']);
  });

  it('a change of the language has the words cut anew', async () => {
    await t.configure({ language: 'en' });
    await newCollection();
    await titles({ a: 'Häuser' });
    expect(await found('Haus')).toEqual([]);
    await t.configure({ language: 'de' });
    await expect.poll(() => found('Haus'), { timeout: 20_000 }).toEqual(['a']);
  });
});

describe('200: nothing in an expression is an operator', () => {
  it.each([
    ...['a & b', 'a | !b', "a' | 'b", 'a:*', 'a <-> b', '(a', "a\\' b", '\\', "''", '" or 1=1 --', 'a\u001fb', 'a:1A'],
    ...["'; drop table items; --", '%_', 'a\u0000b', 'a\ud800b', '$1', '\u001e', '__proto__ constructor'],
  ])('%j', async (expression) => {
    await newCollection();
    await titles({ a: 'apple', b: 'bee' });
    for (const mode of ['AND', 'OR']) {
      for (const fuzzy of [true, false]) {
        expect(await found(expression, { search: { mode, fuzzy } })).toEqual([]);
        expect(await found(expression, { search: { mode, fuzzy, fields: [expression.replace('', 'x')] } })).toEqual([]);
      }
    }
    expect(await sorted('apple bee')).toEqual(['a', 'b']);
  });

  it('names of fields are names alone', async () => {
    await newCollection();
    await titles({ a: 'apple' });
    for (const name of ["'", 'title:*', "title' | 'apple", '\u0000', '\ud800', 'a.', '.', '$x', '__proto__', 'words']) {
      expect(await found('apple', { search: { fields: [name] } })).toEqual([]);
    }
  });
});

describe('400', () => {
  beforeEach(() => newCollection());
  const code = async (search: Sent) => {
    const { status, body } = await post('items/search', { dataCollectionId: id, search }, t.key);
    expect(status).toBe(400);
    return body.details.applicationError?.code ?? body.details.validationError.fieldViolations[0].field;
  };

  it('too long, too many, of a wrong shape', async () => {
    expect((await ask('x'.repeat(100))).status).toBe(200);
    expect(await code({ search: { expression: 'x'.repeat(101) } })).toBe('search.search.expression');
    expect(await code({ search: { expression: 5 } })).toBe('search.search.expression');
    expect(await code({ search: { mode: 'XOR' } })).toMatch(/^search\.search\.mode/);
    expect(await code({ search: { expression: 'x', fields: Array(21).fill('a') } })).toBe('search.search.fields');
    expect(await code({ paging: { limit: 1_001 } })).toBe('search.paging.limit');
    expect(await code({ sort: Array(11).fill({ fieldName: 'a' }) })).toBe('search.sort');
    expect(await code({ filter: { a: { $no: 1 } }, search: { expression: 'x' } })).toBe('WDE0093');
    expect(await code({ filter: { a: { $regex: 'x' } }, search: { expression: 'x' } })).toBe('WDE0070');
  });

  it('cursors of other calls, collections and callers', async () => {
    await titles({ a: 'red', b: 'red' });
    const first = await ask('red', { search: { paging: { limit: 1 } }, as: t.visitor });
    const cursor = first.body.pagingMetadata.cursors.next;
    const follow = (cursor: string, as = t.visitor) =>
      post('items/search', { dataCollectionId: id, search: { cursorPaging: { limit: 1, cursor } } }, as);
    expect((await follow(cursor)).body.dataItems[0].id).toBe('b');
    // Hidden fields part the two: a cursor of one caller is not the other's.
    expect((await follow(cursor, t.key)).body.details.applicationError.code).toBe('WDE0152');
    for (const wrong of ['', 'x', `${cursor}x`, cursor.slice(0, -2), 'AAAA'.repeat(20)]) {
      expect((await follow(wrong)).body.details.applicationError.code).toBe('WDE0152');
    }
    const before = id;
    await newCollection();
    expect(await code({ cursorPaging: { cursor } })).toBe('WDE0152');
    expect(id).not.toBe(before);
    expect(await code({ cursorPaging: { limit: 1 }, paging: { offset: 1 } })).toBe('WDE0151');
  });
});

describe('404 and 403', () => {
  it('no collection, no right', async () => {
    const body = { dataCollectionId: 'Nowhere', search: { search: { expression: 'x' } } };
    expect((await post('items/search', body, t.key)).body.details.applicationError.code).toBe('WDE0025');
    await newCollection({ ...OPEN, read: 'ADMIN' });
    expect((await ask('x', { as: t.visitor })).body.details.applicationError.code).toBe('WDE0027');
  });
});

const text = (text: string) => ({ type: 'TEXT', textData: { text, decorations: [] } });
/** Words with one mistake in `treasurxx`; `treasures` has two. */
function nearTo(n: number): string {
  const letter = String.fromCharCode(97 + (n % 26));
  return n < 26 ? `treasurx${letter}` : n < 52 ? `treasur${letter}x` : `treasurxx${letter}`;
}
const order =
  (...ids: string[]) =>
  (a: string, b: string) =>
    ids.indexOf(a) - ids.indexOf(b);
