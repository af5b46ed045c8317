/** The terms of an expression, and what rows must hold for them. */

import { nearest, spellings, toleranceOf } from '../../full-text/misspellings.ts';
import { formsOf } from '../../full-text/stems.ts';
import { plainOf, wordsOf } from '../../full-text/words.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Reach } from '../collections/reach.ts';
import { planFilter } from '../query/plan.ts';
import { matchAll } from '../query/tree.ts';
import { anyOf, lexemesIn } from './lexemes.ts';
import { listPresent, listWordsNear, type Wanted } from './store.ts';

/** What a caller looks for. */
export interface Search {
  readonly expression?: string | null;
  readonly fuzzy?: boolean | null;
  readonly mode?: 'AND' | 'OR' | null;
  readonly fields?: readonly string[];
}

/** near words that a term stands for, and all terms of an expression together */
const MOST_NEAR = 50;
const MOST_NEAR_OF_ALL = 300;

/** What rows must hold; `'nothing'` where no row can: an expression without a word, or only hidden fields. */
export async function wantedBy(ctx: SiteCtx, reach: Reach, search: Search): Promise<Wanted | 'nothing'> {
  const { language } = ctx.site.settings;
  const words = [...new Set(wordsOf(search.expression ?? '', language))];
  const fields = search.fields?.length ? search.fields.filter((name) => !isHidden(name, reach.hidden)) : null;
  if (words.length === 0 || fields?.length === 0) return 'nothing';
  const forms = await formsOf(ctx.db, words, language);
  const exact = words.map((word) => (forms.get(word) ?? []).map(({ text }) => text));
  const near = search.fuzzy ? await nearWords(ctx, reach, words, fields) : exact.map(() => []);
  const all = exact.map((own, i) => [...new Set([...own, ...(near[i] as string[])])]);
  const terms = all.map((spellings) => anyOf(spellings, fields));
  return {
    query: search.mode === 'AND' ? terms.map((term) => `(${term})`).join(' & ') : terms.join(' | '),
    // All that is found counts for the rank, in both modes; what is written as asked for comes first.
    ranks: [anyOf(exact.flat(), fields), ...(search.fuzzy ? [anyOf(all.flat(), fields)] : [])],
    gone: fields === null ? lexemesIn(all.flat(), reach.hidden) : [],
  };
}

const isHidden = (name: string, hidden: readonly string[]): boolean => hidden.includes(name.split('.')[0] as string);

/**
 * For each word the spellings of those near it that the caller can find: kept words may stand in rows or fields that are
 * not the caller's, or nowhere any more, and must not push out of the bounded list what is (side channel).
 */
async function nearWords(
  ctx: SiteCtx,
  reach: Reach,
  words: readonly string[],
  fields: readonly string[] | null,
): Promise<string[][]> {
  const most = Math.min(MOST_NEAR, Math.floor(MOST_NEAR_OF_ALL / words.length));
  const found: string[][] = [];
  for (const word of words) found.push(await nearWord(ctx, reach, plainOf(word), fields, most));
  const forms = await formsOf(ctx.db, found.flat(), ctx.site.settings.language);
  return found.map((near) => near.flatMap((word) => (forms.get(word) ?? []).map(({ text }) => text)));
}

/** kept words that share a spelling with a term; a site with more of them has its fuzzy search cut short */
const MOST_CANDIDATES = 20_000;
const CANDIDATES_A_STATEMENT = 200;

async function nearWord(
  ctx: SiteCtx,
  reach: Reach,
  word: string,
  fields: readonly string[] | null,
  most: number,
): Promise<string[]> {
  const tolerance = toleranceOf(word);
  if (tolerance === 0) return [];
  const kept = await listWordsNear(ctx.db, reach.collection, spellings(word, tolerance), MOST_CANDIDATES);
  const candidates = nearest(word, kept).map((near) => ({ word: near, query: anyOf([near], fields) }));
  const rows = planFilter(matchAll, reach);
  const present: string[] = [];
  for (let i = 0; i < candidates.length && present.length < most; i += CANDIDATES_A_STATEMENT) {
    const some = candidates.slice(i, i + CANDIDATES_A_STATEMENT);
    const gone =
      fields === null
        ? lexemesIn(
            some.map((near) => near.word),
            reach.hidden,
          )
        : [];
    const seen = new Set(await listPresent(ctx.db, reach, some, gone, rows));
    present.push(...some.map((near) => near.word).filter((near) => seen.has(near)));
  }
  return present.slice(0, most);
}
