/** Misspelled words, and words of other languages. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { searchCalls } from './search-calls.fixture.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const { newCollection, insert, titles, found, sorted } = searchCalls(() => t);

describe('200: misspellings', () => {
  beforeEach(() => newCollection());
  const fuzzy = { search: { fuzzy: true } };

  it('tolerates one mistake, two from eight letters on, none below three letters or in numbers', async () => {
    await titles({ a: 'house', b: 'restaurant', c: 'it', d: 'A2024', e: 'mouse' });
    expect(await found('huose')).toEqual([]);
    expect(await found('huose', fuzzy)).toEqual(['a']);
    expect(await found('hous', fuzzy)).toEqual(['a']);
    expect(await found('hxuxe', fuzzy)).toEqual([]);
    expect(await found('restuarnt', fuzzy)).toEqual(['b']);
    expect(await found('is', fuzzy)).toEqual([]);
    expect(await found('A2025', fuzzy)).toEqual([]);
  });

  it('ranks exact matches first, and finds other forms of similar words', async () => {
    await titles({ a: 'mouse', b: 'house', c: 'houses' });
    expect((await found('house', fuzzy))[0]).toBe('b');
    expect(await sorted('hoose', fuzzy)).toEqual(['b', 'c']);
    expect(await sorted('hoose tree', { search: { fuzzy: true, mode: 'AND' } })).toEqual([]);
  });

  it('works in selected fields and in other scripts', async () => {
    await insert({ a: { title: 'ירושלים' }, b: { note: 'ירושלים' }, c: { title: 'Ελλάδα' } });
    expect(await sorted('ירושלם', fuzzy)).toEqual(['a', 'b']);
    expect(await found('ירושלם', { search: { fuzzy: true, fields: ['note'] } })).toEqual(['b']);
    expect(await found('Ελαδα', fuzzy)).toEqual(['c']);
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

  it('Hebrew: ignores points and cantillation marks, and treats abbreviations as words', async () => {
    await t.configure({ language: 'he' });
    await newCollection();
    await titles({ a: 'שָׁלוֹם עוֹלָם', b: 'שלום', c: 'צה"ל', d: 'צה״ל' });
    expect(await sorted('שלום')).toEqual(['a', 'b']);
    expect(await sorted('שָׁלוֹם')).toEqual(['a', 'b']);
    expect(await sorted('עולם שלום', { search: { mode: 'AND' } })).toEqual(['a']);
    expect(await sorted('צה״ל')).toEqual(['c', 'd']);
  });

  it('indexes all items again after a change of the language', async () => {
    await t.configure({ language: 'en' });
    await newCollection();
    await titles({ a: 'Häuser' });
    expect(await found('Haus')).toEqual([]);
    await t.configure({ language: 'de' });
    await expect.poll(() => found('Haus'), { timeout: 20_000 }).toEqual(['a']);
  });
});
