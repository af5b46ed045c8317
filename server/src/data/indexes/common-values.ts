/**
 * Estimates from PostgreSQL's statistics how common the values of promoted columns are. If matches are common, an
 * ordered index scan soon finds enough of them for a page.
 */
import type { Db } from '../../db/index.ts';
import { type ColumnStatistics, readTableStatistics } from '../../db/table-statistics.ts';
import type { Collection } from '../collections/collection.ts';
import { columnValue } from '../query/column-condition.ts';
import type { Plan } from '../query/plan.ts';
import type { FilterTarget } from '../query/scope.ts';
import type { Filter } from '../query/tree.ts';
import { providesOrder } from './provides-order.ts';

/** The distribution of the values of one column. */
export interface Distribution {
  /** Average share of the rows that have the same value. PostgreSQL bases generic plans on it. */
  readonly average: number;
  /** Maps each of the most common values, as text, to its share of the rows. */
  readonly shares: ReadonlyMap<string, number>;
}

export interface Statistics {
  readonly rows: number;
  readonly columns: ReadonlyMap<string, Distribution>;
}

const FRESH_MS = 300_000;
/** Values with a smaller share are never treated as common, so at most a hundred values per column are stored. */
const MIN_SHARE = 0.01;
/**
 * The ordered scan is chosen only if the alternative, which finds and sorts all matches, reads more than MARGIN times
 * as many rows.
 */
const MARGIN = 2;
/**
 * Maximum ratio between the share of a value and the average share. Beyond it, no single plan suits both this value and
 * the average value.
 */
const MAX_RATIO = 4;

const EVERY_ROW: Filter<FilterTarget> = { kind: 'and', parts: [] };

/**
 * Returns true if matches are so common that an ordered index scan is the best plan, both for the given values and for
 * the average values that a generic plan assumes. The filter may contain only equalities.
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
    const distribution = columns.get(column);
    share *= distribution?.shares.get(value) ?? 0;
    average *= distribution?.average ?? 0;
  }
  const smaller = Math.min(share, average);
  // An ordered scan reads limit / share rows. The alternative plan sorts share * rows.
  return smaller * smaller * rows > MARGIN * (plan.limit + 1) && Math.max(share, average) <= MAX_RATIO * smaller;
}

/**
 * Returns each column that the filter requires to equal one value, with the text of that value. Returns null if the
 * filter contains other conditions.
 */
function equalValues(filter: Filter<FilterTarget>): readonly (readonly [string, string])[] | null {
  if (filter.kind === 'and') {
    const parts = filter.parts.map(equalValues);
    return parts.some((part) => part === null) ? null : parts.flatMap((part) => part ?? []);
  }
  if (filter.kind !== 'equals' || filter.values.length !== 1 || !('column' in filter.path)) return null;
  const { column, type } = filter.path;
  const value = columnValue(filter.values[0] ?? null, type);
  // PostgreSQL's statistics contain the value in the same text form.
  return value === undefined ? null : [[column, type === 'boolean' ? (value ? 't' : 'f') : String(value)]];
}

const statisticsCache = new WeakMap<Collection, { statistics: Statistics | null; at: number }>();

/**
 * Returns the cached statistics without waiting, or null before they are loaded. Stale statistics are reloaded in the
 * background.
 */
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

/** Reads the statistics of the last ANALYZE. */
export async function readStatistics(db: Db, { table, layout }: Collection): Promise<Statistics> {
  const names = layout.columns
    .filter(({ state, kind }) => state === 'READY' && kind !== 'list')
    .map(({ name }) => name);
  const { rows, columns } = await readTableStatistics(db, table, ['owner', ...names]);
  return { rows, columns: new Map(columns.map((column) => [column.name, distributionOf(column, rows)])) };
}

function distributionOf({ nulls, distinct, values, shares }: ColumnStatistics, rows: number): Distribution {
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
