/** Builds the tsqueries of a search. */
import { joinTerms } from '../../full-text/lexemes.ts';
import { findSimilarWords, termsOf, wordsOfExpression } from '../../full-text/search-terms.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Reach } from '../collections/reach.ts';
import { planFilter } from '../query/plan.ts';
import { matchAll } from '../query/tree.ts';
import { itemIndex } from './index-items.ts';
import { listVisibleWords, type WordQuery } from './store.ts';
import { lexemesIn, matchInFields } from './tags.ts';

export interface SearchInput {
  readonly expression?: string | null;
  readonly fuzzy?: boolean | null;
  readonly mode?: 'AND' | 'OR' | null;
  readonly fields?: readonly string[];
}

/** Maximum number of similar words for one word of an expression. */
const MAX_SIMILAR = 50;
/** Maximum number of similar words for all words of an expression. */
const MAX_SIMILAR_IN_TOTAL = 300;
/** Maximum number of indexed words that are compared with one word of an expression. */
const MAX_CANDIDATES = 20_000;
const WORDS_PER_STATEMENT = 200;

/**
 * Returns the tsqueries of a search, or `'no-match'` if no row can match because the expression has no words or all
 * fields are hidden.
 */
export async function buildQuery(ctx: SiteCtx, reach: Reach, search: SearchInput): Promise<WordQuery | 'no-match'> {
  const { language } = ctx.site.settings;
  const words = wordsOfExpression(search.expression, language);
  const fields = search.fields?.length ? search.fields.filter((name) => !isHidden(name, reach.hidden)) : null;
  if (words.length === 0 || fields?.length === 0) return 'no-match';
  const similarWords = search.fuzzy ? await findSimilar(ctx, reach, words, fields) : [];
  const terms = await termsOf(ctx.db, language, words, similarWords);
  const exact = terms.flatMap((term) => term.exact);
  const all = terms.flatMap((term) => term.all);
  const termQueries = terms.map((term) => matchInFields(term.all, fields));
  return {
    query: joinTerms(termQueries, search.mode ?? 'OR'),
    // For AND as for OR, every matching word raises the rank, and exact matches rank first.
    ranks: [matchInFields(exact, fields), ...(search.fuzzy ? [matchInFields(all, fields)] : [])],
    hiddenLexemes: fields === null ? lexemesIn(all, reach.hidden) : [],
  };
}

const isHidden = (name: string, hidden: readonly string[]): boolean => hidden.includes(name.split('.')[0] as string);

/**
 * Returns, for each word, similar words that occur within the caller's reach. Other words are left out before the list
 * is cut to its limit, because they could otherwise displace the visible ones (side channel).
 */
async function findSimilar(
  ctx: SiteCtx,
  reach: Reach,
  words: readonly string[],
  fields: readonly string[] | null,
): Promise<string[][]> {
  const limit = Math.min(MAX_SIMILAR, Math.floor(MAX_SIMILAR_IN_TOTAL / words.length));
  const index = itemIndex(ctx, reach.collection);
  const found: string[][] = [];
  for (const word of words) {
    const similarWords = await findSimilarWords(ctx.db, index.words, word, MAX_CANDIDATES);
    found.push(await takeVisible(ctx, reach, similarWords, fields, limit));
  }
  return found;
}

/** Returns the first `limit` of the words that occur within the caller's reach, in the same order. */
async function takeVisible(
  ctx: SiteCtx,
  reach: Reach,
  words: readonly string[],
  fields: readonly string[] | null,
  limit: number,
): Promise<string[]> {
  const filter = planFilter(matchAll, reach);
  const visibleWords: string[] = [];
  for (let i = 0; i < words.length && visibleWords.length < limit; i += WORDS_PER_STATEMENT) {
    const batch = words.slice(i, i + WORDS_PER_STATEMENT);
    const queries = batch.map((word) => ({ word, query: matchInFields([word], fields) }));
    const hiddenLexemes = fields === null ? lexemesIn(batch, reach.hidden) : [];
    const visible = new Set(await listVisibleWords(ctx.db, reach, queries, hiddenLexemes, filter));
    visibleWords.push(...batch.filter((word) => visible.has(word)));
  }
  return visibleWords.slice(0, limit);
}
