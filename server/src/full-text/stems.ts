/** Stems of words, where PostgreSQL has the language: `houses` finds `house`, `Häuser` finds `Haus`. */
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from '../db/index.ts';
import type { Form } from './vector.ts';
import { plainOf } from './words.ts';

/** Dictionaries that come with every PostgreSQL, by language. There is none for Hebrew, Japanese or Chinese. */
const DICTIONARIES: Readonly<Record<string, string>> = {
  ...{ ar: 'arabic', ca: 'catalan', da: 'danish', de: 'german', el: 'greek', en: 'english', es: 'spanish' },
  ...{ eu: 'basque', fi: 'finnish', fr: 'french', ga: 'irish', hi: 'hindi', hu: 'hungarian', hy: 'armenian' },
  ...{ id: 'indonesian', it: 'italian', lt: 'lithuanian', ne: 'nepali', nl: 'dutch', no: 'norwegian' },
  ...{ pt: 'portuguese', ro: 'romanian', ru: 'russian', sr: 'serbian', sv: 'swedish', ta: 'tamil', tr: 'turkish' },
};

const known = new LRUCache<string, readonly Form[]>({ max: 50_000 });

/** The spellings under which each word is found: as it is, then its stem. Of one that every text is full of, only the first. */
export async function formsOf(
  db: Db,
  words: Iterable<string>,
  language: string,
): Promise<ReadonlyMap<string, readonly Form[]>> {
  const all = [...new Set(words)];
  const dictionary = Object.hasOwn(DICTIONARIES, language) ? DICTIONARIES[language] : undefined;
  if (!dictionary) return new Map(all.map((word) => [word, [{ text: plainOf(word), weight: 'A' }]]));
  const forms = new Map<string, readonly Form[]>();
  for (const word of all) {
    const kept = known.get(`${language} ${word}`);
    if (kept) forms.set(word, kept);
  }
  const missing = all.filter((word) => !forms.has(word));
  for (const { word, stems } of await lexize(db, `pg_catalog.${dictionary}_stem`, missing)) {
    const made = toForms(word, stems);
    forms.set(word, made);
    known.set(`${language} ${word}`, made);
  }
  return forms;
}

/** Common words (stop words) have no stem. */
function toForms(word: string, stems: readonly string[]): Form[] {
  const plain = plainOf(word);
  const stem = stems[0] === undefined ? plain : plainOf(stems[0]);
  const own: Form = { text: plain, weight: stems.length === 0 ? 'D' : 'A' };
  return stem === plain ? [own] : [own, { text: stem, weight: 'B' }];
}

async function lexize(db: Db, dictionary: string, words: readonly string[]) {
  if (words.length === 0) return [];
  const { rows } = await sql<{ word: string; stems: string[] }>`
    select word, coalesce(ts_lexize(${dictionary}::regdictionary, word), array[word]) as stems
    from unnest(${words}::text[]) as word`.execute(db);
  return rows;
}
