/**
 * SQL of the tables that hold the words of an index, each word once for each of its variants (misspellings.ts).
 * Searches look up similar words there. A word may remain after the last row that contained it was deleted.
 */
import { sql } from 'kysely';
import type { Db } from '../db/index.ts';

/** The words of one index. Several indexes share a table; the column `keyColumn` distinguishes them. */
export interface WordTable {
  /** Name of the table. It is inserted into SQL unescaped, so it must never be user input. */
  readonly table: string;
  /** Name of the column. It is inserted into SQL unescaped, so it must never be user input. */
  readonly keyColumn: string;
  readonly key: string;
}

interface WordVariant {
  readonly variant: string;
  readonly word: string;
}

const inIndex = ({ keyColumn, key }: WordTable) => sql`${sql.raw(keyColumn)} = ${key}`;

/** Returns the words that have any of the variants. */
export async function listWordsByVariant(
  db: Db,
  words: WordTable,
  variants: readonly string[],
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select distinct word from ${sql.raw(words.table)}
    where ${inIndex(words)} and variant = any(${variants}::text[]) limit ${limit}`.execute(db);
  return rows.map((row) => row.word);
}

/**
 * Returns the candidates that are not stored yet. Looking up one variant of each word suffices, because one statement
 * inserts all variants.
 */
export async function listUnknownWords(
  db: Db,
  words: WordTable,
  candidates: readonly WordVariant[],
): Promise<string[]> {
  const { variants, texts } = toColumns(candidates);
  const { rows } = await sql<{ word: string }>`
    select word from unnest(${variants}::text[], ${texts}::text[]) as candidate(variant, word)
    where not exists (
      select from ${sql.raw(words.table)} as stored
      where ${inIndex(words)} and stored.variant = candidate.variant and stored.word = candidate.word
    )`.execute(db);
  return rows.map((row) => row.word);
}

/** Inserts words in a fixed order, so that two processes that insert the same words do not deadlock. */
export async function insertWords(db: Db, words: WordTable, added: readonly WordVariant[]): Promise<void> {
  const { variants, texts } = toColumns(added);
  await sql`
    insert into ${sql.raw(words.table)} (${sql.raw(words.keyColumn)}, variant, word)
    select ${words.key}, variant, word from unnest(${variants}::text[], ${texts}::text[]) as added(variant, word)
    order by variant collate "C", word collate "C" on conflict do nothing`.execute(db);
}

/** Returns a page of the words in the order of their variants, beginning at the variant `from`. */
export async function listWords(db: Db, words: WordTable, from: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select distinct word from (
      select word from ${sql.raw(words.table)} where ${inIndex(words)} and variant >= ${from}
      order by variant, word limit ${limit}
    ) as page`.execute(db);
  return rows.map((row) => row.word);
}

/** Deletes the given variants of words. */
export async function deleteVariants(db: Db, words: WordTable, deleted: readonly WordVariant[]): Promise<void> {
  const { variants, texts } = toColumns(deleted);
  await sql`
    delete from ${sql.raw(words.table)} where ${inIndex(words)} and (variant, word) in (
      select * from unnest(${variants}::text[], ${texts}::text[])
    )`.execute(db);
}

/** Deletes all words of the index. */
export async function deleteWords(db: Db, words: WordTable): Promise<void> {
  await sql`delete from ${sql.raw(words.table)} where ${inIndex(words)}`.execute(db);
}

const toColumns = (pairs: readonly WordVariant[]) => ({
  variants: pairs.map(({ variant }) => variant),
  texts: pairs.map(({ word }) => word),
});
