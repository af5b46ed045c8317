/** SQL of the full-text search of submissions. */
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { Condition } from '../../filter/filter.ts';
import { BATCH_SIZE } from '../../full-text/ensure-indexed.ts';

export interface UnindexedRow {
  readonly id: string;
  readonly revision: string;
  readonly answers: unknown;
  readonly order_number: string | null;
}

/** A row of the table of submissions. */
export interface StoredRow extends UnindexedRow {
  /** The time as text, because a Date would lose the microseconds. */
  readonly created_at: string;
}

/** Maximum size of a batch in bytes as stored (compressed), which bounds its memory. */
const BATCH_BYTES = 2_000_000;

/** Returns the next submissions without a vector, from the newest to the oldest, which is the order of their index. */
export async function listUnindexed(db: Db, siteId: string, last: StoredRow | null): Promise<StoredRow[]> {
  const older = last === null ? sql`true` : sql`(created_at, id) < (${last.created_at}::timestamptz, ${last.id}::uuid)`;
  const { rows } = await sql<StoredRow>`
    select id, revision, answers, order_details ->> 'number' as order_number, created_at::text as created_at from (
      select *, sum(pg_column_size(answers)) over (order by created_at desc, id desc rows unbounded preceding)
        - pg_column_size(answers) as before
      from (
        select id, revision, answers, order_details, created_at from submissions
        where site_id = ${siteId} and words is null and deleted_at is null and ${older}
        order by created_at desc, id desc limit ${BATCH_SIZE}
      ) as newest
    ) as batch where before < ${BATCH_BYTES} order by batch.created_at desc, id desc`.execute(db);
  return rows;
}

/**
 * Stores the vectors of rows that have not changed since they were read. Locks in the order of ids to avoid deadlocks.
 * @param skipsLocked skips rows that other transactions have locked, such as the sweep, which locks in a different
 *   order
 */
export async function updateVectors(
  db: Db,
  siteId: string,
  rows: readonly { readonly id: string; readonly revision: string; readonly vector: string }[],
  { skipsLocked }: { readonly skipsLocked: boolean },
): Promise<void> {
  await sql`
    with indexed as (
      select * from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.revision)}::bigint[],
        ${rows.map((row) => row.vector)}::tsvector[]) as indexed(id, revision, words)
    ), locked as (
      select one.id, indexed.words from submissions as one join indexed on one.id = indexed.id
      where one.site_id = ${siteId} and one.revision = indexed.revision and one.words is null
      order by one.id for no key update of one ${skipsLocked ? sql`skip locked` : sql``}
    )
    update submissions as one set words = locked.words from locked
    where one.site_id = ${siteId} and one.id = locked.id`.execute(db);
}

/** Clears the vectors of a batch of submissions in the order of ids. Returns the last id, null after the last batch. */
export async function clearVectors(
  db: Db,
  siteId: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    with batch as (
      select id from submissions
      where site_id = ${siteId} and id > ${after} and words is not null
      order by id limit ${limit} for no key update
    )
    update submissions as one set words = null from batch where one.site_id = ${siteId} and one.id = batch.id
    returning one.id`.execute(db);
  return rows.length < limit ? null : rows.reduce((last, { id }) => (id > last ? id : last), after);
}

/** The condition of a search that can match no submission. */
export const matchesNothing: Condition = sql<boolean>`false`;

/**
 * Returns SQL that matches submissions that contain the words of the tsquery.
 * @param ids ids of all submissions that matched a moment ago, to which the condition restricts the query; null if
 *   there are too many
 */
export function containsWords(query: string, ids: readonly string[] | null): Condition {
  const matches = sql<boolean>`words @@ ${query}::tsquery`;
  // Submissions may have changed since the ids were read, so the words are checked again. The subselect hides the
  // number of ids from the planner.
  return ids ? sql<boolean>`id = any(array(select unnest(${ids}::uuid[]))) and ${matches}` : matches;
}

/** Counts the matches in a sample: the submissions with the lowest ids. As ids are random, the sample is, too. */
export async function countSample(db: Db, siteId: string, query: string, size: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select words from submissions where site_id = ${siteId} and deleted_at is null order by id limit ${size}
    ) as sample where words @@ ${query}::tsquery`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Returns the ids of matching submissions in no particular order. The query is in a subselect to hide it from the
 * planner, which then always uses the full-text index. Otherwise, the planner would overestimate the matches of rare
 * words and read the whole table.
 */
export async function listMatchingIds(db: Db, siteId: string, query: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from submissions
    where site_id = ${siteId} and deleted_at is null and words @@ (select ${query}::tsquery)
    limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

/** Returns the words whose query matches no submission. */
export async function listUnmatchedWords(
  db: Db,
  siteId: string,
  words: readonly { readonly word: string; readonly query: string }[],
): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from unnest(${words.map(({ word }) => word)}::text[], ${words.map(({ query }) => query)}::tsquery[])
      as candidate(word, query)
    where not exists (
      select from submissions where site_id = ${siteId} and deleted_at is null and words @@ candidate.query
    )`.execute(db);
  return rows.map((row) => row.word);
}

export interface IndexState {
  /** The language whose stems the vectors contain; null if there are none. */
  readonly language: string | null;
  /** Number of submissions without a vector, counted up to the bound. */
  readonly unindexed: number;
}

/** Reads the state of the index in one statement, because every search runs it first. */
export async function findIndexState(db: Db, siteId: string, bound: number): Promise<IndexState> {
  const { rows } = await sql<IndexState>`
    select (select language from submission_searches where site_id = ${siteId}) as language,
      (select count(*)::int from (
        select from submissions where site_id = ${siteId} and words is null and deleted_at is null limit ${bound}
      ) as missing) as unindexed`.execute(db);
  return rows[0] as IndexState;
}

/** Counts the submissions that searches can find, and all that are not in the trash. */
export async function countIndexed(db: Db, siteId: string): Promise<{ indexed: number; total: number }> {
  const { rows } = await sql<{ indexed: number; total: number }>`
    select count(words)::int as indexed, count(*)::int as total from submissions
    where site_id = ${siteId} and deleted_at is null`.execute(db);
  return rows[0] ?? { indexed: 0, total: 0 };
}

/** Stores the language of the first vectors. */
export async function insertLanguage(db: Db, siteId: string, language: string): Promise<void> {
  await sql`
    insert into submission_searches (site_id, language) values (${siteId}, ${language})
    on conflict (site_id) do nothing`.execute(db);
}

/** Stores the new language of all vectors, after the old vectors were cleared. */
export async function updateLanguage(db: Db, siteId: string, language: string): Promise<void> {
  await sql`update submission_searches set language = ${language} where site_id = ${siteId}`.execute(db);
}
