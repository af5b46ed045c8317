import { randomInt } from 'node:crypto';
import { keptSpellings } from '../../full-text/misspellings.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { anyOf, placeOf } from './lexemes.ts';
import { deleteUnheldWords, listKeptWords } from './store.ts';

const BATCH = 2_000;

/**
 * Forgets words that are kept for misspellings and stand in no submission any more: names of people who were forgotten
 * must not outlive what they sent. A stretch of the words that begins anywhere: one sweep after the other, all of them.
 * @param from where the stretch begins
 */
export async function forgetUnheldWords(ctx: SiteCtx, from = anywhere()): Promise<void> {
  const words = await listKeptWords(ctx.db, ctx.site.id, from, BATCH);
  if (words.length === 0) return;
  const place = placeOf(ctx.site.id);
  const asked = words.map((word) => ({ word, query: anyOf([word], place), variants: keptSpellings(word) }));
  await deleteUnheldWords(ctx.db, ctx.site.id, asked);
}

/** The beginning, half of the time: small sites have no more than one stretch. */
const anywhere = (): string => (randomInt(2) === 0 ? '' : String.fromCharCode(randomInt(0x30, 0x7b)));
