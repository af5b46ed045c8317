/** SQL of the search: words of the rows of an item table, and the misspellings under which they are found. */
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { Collection } from '../collections/collection.ts';
import type { Reach } from '../collections/reach.ts';
import { beyondToSql, orderToSql } from '../query/keyset.ts';
import { bind, type Params } from '../query/params.ts';
import type { Plan } from '../query/plan.ts';
import type { Place } from '../query/scope.ts';
import { filterToSql } from '../query/to-sql.ts';
import type { Filter } from '../query/tree.ts';
import { type ItemRow, promoted, run, source, visible } from '../table/statement.ts';

/** Words that rows must hold, as lexemes. */
export interface Wanted {
  /** tsquery that rows match */
  readonly query: string;
  /** tsqueries that rank them, the one that counts most first */
  readonly ranks: readonly string[];
  /** lexemes in fields that the caller may not see */
  readonly gone: readonly string[];
}

/**
 * A page with one row more than asked, where there is one: the best first if it is ranked, and of equals that with the
 * smaller id, else in the order of the plan, backwards for a page that goes backwards.
 */
export function listFound(
  db: Db,
  reach: Reach,
  wanted: Wanted | null,
  plan: Plan,
  ranked: boolean,
): Promise<ItemRow[]> {
  const params: Params = [];
  const found = foundIn(reach, wanted, plan.filter, params);
  const beyond = ranked || plan.start === null ? '' : ` and ${beyondToSql(plan, params)}`;
  const order = ranked && wanted ? `${rank(wanted, params)} desc, id` : orderToSql(plan, params);
  const bounds = `limit ${bind(params, plan.limit + 1, 'int')} offset ${bind(params, plan.offset, 'int')}`;
  const printed = visible(reach.hidden, params);
  return run<ItemRow>(
    db,
    reach.collection,
    `select id, ${printed} as data from (select id, data ${found}${beyond} order by ${order} ${bounds}) as page`,
    params,
  );
}

/** How many match, counted up to the bound. */
export async function countFound(
  db: Db,
  reach: Reach,
  wanted: Wanted | null,
  filter: Filter<Place>,
  bound: number,
): Promise<number> {
  const params: Params = [];
  const found = foundIn(reach, wanted, filter, params);
  const text = `select count(*)::int as count from (select ${found} limit ${bind(params, bound, 'int')}) as counted`;
  const rows = await run<{ count: number }>(db, reach.collection, text, params);
  return rows[0]?.count ?? 0;
}

/** Of these words, each with its tsquery, the ones that stand somewhere in a row that the filter lets through. */
export async function listPresent(
  db: Db,
  reach: Reach,
  words: readonly { readonly word: string; readonly query: string }[],
  gone: readonly string[],
  filter: Filter<Place>,
): Promise<string[]> {
  const params: Params = [words.map(({ word }) => word), words.map(({ query }) => query)];
  const condition = filterToSql(filter, params);
  const holds = holding('near.query', 'near.query', gone, params);
  const rows = await run<{ word: string }>(
    db,
    reach.collection,
    `select near.word from unnest($1::text[], $2::tsquery[]) as near(word, query)
     where exists (select ${from(reach.collection, true)} where ${condition} and ${holds})`,
    params,
  );
  return rows.map((row) => row.word);
}

function foundIn({ collection }: Reach, wanted: Wanted | null, filter: Filter<Place>, params: Params): string {
  const condition = filterToSql(filter, params);
  if (!wanted) return `${from(collection, false)} where ${condition}`;
  const query = bind(params, wanted.query, 'tsquery');
  return `${from(collection, true)} where ${condition} and ${holding(query, query, wanted.gone, params)}`;
}

/**
 * Rows that a schema change has not reached yet are known by words that may stand in other fields now, even hidden
 * ones: they are not found by words until it has.
 */
const from = (collection: Collection, byWords: boolean): string =>
  byWords && collection.pending.length > 0
    ? `from (select * from ${collection.table} where shape >= ${collection.shape}) as reached`
    : `from ${source(collection)}`;

/** The index serves the first condition; the second leaves out what stands in hidden fields alone (side channel). */
function holding(query: string, again: string, gone: readonly string[], params: Params): string {
  return gone.length === 0 ? `words @@ ${query}` : `words @@ ${query} and ${seen(gone, params)} @@ ${again}`;
}

const seen = (gone: readonly string[], params: Params): string =>
  gone.length === 0 ? 'words' : `ts_delete(words, ${bind(params, gone, 'text[]')})`;

/** No normalisation by length: the length of an item counts hidden fields too. */
function rank(wanted: Wanted, params: Params): string {
  const words = seen(wanted.gone, params);
  return wanted.ranks.map((query) => `ts_rank(${words}, ${bind(params, query, 'tsquery')})`).join(' desc, ');
}

export interface UncutRow {
  readonly id: string;
  readonly data: string;
  /** changes with every write of the row */
  readonly version: string;
}

/** bytes as stored, compressed: what one batch may take of memory */
const BATCH_BYTES = 2_000_000;

/** The next rows whose words are to be cut: those without any, or all. In the order of ids, after one. */
export function listUncut(
  db: Db,
  collection: Collection,
  { after, limit, anew = false }: { after: string | null; limit: number; anew?: boolean },
): Promise<UncutRow[]> {
  const params: Params = [limit, BATCH_BYTES];
  const next = after === null ? '' : `and id > ${bind(params, after, 'text')}`;
  return run<UncutRow>(
    db,
    collection,
    `select id, version, data::text as data from (
       select id, xmin::text as version, data, sum(pg_column_size(data)) over (order by id rows unbounded preceding) - pg_column_size(data) as before
       from (select id, xmin, data from ${collection.table} where ${anew ? 'true' : 'words is null'} and ${isReached(collection)} ${next} order by id limit $1::int) as following
     ) as batch where before < $2::bigint order by id`,
    params,
  );
}

/** How many rows have no words yet, counted up to the bound. */
export async function countUncut(db: Db, collection: Collection, bound: number): Promise<number> {
  const text = `select count(*)::int as count from (select from ${collection.table} where words is null and ${isReached(collection)} limit $1::int) as counted`;
  const rows = await run<{ count: number }>(db, collection, text, [bound]);
  return rows[0]?.count ?? 0;
}

const isReached = (collection: Collection): string =>
  collection.pending.length > 0 ? `shape >= ${collection.shape}` : 'true';

/** True while a schema change has rows to reach, whose words may stand in other fields than the rows show. */
export async function hasUnreached(db: Db, collection: Collection): Promise<boolean> {
  if (collection.pending.length === 0) return false;
  const text = `select from ${collection.table} where not (${isReached(collection)}) limit 1`;
  return (await run(db, collection, text, [])).length > 0;
}

/** How many rows searches would find, and how many there are. */
export async function countIndexed(db: Db, collection: Collection): Promise<{ indexed: number; total: number }> {
  const text = `select count(*) filter (where words is not null and ${isReached(collection)})::int as indexed,
      count(*)::int as total from ${collection.table}`;
  const rows = await run<{ indexed: number; total: number }>(db, collection, text, []);
  return rows[0] ?? { indexed: 0, total: 0 };
}

/** Keeps the words of rows that nobody has written meanwhile. Held in the order of ids, as every write does. */
export async function updateWords(
  db: Db,
  collection: Collection,
  rows: readonly { readonly id: string; readonly version: string; readonly words: string }[],
): Promise<void> {
  const params: Params = [rows.map((row) => row.id), rows.map((row) => row.version), rows.map((row) => row.words)];
  // A promoted column that is being filled is checked with every write, this one too.
  const { names, values } = promoted(collection, 'item.data', params);
  const columns = names.map((name, i) => `, ${name} = ${values[i]}`).join('');
  await run(
    db,
    collection,
    `with cut as (select * from unnest($1::text[], $2::text[], $3::tsvector[]) as cut(id, version, words)),
     held as (select item.id, cut.words from ${collection.table} as item join cut on item.id = cut.id
       where item.xmin::text = cut.version order by item.id for update of item)
     update ${collection.table} as item set words = held.words${columns} from held where item.id = held.id`,
    params,
  );
}

/** Words of the collection that are kept under one of the spellings; some may stand in no item any more. */
export async function listWordsNear(
  db: Db,
  collection: Collection,
  spellings: readonly string[],
  limit: number,
): Promise<string[]> {
  const text = `select distinct word from ${collection.schema}.search_words where table_name = $1 and variant = any($2::text[]) limit $3::int`;
  const rows = await run<{ word: string }>(db, collection, text, [collection.tableName, spellings, limit]);
  return rows.map((row) => row.word);
}

/** Which of the words are not kept yet. All spellings of a word come in one statement, so that one of them tells. */
export async function listUnknownWords(
  db: Db,
  collection: Collection,
  words: readonly { readonly spelling: string; readonly word: string }[],
): Promise<string[]> {
  const rows = await run<{ word: string }>(
    db,
    collection,
    `select word from unnest($2::text[], $3::text[]) as found(spelling, word) where not exists (
       select from ${collection.schema}.search_words as kept
       where kept.table_name = $1 and kept.variant = found.spelling and kept.word = found.word)`,
    [collection.tableName, words.map(({ spelling }) => spelling), words.map(({ word }) => word)],
  );
  return rows.map((row) => row.word);
}

/** In one order, so that two who keep the same words never wait for each other in a circle. */
export async function insertWords(
  db: Db,
  collection: Collection,
  pairs: readonly { readonly spelling: string; readonly word: string }[],
): Promise<void> {
  await run(
    db,
    collection,
    `insert into ${collection.schema}.search_words (table_name, variant, word)
     select $1, spelling, word from unnest($2::text[], $3::text[]) as kept(spelling, word)
     order by spelling collate "C", word collate "C" on conflict do nothing`,
    [collection.tableName, pairs.map((pair) => pair.spelling), pairs.map((pair) => pair.word)],
  );
}

/** Forgets every word of the collection: when it is emptied, and when it is gone for good. */
export async function deleteWords(db: Db, collection: Pick<Collection, 'schema' | 'tableName'>): Promise<void> {
  await sql`delete from ${sql.raw(collection.schema)}.search_words where table_name = ${collection.tableName}`.execute(
    db,
  );
}

/** True while somebody is at the words of the collection. */
export async function isBuilding(db: Db, siteId: string, tableName: string): Promise<boolean> {
  const { rows } = await sql`
    select from data_jobs where site_id = ${siteId} and table_name = ${tableName} and kind = 'BUILD_WORDS'
      and finished_at is null limit 1`.execute(db);
  return rows.length > 0;
}
