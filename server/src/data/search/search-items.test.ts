import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { OPEN } from '../testing/item-calls.ts';
import { type Body, searchCalls } from '../testing/search-calls.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const { id, post, createCollection, insert, insertTitles, search, findItemIds, findSorted } = searchCalls(() => t);

describe('200: words', () => {
  beforeEach(() => createCollection());

  it('matches any or all terms, the best matches first, equal ones by id', async () => {
    await insertTitles({ d: 'red car', c: 'car', b: 'red', a: 'blue', e: 'a red bike and a red car in a red garage' });
    expect(await findItemIds('Red CAR')).toEqual(['e', 'd', 'b', 'c'].sort(order('e', 'd', 'b', 'c')));
    expect(await findSorted('red car', { search: { mode: 'OR' } })).toEqual(['b', 'c', 'd', 'e']);
    expect(await findSorted('red car', { search: { mode: 'AND' } })).toEqual(['d', 'e']);
    expect(await findItemIds('green')).toEqual([]);
  });

  it('matches terms in different fields', async () => {
    await insert({ a: { title: 'red', other: { deep: ['x', { name: 'car' }] } }, b: { title: 'red' } });
    expect(await findItemIds('car red', { search: { mode: 'AND' } })).toEqual(['a']);
  });

  it('English: matches plurals and other forms, exact words first', async () => {
    await insertTitles({ a: 'houses', b: 'house', c: 'housing', d: 'mouse' });
    expect((await findItemIds('house'))[0]).toBe('b');
    expect((await findItemIds('houses'))[0]).toBe('a');
    expect(await findSorted('house')).toEqual(['a', 'b', 'c']);
  });

  it('matches stop words with a low rank', async () => {
    await insertTitles({ a: 'the the the the', b: 'the tree', c: 'tree' });
    expect((await findItemIds('the tree'))[0]).toBe('b');
    expect(await findSorted('the')).toEqual(['a', 'b']);
    expect((await findItemIds('the tree')).at(-1)).toBe('a');
  });

  it('ignores diacritics and normalization forms in items and expressions', async () => {
    await insertTitles({
      a: 'Müller',
      b: 'Muller',
      c: 'M\u0075\u0308ller',
      d: 'Ｍüller',
      e: 'STRASSE',
      f: 'Straße',
      g: 'Łódź',
    });
    expect(await findSorted('muller')).toEqual(['a', 'b', 'c', 'd']);
    expect(await findSorted('MÜLLER')).toEqual(['a', 'b', 'c', 'd']);
    expect(await findSorted('straße')).toEqual(['e', 'f']);
    expect(await findSorted('lodz')).toEqual(['g']);
  });

  it('splits Japanese, Chinese, Thai and Korean into words', async () => {
    await insertTitles({
      a: '東京都に住んでいます',
      b: '京都へ行く',
      c: '我喜欢编程',
      d: 'ผมรักประเทศไทย',
      e: '한국어 단어',
      f: 'が',
    });
    expect(await findItemIds('東京')).toEqual(['a']);
    expect(await findItemIds('京都')).toEqual(['b']);
    expect(await findItemIds('喜欢')).toEqual(['c']);
    expect(await findItemIds('รัก')).toEqual(['d']);
    expect(await findItemIds('ประเทศไทย')).toEqual(['d']);
    expect(await findItemIds('단어')).toEqual(['e']);
    expect(await findItemIds('か')).toEqual([]);
  });

  it('matches whole words only, without wildcards', async () => {
    await insertTitles({ a: 'Donaudampfschiff' });
    expect(await findItemIds('Donau')).toEqual([]);
    expect(await findItemIds('Donau*')).toEqual([]);
    expect(await findItemIds('Dampfschiff')).toEqual([]);
  });

  it('finds a word with inner punctuation as a whole and by its parts', async () => {
    await insertTitles({ a: "l'avion", b: 'hello.world', c: 'snake_case', d: 'l’avion' });
    expect(await findSorted('avion')).toEqual(['a', 'd']);
    expect(await findSorted("l'avion")).toEqual(['a', 'd']);
    expect(await findItemIds('world')).toEqual(['b']);
    expect(await findItemIds('case')).toEqual(['c']);
  });

  it('finds texts at every depth, rich text and rich content, but no ids, dates and media', async () => {
    const story = {
      nodes: [
        { type: 'PARAGRAPH', nodes: [textNode('won'), textNode('derful')] },
        { type: 'IMAGE', imageData: { image: { src: { id: 'picsource' } } } },
        { type: 'PARAGRAPH', nodes: [textNode('morning')] },
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
      expect([word, await findItemIds(word)]).toEqual([word, ['apple']]);
    }
    const not = ['marker', 'alert', 'hidden', 'remark', 'picsource', 'filename', 'portrait', 'loose', '2024', 'apple'];
    for (const word of [...not, '42', 'paragraph', 'image', 'won', 't', t.ctx.site.id]) {
      expect([word, await findItemIds(word)]).toEqual([word, []]);
    }
  });

  it('searches selected fields only', async () => {
    await insert({ a: { title: 'red', note: { colour: 'blue' } }, b: { title: 'blue', note: { colour: 'red' } } });
    expect(await findItemIds('red', { search: { fields: ['x'] } })).toEqual([]);
    const findWithin = (fields: string[], expression = 'red', mode = 'OR') =>
      post('items/search', { dataCollectionId: id(), search: { search: { expression, fields, mode } } }, t.key).then(
        ({ body }) => body.dataItems.map((item: { id: string }) => item.id),
      );
    expect(await findWithin(['title'])).toEqual(['a']);
    expect(await findWithin(['note'])).toEqual(['b']);
    expect(await findWithin(['note.colour'])).toEqual(['b']);
    expect(await findWithin(['note.title', 'colour', '_id'])).toEqual([]);
    expect(await findWithin(['title', 'note'])).toEqual(['a', 'b']);
    expect(await findWithin(['title'], 'red blue', 'AND')).toEqual([]);
    expect(await findWithin([])).toEqual(['a', 'b']);
  });

  it('supports filter, sort, projection and totals', async () => {
    await insert({
      a: { title: 'red one', n: 3 },
      b: { title: 'red two', n: 1 },
      c: { title: 'red three', n: 2, deep: { x: 1, y: 2 } },
      d: { title: 'blue', n: 2 },
    });
    const filter = { n: { $lt: 3 } };
    expect(await findItemIds('red', { search: { filter, sort: [{ fieldName: 'n' }] } })).toEqual(['b', 'c']);
    expect(await findItemIds('red', { search: { sort: [{ fieldName: 'n', order: 'DESC' }] } })).toEqual([
      'a',
      'c',
      'b',
    ]);
    const { body } = await post(
      'items/search',
      {
        dataCollectionId: id(),
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

  it('returns all items by id without an expression, and none for an expression without a word', async () => {
    await insertTitles({ b: 'x', a: 'y' });
    expect(await findItemIds(undefined)).toEqual(['a', 'b']);
    expect(await findItemIds('  ')).toEqual(['a', 'b']);
    expect((await post('items/search', { dataCollectionId: id(), search: {} }, t.key)).body.dataItems).toHaveLength(2);
    for (const nothing of ['!?', '🙂', '-', '&|!', '\u0000', '\ud800']) expect(await findItemIds(nothing)).toEqual([]);
  });

  it('reflects inserts, updates and removals immediately', async () => {
    await insertTitles({ a: 'first' });
    expect(await findItemIds('first')).toEqual(['a']);
    await post('items/update', { dataCollectionId: id(), dataItem: { data: { _id: 'a', title: 'second' } } }, t.key);
    expect([await findItemIds('first'), await findItemIds('second')]).toEqual([[], ['a']]);
    await post('items/save', { dataCollectionId: id(), dataItem: { data: { _id: 'a', title: 'third' } } }, t.key);
    expect([await findItemIds('second'), await findItemIds('third')]).toEqual([[], ['a']]);
    await post('items/remove', { dataCollectionId: id(), dataItemId: 'a' }, t.key);
    expect(await findItemIds('third')).toEqual([]);
    await insertTitles({ b: 'fourth' });
    await post('items/truncate', { dataCollectionId: id() }, t.key);
    expect([await findItemIds('fourth'), await findItemIds('fuorth', { search: { fuzzy: true } })]).toEqual([[], []]);
    await insertTitles({ b: 'fourth' });
    expect(await findItemIds('fuorth', { search: { fuzzy: true } })).toEqual(['b']);
  });

  it('finds an item with 60,000 distinct words by the first ones', async () => {
    const words = Array.from({ length: 60_000 }, (_, n) => `w${n.toString(36)}`);
    await insert({ big: { title: words.join(' ') }, long: { title: `${'x'.repeat(400_000)} short` } });
    expect(await findItemIds('w1')).toEqual(['big']);
    expect(await findItemIds('short')).toEqual(['long']);
  });
});

describe('responses with status 400', () => {
  beforeEach(() => createCollection());
  const codeFor = async (search: Body) => {
    const { status, body } = await post('items/search', { dataCollectionId: id(), search }, t.key);
    expect(status).toBe(400);
    return body.details.applicationError?.code ?? body.details.validationError.fieldViolations[0].field;
  };

  it('for values that are too long, too many or of the wrong type', async () => {
    expect((await search('x'.repeat(100))).status).toBe(200);
    const tooLong = await post(
      'items/search',
      {
        dataCollectionId: id(),
        search: { search: { expression: 'x'.repeat(101) } },
      },
      t.key,
    );
    const violation = { field: 'search.search.expression', violatedRule: 'MAX_LENGTH', data: { limit: 100 } };
    expect(tooLong.body.details.validationError.fieldViolations).toMatchObject([violation]);
    const number = await post('items/search', { dataCollectionId: id(), search: { search: { expression: 5 } } }, t.key);
    const wrongType = { field: 'search.search.expression', violatedRule: 'WRONG_TYPE', data: { type: 'string' } };
    expect(number.body.details.validationError.fieldViolations).toMatchObject([wrongType]);
    expect(await codeFor({ search: { mode: 'XOR' } })).toMatch(/^search\.search\.mode/);
    expect(await codeFor({ search: { expression: 'x', fields: Array(21).fill('a') } })).toBe('search.search.fields');
    expect(await codeFor({ paging: { limit: 1_001 } })).toBe('search.paging.limit');
    expect(await codeFor({ sort: Array(11).fill({ fieldName: 'a' }) })).toBe('search.sort');
    expect(await codeFor({ filter: { a: { $no: 1 } }, search: { expression: 'x' } })).toBe('WDE0093');
    expect(await codeFor({ filter: { a: { $regex: 'x' } }, search: { expression: 'x' } })).toBe('WDE0070');
  });

  it('for cursors of other calls, collections and callers', async () => {
    await insertTitles({ a: 'red', b: 'red' });
    const first = await search('red', { search: { paging: { limit: 1 } }, as: t.visitor });
    const cursor = first.body.pagingMetadata.cursors.next;
    const follow = (cursor: string, as = t.visitor) =>
      post('items/search', { dataCollectionId: id(), search: { cursorPaging: { limit: 1, cursor } } }, as);
    expect((await follow(cursor)).body.dataItems[0].id).toBe('b');
    // The two callers see different fields, so neither can use the cursor of the other.
    expect((await follow(cursor, t.key)).body.details.applicationError.code).toBe('WDE0152');
    for (const wrong of ['', 'x', `${cursor}x`, cursor.slice(0, -2), 'AAAA'.repeat(20)]) {
      expect((await follow(wrong)).body.details.applicationError.code).toBe('WDE0152');
    }
    const before = id();
    await createCollection();
    expect(await codeFor({ cursorPaging: { cursor } })).toBe('WDE0152');
    expect(id()).not.toBe(before);
    expect(await codeFor({ cursorPaging: { limit: 1 }, paging: { offset: 1 } })).toBe('WDE0151');
  });
});

describe('404 and 403', () => {
  it('for a missing collection and a missing right', async () => {
    const body = { dataCollectionId: 'Nowhere', search: { search: { expression: 'x' } } };
    expect((await post('items/search', body, t.key)).body.details.applicationError.code).toBe('WDE0025');
    await createCollection({ ...OPEN, read: 'ADMIN' });
    expect((await search('x', { as: t.visitor })).body.details.applicationError.code).toBe('WDE0027');
  });
});

const textNode = (text: string) => ({ type: 'TEXT', textData: { text, decorations: [] } });

const order =
  (...ids: string[]) =>
  (a: string, b: string) =>
    ids.indexOf(a) - ids.indexOf(b);
