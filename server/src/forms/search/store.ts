/** SQL of the full-text search of submissions. */
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';

export interface UnindexedRow {
  readonly id: string;
  readonly revision: string;
  readonly answers: unknown;
  readonly order_number: string | null;
}

/** Bounds the memory of a batch. These are bytes as stored, compressed. */
const BATCH_BYTES = 2_000_000;

/** Submissions without a vector, the newest first, because people search for those first. */
export async function listUnindexed(db: Db, siteId: string, limit: number): Promise<UnindexedRow[]> {
  const { rows } = await sql<UnindexedRow>`
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

export async function hasUnindexed(db: Db, siteId: string): Promise<boolean> {
  const { rows } = await sql`
    select from submissions where site_id = ${siteId} and words is null and deleted_at is null limit 1`.execute(db);
  return rows.length > 0;
}

/** Stores the vectors of rows that have not changed since they were read. Locks in the order of ids to avoid deadlocks. */
export async function updateVectors(
  db: Db,
  siteId: string,
  rows: readonly { readonly id: string; readonly revision: string; readonly vector: string }[],
): Promise<void> {
  await sql`
    with indexed as (
      select * from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.revision)}::bigint[],
        ${rows.map((row) => row.vector)}::tsvector[]) as indexed(id, revision, words)
    ), locked as (
      select one.id, indexed.words from submissions as one join indexed on one.id = indexed.id
      where one.site_id = ${siteId} and one.revision = indexed.revision and one.words is null
      order by one.id for no key update of one
    )
    update submissions as one set words = locked.words from locked
    where one.site_id = ${siteId} and one.id = locked.id`.execute(db);
}

/** Clears the vectors of a batch of submissions in the order of ids. Returns the last id, or null after the last batch. */
export async function clearVectors(
  db: Db,
  siteId: string,
  { after, before, limit }: { readonly after: string; readonly before: Date; readonly limit: number },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    with batch as (
      select id from submissions
      where site_id = ${siteId} and id > ${after} and words is not null and created_at < ${before}
      order by id limit ${limit} for no key update
    )
    update submissions as one set words = null from batch where one.site_id = ${siteId} and one.id = batch.id
    returning one.id`.execute(db);
  return rows.length < limit ? null : rows.reduce((last, { id }) => (id > last ? id : last), after);
}

/** Counts the matches among a sample: the submissions with the lowest ids, which are random. */
export async function countSample(db: Db, siteId: string, query: string, size: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select words from submissions where site_id = ${siteId} and deleted_at is null order by id limit ${size}
    ) as sample where words @@ ${query}::tsquery`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Ids of matching submissions, in no particular order. The query is in a subselect to hide it from the planner, which
 * then always uses the full-text index: it overestimates many rare words and would read the whole table.
 */
export async function listMatchingIds(db: Db, siteId: string, query: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from submissions
    where site_id = ${siteId} and deleted_at is null and words @@ (select ${query}::tsquery)
    limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

/** The words whose query matches no submission. */
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
  /** The language whose stems the vectors contain; null before the first search. */
  readonly language: string | null;
  /** True if a submission has no vector. */
  readonly hasUnindexed: boolean;
}

/** One statement, because every search runs it first. */
export async function findIndexState(db: Db, siteId: string): Promise<IndexState> {
  const { rows } = await sql<IndexState>`
    select (select language from submission_searches where site_id = ${siteId}) as language,
      exists (
        select from submissions where site_id = ${siteId} and words is null and deleted_at is null
      ) as "hasUnindexed"`.execute(db);
  return rows[0] as IndexState;
}

/** Returns false if the language is unchanged. */
export async function saveLanguage(db: Db, siteId: string, language: string): Promise<boolean> {
  const { rows } = await sql`
    insert into submission_searches (site_id, language) values (${siteId}, ${language})
    on conflict (site_id) do update set language = excluded.language
      where submission_searches.language <> excluded.language
    returning site_id`.execute(db);
  return rows.length > 0;
}
