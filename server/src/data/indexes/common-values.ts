/**
 * How common the values of promoted columns are, as PostgreSQL's statistics have it: what tells, before anything is
 * planned, that rows with a value stand so close in the order of a page that walking its index finds them at once.
 */
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { Collection } from '../collections/collection.ts';
import { columnValue } from '../query/column-condition.ts';
import type { Plan } from '../query/plan.ts';
import type { FilterTarget } from '../query/scope.ts';
import type { Filter } from '../query/tree.ts';
import { providesOrder } from './provides-order.ts';

/** How the values of one column are spread. */
export interface Distribution {
  /** share of the rows that a value has on average: what a plan for all values goes by */
  readonly average: number;
  /** share of the rows with each of the most common values, by its text */
  readonly shares: ReadonlyMap<string, number>;
}

export interface Statistics {
  readonly rows: number;
  readonly columns: ReadonlyMap<string, Distribution>;
}

const FRESH_MS = 300_000;
/** smaller shares are never common enough, so that a column has a hundred values at most */
const MIN_SHARE = 0.01;
/** the other way, finding all matches and sorting them, must look at so many times as many rows */
const MARGIN = 2;
/** beyond it, a value is too far from the average for one plan to be right for both */
const MAX_RATIO = 4;

const EVERY_ROW: Filter<FilterTarget> = { kind: 'and', parts: [] };

/**
 * True where the matches are so common that walking an index which gives the order is the best plan for the values that
 * are sent, and also the one that PostgreSQL makes for all values. The filter must be equalities alone.
 */
export function areMatchesCommon(
  collection: Pick<Collection, 'layout'>,
  plan: Plan,
  { rows, columns }: Statistics,
): boolean {
  const values = plan.seed === null ? equalValues(plan.filter) : null;
  if (!values || !providesOrder(collection, { ...plan, filter: EVERY_ROW })) return false;
  let [share, average] = [1, 1];
  for (const [column, value] of values) {
    const spread = columns.get(column);
    share *= spread?.shares.get(value) ?? 0;
    average *= spread?.average ?? 0;
  }
  const smaller = Math.min(share, average);
  // The walk passes limit / share rows; the other way has share * rows to sort.
  return smaller * smaller * rows > MARGIN * (plan.limit + 1) && Math.max(share, average) <= MAX_RATIO * smaller;
}

/** The columns that have one value each in every match, with its text; null where the filter says anything else. */
function equalValues(filter: Filter<FilterTarget>): readonly (readonly [string, string])[] | null {
  if (filter.kind === 'and') {
    const parts = filter.parts.map(equalValues);
    return parts.some((part) => part === null) ? null : parts.flatMap((part) => part ?? []);
  }
  if (filter.kind !== 'equals' || filter.values.length !== 1 || !('column' in filter.path)) return null;
  const { column, type } = filter.path;
  const value = columnValue(filter.values[0] ?? null, type);
  // As PostgreSQL prints it.
  return value === undefined ? null : [[column, type === 'boolean' ? (value ? 't' : 'f') : String(value)]];
}

const statisticsCache = new WeakMap<Collection, { statistics: Statistics | null; at: number }>();

/** What is known at once; null at first. What is old is asked for again beside the call, and nobody waits for it. */
export function statisticsOf(db: Db, collection: Collection): Statistics | null {
  const known = statisticsCache.get(collection);
  const now = performance.now();
  if (known && now - known.at < FRESH_MS) return known.statistics;
  const entry = { statistics: known?.statistics ?? null, at: now };
  statisticsCache.set(collection, entry);
  readStatistics(db, collection).then(
    (statistics) => {
      entry.statistics = statistics;
    },
    () => {
      entry.statistics = null;
    },
  );
  return entry.statistics;
}

/** From the statistics of the last ANALYZE. */
export async function readStatistics(db: Db, { table, layout }: Collection): Promise<Statistics> {
  const names = layout.columns
    .filter(({ state, kind }) => state === 'READY' && kind !== 'list')
    .map(({ name }) => name);
  const { rows } = await sql<StoredStatistics>`
    select c.reltuples::float8 as rows, s.attname as name, s.null_frac::float8 as nulls, s.n_distinct::float8 as "distinct",
           s.most_common_vals::text::text[] as values, s.most_common_freqs::float8[] as shares
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_stats s on s.schemaname = n.nspname and s.tablename = c.relname
     where c.oid = to_regclass(${table}) and s.attname = any(${['owner', ...names]}::text[])`.execute(db);
  return {
    rows: rows[0]?.rows ?? 0,
    columns: new Map(rows.map((row) => [row.name, distributionOf(row)])),
  };
}

interface StoredStatistics {
  readonly rows: number;
  readonly name: string;
  readonly nulls: number;
  /** below zero: as a share of the rows */
  readonly distinct: number;
  readonly values: readonly string[] | null;
  readonly shares: readonly number[] | null;
}

function distributionOf({ rows, nulls, distinct, values, shares }: StoredStatistics): Distribution {
  const different = distinct < 0 ? -distinct * rows : distinct;
  const common = (values ?? []).flatMap((value, n): [string, number][] => {
    const share = shares?.[n] ?? 0;
    return share < MIN_SHARE ? [] : [[value, share]];
  });
  return {
    average: different > 0 ? Math.min((1 - nulls) / different, shares?.[0] ?? 1) : 0,
    shares: new Map(common),
  };
}
