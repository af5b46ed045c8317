import { joinTerms, matchAny } from '../../full-text/lexemes.ts';
import { findSimilarWords, termsOf, wordsOfExpression } from '../../full-text/search-terms.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { siteTagOf, submissionIndexOf } from './index-submissions.ts';

export interface SearchInput {
  readonly expression?: string | null;
  readonly mode?: 'AND' | 'OR';
  readonly fuzzy?: boolean;
}

/** Maximum number of similar words for all words of an expression together. */
const MAX_SIMILAR = 300;
/** Maximum number of stored words that are compared with the words of an expression, for all of them together. */
const MAX_CANDIDATES = 20_000;

/** Returns the tsquery, or null if no submission can match because the expression contains no word. */
export async function buildQuery(ctx: SiteCtx, search: SearchInput): Promise<string | null> {
  const { language, words: table } = submissionIndexOf(ctx);
  const words = wordsOfExpression(search.expression, language);
  if (words.length === 0) return null;
  const similarWords: string[][] = [];
  for (const word of search.fuzzy ? words : []) {
    const found = await findSimilarWords(ctx.db, table, word, Math.floor(MAX_CANDIDATES / words.length));
    similarWords.push(found.slice(0, Math.floor(MAX_SIMILAR / words.length)));
  }
  const terms = await termsOf(ctx.db, language, words, similarWords);
  const tags = [siteTagOf(ctx.site.id)];
  return joinTerms(
    terms.map(({ all }) => matchAny(all, tags)),
    search.mode ?? 'OR',
  );
}
