/** Tests that a search reveals nothing that the caller may not read, and that no part of an expression is executed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { searchCalls } from '../testing/search-calls.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const { createCollection, insert, insertTitles, search, findItemIds, findSorted } = searchCalls(() => t);

describe('200: a search by callers with limited rights', () => {
  it('ignores words of hidden fields in matches, ranks and similar words', async () => {
    await createCollection();
    await insert({
      a: { title: 'plain', secret: 'treasure' },
      b: { title: 'plain plain', secret: 'plain' },
      c: { title: 'treasures' },
      ...Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`z${n}`, { secret: makeSimilarWord(n) }])),
    });
    expect((await findSorted('treasure')).slice(0, 2)).toEqual(['a', 'c']);
    const visitor = { as: t.visitor };
    expect(await findItemIds('treasure', visitor)).toEqual(['c']);
    expect(await findItemIds('plain treasure', { ...visitor, search: { mode: 'AND' } })).toEqual([]);
    for (const fields of [['secret'], ['secret.x']]) {
      expect(await findItemIds('treasure', { ...visitor, search: { fields } })).toEqual([]);
    }
    expect(await findItemIds('treasure', { search: { fields: ['secret'] } })).toEqual(['a']);
    // Sixty words of the hidden field are more similar than the one that the caller may find, but must not displace it.
    expect(await findItemIds('treasurxx', { ...visitor, search: { fuzzy: true } })).toEqual(['c']);
    const { body } = await search('treasure', { ...visitor, rest: { returnTotalCount: true } });
    expect(body.pagingMetadata.total).toBe(1);
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  it('ranks items regardless of their hidden fields', async () => {
    const orders: string[][] = [];
    for (const secret of ['', 'plain plain plain plain']) {
      await createCollection();
      await insert({ a: { title: 'plain' }, b: { title: 'plain', secret }, c: { title: 'plain word', secret } });
      orders.push(await findItemIds('plain', { as: t.visitor }));
    }
    expect(orders).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ]);
  });

  it('returns to authors only their own items, and similar words only from these items', async () => {
    await createCollection({ read: 'SITE_MEMBER_AUTHOR', insert: 'SITE_MEMBER', update: 'ADMIN', remove: 'ADMIN' });
    await insert({ mine: { title: 'treasures' } }, t.member);
    const others = Array.from({ length: 60 }, (_, n) => [`o${n}`, { title: makeSimilarWord(n) }]);
    await insert({ ...Object.fromEntries(others), other: { title: 'treasure' } }, t.otherMember);
    expect(await findItemIds('treasure', { as: t.member })).toEqual(['mine']);
    expect(await findItemIds('treasurxx', { as: t.member, search: { fuzzy: true } })).toEqual(['mine']);
    expect(await findItemIds(undefined, { as: t.member })).toEqual(['mine']);
    const { body } = await search('treasure', { as: t.member, rest: { returnTotalCount: true } });
    expect(body.pagingMetadata).toMatchObject({ total: 1, hasNext: false });
    expect((await search('treasure', { as: t.visitor })).status).toBe(403);
  });
});

describe('200: no character of an expression is an operator', () => {
  it.each([
    ...['a & b', 'a | !b', "a' | 'b", 'a:*', 'a <-> b', '(a', "a\\' b", '\\', "''", '" or 1=1 --', 'a\u001fb', 'a:1A'],
    ...["'; drop table items; --", '%_', 'a\u0000b', 'a\ud800b', '$1', '\u001e', '__proto__ constructor'],
  ])('%j', async (expression) => {
    await createCollection();
    await insertTitles({ a: 'apple', b: 'bee' });
    for (const mode of ['AND', 'OR']) {
      for (const fuzzy of [true, false]) {
        expect(await findItemIds(expression, { search: { mode, fuzzy } })).toEqual([]);
        expect(
          await findItemIds(expression, { search: { mode, fuzzy, fields: [expression.replace('', 'x')] } }),
        ).toEqual([]);
      }
    }
    expect(await findSorted('apple bee')).toEqual(['a', 'b']);
  });

  it('treats field names as plain names', async () => {
    await createCollection();
    await insertTitles({ a: 'apple' });
    for (const name of ["'", 'title:*', "title' | 'apple", '\u0000', '\ud800', 'a.', '.', '$x', '__proto__', 'words']) {
      expect(await findItemIds('apple', { search: { fields: [name] } })).toEqual([]);
    }
  });
});

/** Returns a word that is one edit away from `treasurxx`; `treasures` is two edits away. */
function makeSimilarWord(n: number): string {
  const letter = String.fromCharCode(97 + (n % 26));
  return n < 26 ? `treasurx${letter}` : n < 52 ? `treasur${letter}x` : `treasurxx${letter}`;
}
