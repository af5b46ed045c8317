/** The terms of an expression, and what submissions must hold for them. */

import { nearest, spellings, toleranceOf } from '../../full-text/misspellings.ts';
import { formsOf } from '../../full-text/stems.ts';
import { plainOf, wordsOf } from '../../full-text/words.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { anyOf, placeOf } from './lexemes.ts';
import { listWordsNear } from './store.ts';

/** What a caller looks for. */
export interface Search {
  readonly expression?: string | null;
  readonly mode?: 'AND' | 'OR';
  readonly fuzzy?: boolean;
}

/** A tsquery; null where no submission can match: an expression without a word. */
export async function wantedBy(ctx: SiteCtx, search: Search): Promise<string | null> {
  const { language } = ctx.site.settings;
  const words = [...new Set(wordsOf(search.expression ?? '', language))];
  if (words.length === 0) return null;
  const near = search.fuzzy ? await nearWords(ctx, words) : words.map(() => []);
  const forms = await formsOf(ctx.db, [...words, ...near.flat()], language);
  const place = placeOf(ctx.site.id);
  const terms = words.map((word, i) => {
    const found = [word, ...(near[i] as string[])].flatMap((one) => forms.get(one) ?? []);
    return anyOf([...new Set(found.map(({ text }) => text))], place);
  });
  return search.mode === 'AND' ? terms.map((term) => `(${term})`).join(' & ') : terms.join(' | ');
}

/** near words that all terms of an expression together stand for */
const MOST_NEAR = 300;
/** kept words that share a spelling with a term, of all terms together; a site with more has its fuzzy search cut short */
const MOST_CANDIDATES = 20_000;

/** For each word those of the site that a misspelling away may be meant by it, the nearest first. */
async function nearWords(ctx: SiteCtx, words: readonly string[]): Promise<string[][]> {
  const most = Math.floor(MOST_NEAR / words.length);
  const candidates = Math.floor(MOST_CANDIDATES / words.length);
  const found: string[][] = [];
  for (const word of words.map(plainOf)) {
    const tolerance = toleranceOf(word);
    const kept =
      tolerance === 0 ? [] : await listWordsNear(ctx.db, ctx.site.id, spellings(word, tolerance), candidates);
    found.push(nearest(word, kept).slice(0, most));
  }
  return found;
}
