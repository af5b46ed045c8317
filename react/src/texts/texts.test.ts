import { languageCodes } from '@portico/domain/languages';
import { describe, expect, it } from 'vitest';
import { en, textsOf } from './index.ts';

/** Every text with its path; those that take values are given some. */
function saidBy(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [1, 2, 7_000].map((given) => [`${path}(${given})`, value(given, given)]);
  return Object.entries(value as object).flatMap(([key, inner]) => saidBy(inner, path ? `${path}.${key}` : key));
}

describe.each(languageCodes)('the texts in %s', (language) => {
  const said = saidBy(textsOf(language));

  it('leave nothing unsaid', () => {
    expect(said.filter(([, text]) => text.trim() === '' || /undefined|NaN|\[object/.test(text))).toEqual([]);
  });

  it('hold no markup', () => {
    expect(said.filter(([, text]) => /[<>&]/.test(text))).toEqual([]);
  });
});

describe.each(['de', 'he'] as const)('the texts in %s', (language) => {
  it('are translated, each of them', () => {
    const english = new Map(saidBy(en));
    const same = saidBy(textsOf(language)).filter(([path, text]) => english.get(path) === text);
    // A name and a word that German shares.
    expect(same.filter(([path]) => !['fields.nickname'].includes(path))).toEqual([]);
  });
});

describe('a wait in words', () => {
  it.each([
    ['en', 30, 'a minute'],
    ['en', 61, '2 minutes'],
    ['en', 3_600, 'an hour'],
    ['en', 7_200, '2 hours'],
    ['de', 61, '2 Minuten'],
    ['he', 61, 'שתי דקות'],
    ['he', 7_200, 'שעתיים'],
  ] as const)('%s, %d seconds', (language, seconds, words) => {
    expect(textsOf(language).errors.TOO_MANY_REQUESTS(seconds)).toContain(words);
  });
});
