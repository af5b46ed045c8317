import { describe, expect, it } from 'vitest';
import { acceptedLanguages, chooseLanguage } from './language.ts';

const choose = (siteLanguage: 'en' | 'de' | 'he', { accept = '', cookie = '', search = '' } = {}) =>
  chooseLanguage(
    new Request(`https://site.example/sign-in${search}`, { headers: { 'accept-language': accept, cookie } }),
    siteLanguage,
  );

describe('chooseLanguage', () => {
  it.each([
    ['the language of the site, if the browser sends no header', 'de', {}, 'de'],
    ['the language of the site, if the browser accepts it at all', 'de', { accept: 'en-GB,en;q=0.9,de;q=0.2' }, 'de'],
    [
      'the language of the browser, if it does not accept that of the site',
      'de',
      { accept: 'he-IL,he;q=0.9,en;q=0.8' },
      'he',
    ],
    ['the second language of the browser, if the first is not supported', 'he', { accept: 'fr,en;q=0.5' }, 'en'],
    ['the language of the site, if none of the browser is supported', 'he', { accept: 'fr-FR,fr;q=0.9' }, 'he'],
    ['not a language with q=0', 'de', { accept: 'fr,de;q=0,en;q=0.1' }, 'en'],
    ['Hebrew for its old code', 'en', { accept: 'iw' }, 'he'],
    ['the language in the cookie', 'de', { accept: 'de', cookie: 'a=b; portico-language=he' }, 'he'],
    [
      'the language in the URL before that in the cookie',
      'de',
      { accept: 'de', cookie: 'portico-language=he', search: '?lang=en' },
      'en',
    ],
    ['no unsupported choice', 'de', { search: '?lang=xx', cookie: 'portico-language=yy' }, 'de'],
    ['no choice with the name of an object property', 'de', { search: '?lang=constructor' }, 'de'],
  ] as const)('returns %s', (_name, site, request, language) => {
    expect(choose(site, request).language).toBe(language);
  });

  it('sets a cookie only for a choice in the URL', () => {
    expect(choose('en', { search: '?lang=de' }).cookie).toMatch(/^portico-language=de; Path=\/; .*; Secure$/);
    expect(choose('en', { cookie: 'portico-language=de' }).cookie).toBeNull();
    expect(choose('en', { search: '?lang=de%0d%0aset-cookie:x' }).cookie).toBeNull();
  });

  it('parses malformed and long headers', () => {
    expect(acceptedLanguages(' de ; q=0.5 , en,*;q=0.1,, ;q=1')).toEqual(['en', 'de', '*']);
    expect(acceptedLanguages('x'.repeat(100_000))).toHaveLength(1);
  });
});
