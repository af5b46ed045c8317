/** Stems words with the dictionaries of PostgreSQL: `houses` finds `house`, `Häuser` finds `Haus`. */
import { sql } from 'kysely';
import type { Db } from '../db/index.ts';
import { createBoundedCache } from '../kernel/bounded-cache.ts';
import { stripDiacritics } from './tokenize.ts';
import type { WordForm } from './vector.ts';

/** Dictionaries that every PostgreSQL has, by language. There is none for Hebrew, Japanese or Chinese. */
const DICTIONARIES: Readonly<Record<string, string>> = {
  ...{ ar: 'arabic', ca: 'catalan', da: 'danish', de: 'german', el: 'greek', en: 'english', es: 'spanish' },
  ...{ eu: 'basque', fi: 'finnish', fr: 'french', ga: 'irish', hi: 'hindi', hu: 'hungarian', hy: 'armenian' },
  ...{ id: 'indonesian', it: 'italian', lt: 'lithuanian', ne: 'nepali', nl: 'dutch', no: 'norwegian' },
  ...{ pt: 'portuguese', ro: 'romanian', ru: 'russian', sr: 'serbian', sv: 'swedish', ta: 'tamil', tr: 'turkish' },
};

const cache = createBoundedCache<readonly WordForm[]>(50_000);

/** Returns the forms under which searches find each word: the word itself, then its stem. A stop word has no stem. */
export async function wordFormsOf(
  db: Db,
  words: Iterable<string>,
  language: string,
): Promise<ReadonlyMap<string, readonly WordForm[]>> {
  const all = [...new Set(words)];
  const dictionary = Object.hasOwn(DICTIONARIES, language) ? DICTIONARIES[language] : undefined;
  if (!dictionary) return new Map(all.map((word) => [word, [{ text: stripDiacritics(word), weight: 'A' }]]));
  const forms = new Map<string, readonly WordForm[]>();
  for (const word of all) {
    const cached = cache.get(`${language} ${word}`);
    if (cached) forms.set(word, cached);
  }
  const missing = all.filter((word) => !forms.has(word));
  for (const { word, stems } of await lexize(db, `pg_catalog.${dictionary}_stem`, missing)) {
    const found = toWordForms(word, stems);
    forms.set(word, found);
    cache.set(`${language} ${word}`, found);
  }
  return forms;
}

function toWordForms(word: string, stems: readonly string[]): WordForm[] {
  const plain = stripDiacritics(word);
  const stem = stems[0] === undefined ? plain : stripDiacritics(stems[0]);
  const plainForm: WordForm = { text: plain, weight: stems.length === 0 ? 'D' : 'A' };
  return stem === plain ? [plainForm] : [plainForm, { text: stem, weight: 'B' }];
}

async function lexize(db: Db, dictionary: string, words: readonly string[]) {
  if (words.length === 0) return [];
  const { rows } = await sql<{ word: string; stems: string[] }>`
    select word, coalesce(ts_lexize(${dictionary}::regdictionary, word), array[word]) as stems
    from unnest(${words}::text[]) as word`.execute(db);
  return rows;
}
