/** SQL of the full-text search of an item table. */
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { BATCH_SIZE } from '../../full-text/ensure-indexed.ts';
import type { Collection } from '../collections/collection.ts';
import type { Reach } from '../collections/reach.ts';
import { afterStartSql, orderToSql } from '../query/keyset.ts';
import { bind, type Params } from '../query/params.ts';
import type { Plan } from '../query/plan.ts';
import type { FilterTarget } from '../query/scope.ts';
import { filterToSql } from '../query/to-sql.ts';
import type { Filter } from '../query/tree.ts';
import { type ItemRow, promotedColumnsSql, run, sourceSql, visibleDataSql } from '../table/statement.ts';

export interface WordQuery {
  /** The tsquery that rows match. */
  readonly query: string;
  /** The tsqueries that rank the rows, the most important first. */
  readonly ranks: readonly string[];
  /** The lexemes of fields that the caller may not read. They are ignored in the search. */
  readonly hiddenLexemes: readonly string[];
}

/**
 * Returns the rows of a page, and one more if another page follows. A ranked page begins with the best match and orders
 * equal matches by id; other pages have the order and direction of the plan.
 */
export function listMatches(
  db: Db,
  reach: Reach,
  query: WordQuery | null,
  plan: Plan,
  isRanked: boolean,
): Promise<ItemRow[]> {
  const params: Params = [];
  const matches = matchesIn(reach, query, plan.filter, params);
  const afterStart = isRanked || plan.start === null ? '' : ` and ${afterStartSql(plan, params)}`;
  const order = isRanked && query ? `${rankSql(query, params)} desc, id` : orderToSql(plan, params);
  const bounds = `limit ${bind(params, plan.limit + 1, 'int')} offset ${bind(params, plan.offset, 'int')}`;
  const dataSql = visibleDataSql(reach.hidden, params);
  return run<ItemRow>(
    db,
    reach.collection,
    `select id, ${dataSql} as data from (select id, data ${matches}${afterStart} order by ${order} ${bounds}) as page`,
    params,
  );
}

/** Counts the matches, up to the bound. */
export async function countMatches(
  db: Db,
  reach: Reach,
  query: WordQuery | null,
  filter: Filter<FilterTarget>,
  bound: number,
): Promise<number> {
  const params: Params = [];
  const matches = matchesIn(reach, query, filter, params);
  const text = `select count(*)::int as count from (select ${matches} limit ${bind(params, bound, 'int')}) as counted`;
  const rows = await run<{ count: number }>(db, reach.collection, text, params);
  return rows[0]?.count ?? 0;
}

/** Returns those of the given words that a row matching the filter contains. `query` is the tsquery of a word. */
export async function listVisibleWords(
  db: Db,
  reach: Reach,
  words: readonly { readonly word: string; readonly query: string }[],
  hiddenLexemes: readonly string[],
  filter: Filter<FilterTarget>,
): Promise<string[]> {
  const params: Params = [words.map(({ word }) => word), words.map(({ query }) => query)];
  const condition = filterToSql(filter, params);
  const matches = matchesQuery('candidate.query', 'candidate.query', hiddenLexemes, params);
  const rows = await run<{ word: string }>(
    db,
    reach.collection,
    `select candidate.word from unnest($1::text[], $2::tsquery[]) as candidate(word, query)
     where exists (select ${fromSql(reach.collection, true, params)} where ${condition} and ${matches})`,
    params,
  );
  return rows.map((row) => row.word);
}

function matchesIn(
  { collection }: Reach,
  query: WordQuery | null,
  filter: Filter<FilterTarget>,
  params: Params,
): string {
  const condition = filterToSql(filter, params);
  if (!query) return `${fromSql(collection, false, params)} where ${condition}`;
  const bound = bind(params, query.query, 'tsquery');
  return `${fromSql(collection, true, params)} where ${condition} and ${matchesQuery(bound, bound, query.hiddenLexemes, params)}`;
}

/**
 * Returns SQL for the `from` clause of a search. During a schema change, a search for words leaves out the rows that
 * have not been migrated, because their vectors may contain words of fields that are hidden now.
 */
const fromSql = (collection: Collection, hasWords: boolean, params: Params): string =>
  hasWords && collection.pending.length > 0
    ? `from (select * from ${collection.table} where shape >= ${collection.shape}) as migrated`
    : `from ${sourceSql(collection, params)}`;

/**
 * Returns the SQL condition that a row matches the tsquery. The first part uses the index. The second part excludes
 * words that occur only in hidden fields (side channel).
 */
function matchesQuery(query: string, repeatedQuery: string, hiddenLexemes: readonly string[], params: Params): string {
  if (hiddenLexemes.length === 0) return `words @@ ${query}`;
  return `words @@ ${query} and ${visibleVectorSql(hiddenLexemes, params)} @@ ${repeatedQuery}`;
}

const visibleVectorSql = (hiddenLexemes: readonly string[], params: Params): string =>
  hiddenLexemes.length === 0 ? 'words' : `ts_delete(words, ${bind(params, hiddenLexemes, 'text[]')})`;

/**
 * Returns SQL for the expressions that rank the rows. The rank ignores the length of an item, because the length
 * includes hidden fields.
 */
function rankSql({ ranks, hiddenLexemes }: WordQuery, params: Params): string {
  const vector = visibleVectorSql(hiddenLexemes, params);
  return ranks.map((query) => `ts_rank(${vector}, ${bind(params, query, 'tsquery')})`).join(' desc, ');
}

export interface UnindexedRow {
  readonly id: string;
  readonly data: string;
  /** Changes with every write of the row. */
  readonly version: string;
}

/** Maximum size of a batch in bytes as stored, compressed. It bounds the memory that a batch needs. */
const BATCH_BYTES = 2_000_000;

/**
 * Returns the next rows without a vector in the order of ids. With `includesIndexed`, it also returns rows that have a
 * vector.
 */
export function listUnindexed(
  db: Db,
  collection: Collection,
  {
    after,
    limit = BATCH_SIZE,
    includesIndexed = false,
  }: { after: string | null; limit?: number; includesIndexed?: boolean },
): Promise<UnindexedRow[]> {
  const params: Params = [limit, BATCH_BYTES];
  const afterId = after === null ? '' : `and id > ${bind(params, after, 'text')}`;
  return run<UnindexedRow>(
    db,
    collection,
    `select id, version, data::text as data from (
       select id, xmin::text as version, data, sum(pg_column_size(data)) over (order by id rows unbounded preceding) - pg_column_size(data) as before
       from (select id, xmin, data from ${collection.table} where ${includesIndexed ? 'true' : 'words is null'} and ${isReshapedSql(collection)} ${afterId} order by id limit $1::int) as next
     ) as batch where before < $2::bigint order by id`,
    params,
  );
}

/** Counts the rows without a vector, up to the bound. */
export async function countUnindexed(db: Db, collection: Collection, bound: number): Promise<number> {
  const text = `select count(*)::int as count from (select from ${collection.table} where words is null and ${isReshapedSql(collection)} limit $1::int) as counted`;
  const rows = await run<{ count: number }>(db, collection, text, [bound]);
  return rows[0]?.count ?? 0;
}

const isReshapedSql = (collection: Collection): string =>
  collection.pending.length > 0 ? `shape >= ${collection.shape}` : 'true';

/** Returns true while a schema change has not migrated all rows. Searches for words cannot find the remaining rows. */
export async function hasRowsToReshape(db: Db, collection: Collection): Promise<boolean> {
  if (collection.pending.length === 0) return false;
  const text = `select from ${collection.table} where not (${isReshapedSql(collection)}) limit 1`;
  return (await run(db, collection, text, [])).length > 0;
}

/** Counts the rows that searches can find, and all rows. */
export async function countIndexed(db: Db, collection: Collection): Promise<{ indexed: number; total: number }> {
  const text = `select count(*) filter (where words is not null and ${isReshapedSql(collection)})::int as indexed,
      count(*)::int as total from ${collection.table}`;
  const rows = await run<{ indexed: number; total: number }>(db, collection, text, []);
  return rows[0] ?? { indexed: 0, total: 0 };
}

/** Counts the rows that the running job has indexed again, and all rows. */
export async function countReindexed(
  db: Db,
  siteId: string,
  { table, tableName }: Collection,
): Promise<{ indexed: number; total: number }> {
  const { rows } = await sql<{ indexed: number; total: number }>`
    select least(total, (
      select sum(success_count) from data_jobs where site_id = ${siteId} and table_name = ${tableName}
        and kind = 'BUILD_WORDS' and finished_at is null
    ))::int as indexed, total from (select count(*)::int as total from ${sql.raw(table)}) as items`.execute(db);
  return { indexed: rows[0]?.indexed ?? 0, total: rows[0]?.total ?? 0 };
}

/**
 * Stores the vectors of rows that have not been written since they were read. Locks rows in the order of ids like every
 * write, to avoid deadlocks.
 */
export async function updateVectors(
  db: Db,
  collection: Collection,
  rows: readonly { readonly id: string; readonly version: string; readonly vector: string }[],
): Promise<void> {
  const params: Params = [rows.map((row) => row.id), rows.map((row) => row.version), rows.map((row) => row.vector)];
  // Every update checks the constraints of a promoted column, even before its backfill, so this update sets the column.
  const { names, values } = promotedColumnsSql(collection, 'item.data', params);
  const columns = names.map((name, i) => `, ${name} = ${values[i]}`).join('');
  await run(
    db,
    collection,
    `with indexed as (select * from unnest($1::text[], $2::text[], $3::tsvector[]) as indexed(id, version, words)),
     locked as (select item.id, indexed.words from ${collection.table} as item join indexed on item.id = indexed.id
       where item.xmin::text = indexed.version order by item.id for update of item)
     update ${collection.table} as item set words = locked.words${columns} from locked where item.id = locked.id`,
    params,
  );
}

/** Makes the unfinished job that indexes the collection due at once. Returns false if there is none. */
export async function hastenIndexingJob(db: Db, siteId: string, tableName: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update data_jobs set next_at = least(next_at, now()) where ${isIndexing(siteId, tableName)}`.execute(db);
  return numAffectedRows !== undefined && numAffectedRows > 0n;
}

/**
 * Postpones the unfinished job that indexes the collection, so that it waits for a pause between writes, but not longer
 * than `maxDelayMs` after its creation. A running job pauses after its current batch, and runs again even if that was
 * its last batch. Returns false if there is no unfinished job.
 */
export async function postponeIndexingJob(
  db: Db,
  siteId: string,
  tableName: string,
  { delayMs, maxDelayMs }: { readonly delayMs: number; readonly maxDelayMs: number },
): Promise<boolean> {
  // Reads the job before updating it, so that the writes of an import do not each update a job that was postponed just
  // before.
  const { rows } = await sql<{ waits: boolean }>`
    select next_at > now() + ${delayMs / 2} * interval '1 millisecond'
        or (coalesce(leased_until < now(), true) and created_at < now() - ${maxDelayMs} * interval '1 millisecond') as waits
      from data_jobs where ${isIndexing(siteId, tableName)} limit 1`.execute(db);
  if (!rows[0]) return false;
  if (rows[0].waits) return true;
  const { numAffectedRows } = await sql`
    update data_jobs set next_at = now() + ${delayMs} * interval '1 millisecond'
      where ${isIndexing(siteId, tableName)}`.execute(db);
  return numAffectedRows !== undefined && numAffectedRows > 0n;
}

const isIndexing = (siteId: string, tableName: string) =>
  sql`site_id = ${siteId} and table_name = ${tableName} and kind = 'BUILD_WORDS' and finished_at is null`;
