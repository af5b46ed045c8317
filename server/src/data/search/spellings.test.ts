/** Tests searches for misspelled words, and for words of other languages. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { searchCalls } from '../testing/search-calls.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const { createCollection, insert, insertTitles, findItemIds, findSorted } = searchCalls(() => t);

describe('200: misspellings', () => {
  beforeEach(() => createCollection());
  const fuzzy = { search: { fuzzy: true } };

  it('tolerates one mistake, two in words of eight or more letters, and none in short words or numbers', async () => {
    await insertTitles({ a: 'house', b: 'restaurant', c: 'it', d: 'A2024', e: 'mouse' });
    expect(await findItemIds('huose')).toEqual([]);
    expect(await findItemIds('huose', fuzzy)).toEqual(['a']);
    expect(await findItemIds('hous', fuzzy)).toEqual(['a']);
    expect(await findItemIds('hxuxe', fuzzy)).toEqual([]);
    expect(await findItemIds('restuarnt', fuzzy)).toEqual(['b']);
    expect(await findItemIds('is', fuzzy)).toEqual([]);
    expect(await findItemIds('A2025', fuzzy)).toEqual([]);
  });

  it('ranks exact matches first, and finds other forms of similar words', async () => {
    await insertTitles({ a: 'mouse', b: 'house', c: 'houses' });
    expect((await findItemIds('house', fuzzy))[0]).toBe('b');
    expect(await findSorted('hoose', fuzzy)).toEqual(['b', 'c']);
    expect(await findSorted('hoose tree', { search: { fuzzy: true, mode: 'AND' } })).toEqual([]);
  });

  it('works in selected fields and in other scripts', async () => {
    await insert({ a: { title: 'ירושלים' }, b: { note: 'ירושלים' }, c: { title: 'Ελλάδα' } });
    expect(await findSorted('ירושלם', fuzzy)).toEqual(['a', 'b']);
    expect(await findItemIds('ירושלם', { search: { fuzzy: true, fields: ['note'] } })).toEqual(['b']);
    expect(await findItemIds('Ελαδα', fuzzy)).toEqual(['c']);
  });
});

describe('200: languages', () => {
  afterAll(() => t.configure({ language: 'en' }));

  it('German: umlauts, ß, stems; compounds are one word', async () => {
    await t.configure({ language: 'de' });
    await createCollection();
    await insertTitles({ a: 'Häuser', b: 'Haus', c: 'Straßen', d: 'Haustür', e: 'Fußgängerübergänge' });
    expect(await findSorted('haus')).toEqual(['a', 'b']);
    expect(await findSorted('HÄUSER')).toEqual(['a', 'b']);
    expect(await findItemIds('strasse')).toEqual(['c']);
    expect(await findItemIds('fussgangerubergange')).toEqual(['e']);
  });

  it('Hebrew: ignores points and cantillation marks, and treats abbreviations as words', async () => {
    await t.configure({ language: 'he' });
    await createCollection();
    await insertTitles({ a: 'שָׁלוֹם עוֹלָם', b: 'שלום', c: 'צה"ל', d: 'צה״ל' });
    expect(await findSorted('שלום')).toEqual(['a', 'b']);
    expect(await findSorted('שָׁלוֹם')).toEqual(['a', 'b']);
    expect(await findSorted('עולם שלום', { search: { mode: 'AND' } })).toEqual(['a']);
    expect(await findSorted('צה״ל')).toEqual(['c', 'd']);
  });

  it('indexes all items again after a change of the language', async () => {
    await t.configure({ language: 'en' });
    await createCollection();
    await insertTitles({ a: 'Häuser' });
    expect(await findItemIds('Haus')).toEqual([]);
    await t.configure({ language: 'de' });
    await expect.poll(() => findItemIds('Haus'), { timeout: 20_000 }).toEqual(['a']);
  });
});
