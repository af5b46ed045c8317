import { describe, expect, it } from 'vitest';
import { acceptedLanguages, chooseLanguage } from './language.ts';

const choose = (siteLanguage: 'en' | 'de' | 'he', { accept = '', cookie = '', search = '' } = {}) =>
  chooseLanguage(
    new Request(`https://site.example/sign-in${search}`, { headers: { 'accept-language': accept, cookie } }),
    siteLanguage,
  );

describe('the language of a page', () => {
  it.each([
    ['the site’s, where the browser says nothing', 'de', {}, 'de'],
    ['the site’s, where the browser accepts it at all', 'de', { accept: 'en-GB,en;q=0.9,de;q=0.2' }, 'de'],
    ['the browser’s, where it does not accept the site’s', 'de', { accept: 'he-IL,he;q=0.9,en;q=0.8' }, 'he'],
    ['the browser’s next, where we do not speak its first', 'he', { accept: 'fr,en;q=0.5' }, 'en'],
    ['the site’s, where we speak none of the browser’s', 'he', { accept: 'fr-FR,fr;q=0.9' }, 'he'],
    ['never one that is refused', 'de', { accept: 'fr,de;q=0,en;q=0.1' }, 'en'],
    ['Hebrew by its old code', 'en', { accept: 'iw' }, 'he'],
    ['what was chosen before', 'de', { accept: 'de', cookie: 'a=b; portico-language=he' }, 'he'],
    ['what is chosen now', 'de', { accept: 'de', cookie: 'portico-language=he', search: '?lang=en' }, 'en'],
    ['nothing that we do not speak', 'de', { search: '?lang=xx', cookie: 'portico-language=yy' }, 'de'],
    ['no choice by a name of every object', 'de', { search: '?lang=constructor' }, 'de'],
  ] as const)('is %s', (_name, site, request, language) => {
    expect(choose(site, request).language).toBe(language);
  });

  it('is remembered only where it was chosen just now', () => {
    expect(choose('en', { search: '?lang=de' }).cookie).toMatch(/^portico-language=de; Path=\/; .*; Secure$/);
    expect(choose('en', { cookie: 'portico-language=de' }).cookie).toBeNull();
    expect(choose('en', { search: '?lang=de%0d%0aset-cookie:x' }).cookie).toBeNull();
  });

  it('takes a header of any shape', () => {
    expect(acceptedLanguages(' de ; q=0.5 , en,*;q=0.1,, ;q=1')).toEqual(['en', 'de', '*']);
    expect(acceptedLanguages('x'.repeat(100_000))).toHaveLength(1);
  });
});
