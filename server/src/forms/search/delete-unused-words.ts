import { randomInt } from 'node:crypto';
import { matchAny } from '../../full-text/lexemes.ts';
import { variantsToStore } from '../../full-text/misspellings.ts';
import { deleteVariants, listWords } from '../../full-text/word-store.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { siteTagOf, submissionIndexOf } from './index-submissions.ts';
import { listUnmatchedWords } from './store.ts';

const BATCH_SIZE = 2_000;

/**
 * Deletes stored words that no longer occur in any submission, because the name of a person whose submissions were
 * deleted must not remain. Each sweep checks one batch, which begins at a random word, so that sweeps check all words
 * over time.
 * @param from the variant (full-text/misspellings.ts) at which the batch begins
 */
export async function deleteUnusedWords(ctx: SiteCtx, from = chooseStart()): Promise<void> {
  const table = submissionIndexOf(ctx).words;
  const words = await listWords(ctx.db, table, from, BATCH_SIZE);
  if (words.length === 0) return;
  const tags = [siteTagOf(ctx.site.id)];
  const candidates = words.map((word) => ({ word, query: matchAny([word], tags) }));
  const unused = await listUnmatchedWords(ctx.db, ctx.site.id, candidates);
  const variants = unused.flatMap((word) => variantsToStore(word).map((variant) => ({ variant, word })));
  await deleteVariants(ctx.db, table, variants);
}

/**
 * Returns a random start or, in half of the cases, the start of the list, because on a small site one batch from there
 * covers all words.
 */
const chooseStart = (): string => (randomInt(2) === 0 ? '' : String.fromCharCode(randomInt(0x30, 0x7b)));
