/** SQL of the words of submissions, and of the misspellings under which they are found. */
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';

export interface UncutRow {
  readonly id: string;
  readonly revision: string;
  readonly answers: unknown;
  readonly order_number: string | null;
}

/** bytes as stored, compressed: what one batch may take of memory */
const BATCH_BYTES = 2_000_000;

/** Submissions without words, the newest first: those are looked for soonest. */
export async function listUncut(db: Db, siteId: string, limit: number): Promise<UncutRow[]> {
  const { rows } = await sql<UncutRow>`
    select id, revision, answers, order_details ->> 'number' as order_number from (
      select *, sum(pg_column_size(answers)) over (order by created_at desc, id desc rows unbounded preceding)
        - pg_column_size(answers) as before
      from (
        select id, revision, answers, order_details, created_at from submissions
        where site_id = ${siteId} and words is null and deleted_at is null
        order by created_at desc, id desc limit ${limit}
      ) as newest
    ) as batch where before < ${BATCH_BYTES}`.execute(db);
  return rows;
}

export async function hasUncut(db: Db, siteId: string): Promise<boolean> {
  const { rows } = await sql`
    select from submissions where site_id = ${siteId} and words is null and deleted_at is null limit 1`.execute(db);
  return rows.length > 0;
}

/** Keeps the words of rows that nobody has written meanwhile; held in the order of ids, so that two never wait in a circle. */
export async function updateWords(
  db: Db,
  siteId: string,
  rows: readonly { readonly id: string; readonly revision: string; readonly words: string }[],
): Promise<void> {
  await sql`
    with cut as (
      select * from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.revision)}::bigint[],
        ${rows.map((row) => row.words)}::tsvector[]) as cut(id, revision, words)
    ), held as (
      select one.id, cut.words from submissions as one join cut on one.id = cut.id
      where one.site_id = ${siteId} and one.revision = cut.revision and one.words is null
      order by one.id for no key update of one
    )
    update submissions as one set words = held.words from held where one.site_id = ${siteId} and one.id = held.id`.execute(
    db,
  );
}

/** Forgets the words of some submissions made before an instant, in the order of ids; answers the last id. */
export async function forgetWords(
  db: Db,
  siteId: string,
  { after, before, limit }: { readonly after: string; readonly before: Date; readonly limit: number },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    with known as (
      select id from submissions
      where site_id = ${siteId} and id > ${after} and words is not null and created_at < ${before}
      order by id limit ${limit} for no key update
    )
    update submissions as one set words = null from known where one.site_id = ${siteId} and one.id = known.id
    returning one.id`.execute(db);
  return rows.length < limit ? null : rows.reduce((last, { id }) => (id > last ? id : last), after);
}

/** How many of some submissions match: those with the lowest ids, which are random. */
export async function countSample(db: Db, siteId: string, query: string, size: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select words from submissions where site_id = ${siteId} and deleted_at is null order by id limit ${size}
    ) as sample where words @@ ${query}::tsquery`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Ids of submissions that match, in no order. The query stands in a subselect, so that PostgreSQL plans without knowing
 * it: the index of words then always serves, where a guess too high of many rare words would read the whole table.
 */
export async function listHits(db: Db, siteId: string, query: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from submissions
    where site_id = ${siteId} and deleted_at is null and words @@ (select ${query}::tsquery)
    limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

/** Words of the site that are kept under one of the spellings; some may stand in no submission any more. */
export async function listWordsNear(
  db: Db,
  siteId: string,
  variants: readonly string[],
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select distinct word from submission_words
    where site_id = ${siteId} and variant = any(${variants}::text[]) limit ${limit}`.execute(db);
  return rows.map((row) => row.word);
}

/** Which of the words are not kept yet. All spellings of a word come in one statement, so that one of them tells. */
export async function listUnknownWords(
  db: Db,
  siteId: string,
  words: readonly { readonly variant: string; readonly word: string }[],
): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from unnest(${words.map(({ variant }) => variant)}::text[], ${words.map(({ word }) => word)}::text[])
      as found(variant, word)
    where not exists (
      select from submission_words as kept
      where kept.site_id = ${siteId} and kept.variant = found.variant and kept.word = found.word
    )`.execute(db);
  return rows.map((row) => row.word);
}

/** In one order, so that two who keep the same words never wait for each other in a circle. */
export async function insertWords(
  db: Db,
  siteId: string,
  pairs: readonly { readonly variant: string; readonly word: string }[],
): Promise<void> {
  await sql`
    insert into submission_words (site_id, variant, word)
    select ${siteId}, variant, word
    from unnest(${pairs.map(({ variant }) => variant)}::text[], ${pairs.map(({ word }) => word)}::text[]) as kept(variant, word)
    order by variant collate "C", word collate "C" on conflict do nothing`.execute(db);
}

/** Some words of the site that are kept, from one place in their order on. */
export async function listKeptWords(db: Db, siteId: string, from: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select distinct word from (
      select word from submission_words where site_id = ${siteId} and variant >= ${from}
      order by variant, word limit ${limit}
    ) as some_words`.execute(db);
  return rows.map((row) => row.word);
}

/** Forgets those of the words whose query no submission matches; answers how many spellings that were. */
export async function deleteUnheldWords(
  db: Db,
  siteId: string,
  words: readonly { readonly word: string; readonly query: string; readonly variants: readonly string[] }[],
): Promise<number> {
  const { rows } = await sql<{ word: string }>`
    select word from unnest(${words.map(({ word }) => word)}::text[], ${words.map(({ query }) => query)}::tsquery[])
      as kept(word, query)
    where not exists (
      select from submissions where site_id = ${siteId} and deleted_at is null and words @@ kept.query
    )`.execute(db);
  const gone = new Set(rows.map((row) => row.word));
  const pairs = words.flatMap(({ word, variants }) =>
    gone.has(word) ? variants.map((variant) => ({ variant, word })) : [],
  );
  const { numAffectedRows } = await sql`
    delete from submission_words where site_id = ${siteId} and (variant, word) in (
      select * from unnest(${pairs.map(({ variant }) => variant)}::text[], ${pairs.map(({ word }) => word)}::text[])
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export interface SearchState {
  /** whose stems the words were cut by; null before the first search */
  readonly language: string | null;
  /** some submission has no words yet */
  readonly hasUncut: boolean;
}

/** What every search has to know first, in one statement. */
export async function findState(db: Db, siteId: string): Promise<SearchState> {
  const { rows } = await sql<SearchState>`
    select (select language from submission_searches where site_id = ${siteId}) as language,
      exists (
        select from submissions where site_id = ${siteId} and words is null and deleted_at is null
      ) as "hasUncut"`.execute(db);
  return rows[0] as SearchState;
}

/** False when it is the language already. */
export async function saveLanguage(db: Db, siteId: string, language: string): Promise<boolean> {
  const { rows } = await sql`
    insert into submission_searches (site_id, language) values (${siteId}, ${language})
    on conflict (site_id) do update set language = excluded.language
      where submission_searches.language <> excluded.language
    returning site_id`.execute(db);
  return rows.length > 0;
}
