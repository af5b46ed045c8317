/** Cuts the words of rows and keeps them: what every search looks at. */
import { setImmediate } from 'node:timers/promises';
import { isNearable, keptSpellings } from '../../full-text/misspellings.ts';
import { formsOf } from '../../full-text/stems.ts';
import { type Form, newVector } from '../../full-text/vector.ts';
import { partsOf, plainOf, wordsOf } from '../../full-text/words.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Collection } from '../collections/collection.ts';
import type { Json, Path } from '../query/tree.ts';
import { placesOf } from './lexemes.ts';
import * as store from './store.ts';
import { textsOf } from './texts.ts';

/** letters between two pauses, so that other calls are answered meanwhile */
const PAUSE_LETTERS = 50_000;

type CutText = { readonly path: Path; readonly words: readonly string[] };

/** A row that is written meanwhile keeps no words: the next cut takes it. Kept misspellings may outlive their words. */
export async function cutWords(ctx: SiteCtx, collection: Collection, rows: readonly store.UncutRow[]): Promise<void> {
  const { language } = ctx.site.settings;
  const texts = new Map<store.UncutRow, CutText[]>();
  const all = new Set<string>();
  let letters = 0;
  for (const row of rows) {
    const cut: CutText[] = [];
    for (const { path, text } of textsOf(JSON.parse(row.data) as Record<string, Json>, collection.fields)) {
      const words = wordsOf(text, language);
      cut.push({ path, words });
      for (const word of words) for (const part of [word, ...partsOf(word)]) all.add(part);
      letters += text.length;
      if (letters > PAUSE_LETTERS) {
        letters = 0;
        await setImmediate();
      }
    }
    texts.set(row, cut);
  }
  const forms = await formsOf(ctx.db, all, language);
  // Before the rows: once a row has its words, nobody looks at it again.
  await keepSpellings(ctx, collection, all);
  const vectors = rows.map(({ id, version }, i) => ({
    id,
    version,
    words: vectorOf(texts.get(rows[i] as store.UncutRow) ?? [], forms),
  }));
  await store.updateWords(ctx.db, collection, vectors);
}

function vectorOf(texts: readonly CutText[], forms: ReadonlyMap<string, readonly Form[]>): string {
  const vector = newVector();
  for (const { path, words } of texts) {
    for (const word of words) {
      const found = [word, ...partsOf(word)].flatMap((part) => forms.get(part) ?? []);
      if (!vector.add(placesOf(path), found)) return vector.text();
    }
  }
  return vector.text();
}

/** words whose spellings are written in one statement */
const WORDS_A_STATEMENT = 1_000;

async function keepSpellings(ctx: SiteCtx, collection: Collection, words: ReadonlySet<string>): Promise<void> {
  const nearable = [...new Set(Array.from(words, plainOf))].filter(isNearable);
  const known = nearable.map((word) => ({ word, spelling: keptSpellings(word)[0] as string }));
  if (known.length === 0) return;
  const unknown = await store.listUnknownWords(ctx.db, collection, known);
  for (let i = 0; i < unknown.length; i += WORDS_A_STATEMENT) {
    const some = unknown.slice(i, i + WORDS_A_STATEMENT);
    const pairs = some.flatMap((word) => keptSpellings(word).map((spelling) => ({ spelling, word })));
    await store.insertWords(ctx.db, collection, pairs);
  }
}
