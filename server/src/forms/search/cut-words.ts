/** Cuts the words of submissions and keeps them: what every search looks at. */
import { setImmediate } from 'node:timers/promises';
import { isNearable, keptSpellings } from '../../full-text/misspellings.ts';
import { formsOf } from '../../full-text/stems.ts';
import { type Form, newVector } from '../../full-text/vector.ts';
import { partsOf, plainOf, wordsOf } from '../../full-text/words.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { placeOf } from './lexemes.ts';
import * as store from './store.ts';
import { textsOf } from './texts.ts';

/** letters between two pauses, so that other calls are answered meanwhile */
const PAUSE_LETTERS = 50_000;

/** A submission that is changed meanwhile keeps no words: the next cut takes it. */
export async function cutWords(ctx: SiteCtx, rows: readonly store.UncutRow[]): Promise<void> {
  await store.updateWords(ctx.db, ctx.site.id, await wordsIn(ctx, rows));
}

/** The words of each row as a tsvector; the spellings under which they are found are kept. */
export async function wordsIn(
  ctx: SiteCtx,
  rows: readonly store.UncutRow[],
): Promise<{ id: string; revision: string; words: string }[]> {
  const { language } = ctx.site.settings;
  const words: string[][] = [];
  const all = new Set<string>();
  let letters = 0;
  for (const row of rows) {
    const own: string[] = [];
    for (const text of textsOf([row.answers, row.order_number])) {
      own.push(...wordsOf(text, language));
      letters += text.length;
      if (letters > PAUSE_LETTERS) {
        letters = 0;
        await setImmediate();
      }
    }
    for (const word of own) for (const part of [word, ...partsOf(word)]) all.add(part);
    words.push(own);
  }
  const forms = await formsOf(ctx.db, all, language);
  // Before the rows: once a row has its words, nobody looks at it again.
  await keepSpellings(ctx, all);
  const places = [placeOf(ctx.site.id)];
  return rows.map(({ id, revision }, i) => ({ id, revision, words: vectorOf(words[i] ?? [], forms, places) }));
}

function vectorOf(
  words: readonly string[],
  forms: ReadonlyMap<string, readonly Form[]>,
  places: readonly string[],
): string {
  const vector = newVector();
  for (const word of words) {
    const found = [word, ...partsOf(word)].flatMap((part) => forms.get(part) ?? []);
    if (!vector.add(places, found)) break;
  }
  return vector.text();
}

/** words whose spellings are written in one statement */
const WORDS_A_STATEMENT = 1_000;

async function keepSpellings(ctx: SiteCtx, words: ReadonlySet<string>): Promise<void> {
  const nearable = [...new Set(Array.from(words, plainOf))].filter(isNearable);
  const kept = nearable.map((word) => ({ word, variant: keptSpellings(word)[0] as string }));
  if (kept.length === 0) return;
  const unknown = await store.listUnknownWords(ctx.db, ctx.site.id, kept);
  for (let i = 0; i < unknown.length; i += WORDS_A_STATEMENT) {
    const some = unknown.slice(i, i + WORDS_A_STATEMENT);
    const pairs = some.flatMap((word) => keptSpellings(word).map((variant) => ({ variant, word })));
    await store.insertWords(ctx.db, ctx.site.id, pairs);
  }
}
