import { languageCodes } from '@portico/domain/languages';
import { describe, expect, it } from 'vitest';
import { en, textsOf } from './index.ts';

/** Returns every text with its path. Functions are called with sample values. */
function textsIn(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [1, 2, 7_000].map((sample) => [`${path}(${sample})`, value(sample, sample)]);
  return Object.entries(value as object).flatMap(([key, inner]) => textsIn(inner, path ? `${path}.${key}` : key));
}

describe.each(languageCodes)('the texts in %s', (language) => {
  const texts = textsIn(textsOf(language));

  it('are complete', () => {
    expect(texts.filter(([, text]) => text.trim() === '' || /undefined|NaN|\[object/.test(text))).toEqual([]);
  });

  it('contain no markup', () => {
    expect(texts.filter(([, text]) => /[<>&]/.test(text))).toEqual([]);
  });
});

describe.each(['de', 'he'] as const)('the texts in %s', (language) => {
  it('are all translated', () => {
    const english = new Map(textsIn(en));
    const untranslated = textsIn(textsOf(language)).filter(([path, text]) => english.get(path) === text);
    // This text is the same in German and English.
    expect(untranslated.filter(([path]) => !['fields.nickname'].includes(path))).toEqual([]);
  });
});

describe('a wait as text', () => {
  it.each([
    ['en', 30, 'a minute'],
    ['en', 61, '2 minutes'],
    ['en', 3_600, 'an hour'],
    ['en', 7_200, '2 hours'],
    ['de', 61, '2 Minuten'],
    ['he', 61, 'שתי דקות'],
    ['he', 7_200, 'שעתיים'],
  ] as const)('%s, %d seconds', (language, seconds, text) => {
    expect(textsOf(language).errors.TOO_MANY_REQUESTS(seconds)).toContain(text);
  });
});
