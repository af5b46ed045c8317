import { randomInt } from 'node:crypto';
import { matchAny } from '../../full-text/lexemes.ts';
import { storedVariants } from '../../full-text/misspellings.ts';
import { deleteVariants, listWords } from '../../full-text/word-store.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { siteTag, submissionIndex } from './index-submissions.ts';
import { listUnmatchedWords } from './store.ts';

const BATCH_SIZE = 2_000;

/**
 * Deletes stored words that occur in no submission any more: the name of a person who was forgotten must not outlive
 * what they sent. Each sweep checks one batch, which begins at a random word, so that sweeps reach all words over time.
 * @param from the variant at which the batch begins
 */
export async function deleteUnusedWords(ctx: SiteCtx, from = randomStart()): Promise<void> {
  const table = submissionIndex(ctx).words;
  const words = await listWords(ctx.db, table, from, BATCH_SIZE);
  if (words.length === 0) return;
  const tags = [siteTag(ctx.site.id)];
  const candidates = words.map((word) => ({ word, query: matchAny([word], tags) }));
  const unused = await listUnmatchedWords(ctx.db, ctx.site.id, candidates);
  const variants = unused.flatMap((word) => storedVariants(word).map((variant) => ({ variant, word })));
  await deleteVariants(ctx.db, table, variants);
}

/** Half of the time the first word, because one batch holds all words of a small site. */
const randomStart = (): string => (randomInt(2) === 0 ? '' : String.fromCharCode(randomInt(0x30, 0x7b)));
