/**
 * Keyset paging: compiles the condition that selects the rows after a position, and computes the position of a row. An
 * index scan starts at the position, so a late page costs no more than the first.
 */
import type { SortOrder } from '@portico/domain';
import { columnValue, SQL_TYPES } from './column-condition.ts';
import { rank } from './evaluate.ts';
import type { Position } from './page.ts';
import { bind, type Params } from './params.ts';
import type { Plan } from './plan.ts';
import type { ColumnRef, ColumnType, FieldRef } from './scope.ts';
import { sortToSql } from './to-sql.ts';
import { isDate, type Json, type Path, type SortField } from './tree.ts';
import { keysOfValue, sortKeys } from './value-at.ts';

type OrderedPlan = Pick<Plan, 'sort' | 'seed' | 'start' | 'backwards'>;

/** Returns SQL for the `order by` list, reversed for a page that goes backwards. */
export function orderToSql({ sort, seed, backwards }: OrderedPlan, params: Params): string {
  const effectiveSort = backwards ? sort.map(reverseOrder) : sort;
  const shuffled = seed === null ? '' : `${hashOf(seed, 'id', params)} ${backwards ? 'desc' : 'asc'}, `;
  return `${shuffled}${sortToSql(effectiveSort, params)}`;
}

/** Returns the SQL condition for the rows after the page's start, in the direction of the page. */
export const afterStartSql = (ordered: OrderedPlan, params: Params): string =>
  joinWithOr(afterStartParts(ordered, params));

/**
 * Returns the SQL condition for the rows after the page's start as consecutive parts. Each part is one index range: the
 * nulls are one range and the values are another.
 */
export function afterStartParts({ sort, seed, start, backwards }: OrderedPlan, params: Params): readonly string[] {
  if (start === null) return ['true'];
  const steps = sort
    .map(
      ({ path, order }, i): Step => ({
        ref: path,
        order: backwards ? REVERSED[order] : order,
        value: start[i] ?? null,
      }),
    )
    .filter(({ ref }) => !('missing' in ref));
  if (seed === null) return areComparableAsRow(steps) ? [rowComparisonSql(steps, params)] : stepsAfter(steps, params);
  const id = bind(params, start[0], 'text');
  return [`(${hashOf(seed, 'id', params)}, id) ${backwards ? '<' : '>'} (${hashOf(seed, id, params)}, ${id})`];
}

const joinWithOr = (parts: readonly string[]): string =>
  parts.length === 1 ? (parts[0] as string) : `(${parts.join(' or ')})`;

/** Maximum length in characters of a text in a cursor. */
const MAX_TEXT_LENGTH = 2_000;

/**
 * Returns the position of an item in the order, or null if it is too long for a cursor. Hidden fields are not part of
 * the order, so a position never contains them.
 * @param valueAtPath returns the item's value for the nth sort field, which has this path
 */
export function positionOf(
  { sort, order }: Pick<Plan, 'sort' | 'order'>,
  valueAtPath: (path: Path, n: number) => Json,
): Position | null {
  const values = sort.map(({ path }, n) => ('missing' in path ? null : keyOf(valueAtPath(order[n]?.path as Path, n))));
  return values.some((value) => typeof value === 'string' && value.length > MAX_TEXT_LENGTH) ? null : values;
}

/** Reduces a value to the part that the order depends on. All objects are equal in the order, and so are all arrays. */
function keyOf(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return [];
  return isDate(value) ? { $date: value.$date } : {};
}

const REVERSED: Readonly<Record<SortOrder, SortOrder>> = { ASC: 'DESC', DESC: 'ASC' };
const reverseOrder = ({ path, order }: SortField<FieldRef>): SortField<FieldRef> => ({ path, order: REVERSED[order] });

const hashOf = (seed: number, id: string, params: Params): string =>
  `md5(${bind(params, String(seed), 'text')} || ' ' || ${id}) collate "C"`;

/** One sort field with its value at the start of the page. */
interface Step {
  readonly ref: FieldRef;
  readonly order: SortOrder;
  readonly value: Json;
}

/**
 * Returns true if all fields are in columns that every item table has (not in promoted ones) and are sorted in one
 * direction. The columns are then compared as a row, which their index supports.
 */
const areComparableAsRow = (steps: readonly Step[]): steps is readonly (Step & { ref: ColumnRef })[] =>
  steps.every(({ ref, order }) => 'column' in ref && !ref.promoted && order === steps[0]?.order);

function rowComparisonSql(steps: readonly (Step & { ref: ColumnRef })[], params: Params): string {
  const columns = steps.map(({ ref }) => ref.column);
  const values = steps.map(({ ref, value }) => bind(params, columnValue(value, ref.type), SQL_TYPES[ref.type]));
  return `(${columns.join(', ')}) ${steps[0]?.order === 'ASC' ? '>' : '<'} (${values.join(', ')})`;
}

/**
 * Returns the SQL conditions for the rows after the start: the first field is after the start, or it is equal and the
 * remaining fields are after the start.
 */
function stepsAfter([step, ...rest]: readonly Step[], params: Params): readonly string[] {
  if (!step) return ['false'];
  const { after, same, bound, lastRange } = stepToSql(step, params);
  const last = lastRange === undefined ? [] : [lastRange];
  if (rest.length === 0) return [after, ...last];
  const rowsAfter = `(${after} or (${same} and ${joinWithOr(stepsAfter(rest, params))}))`;
  return [bound ? `(${bound} and ${rowsAfter})` : rowsAfter, ...last];
}

interface StepSql {
  readonly after: string;
  readonly same: string;
  /** A redundant condition that lets the planner use the index. */
  readonly bound?: string;
  /** A separate range that follows all others: the nulls, or the values after the nulls. */
  readonly lastRange?: string;
}

function stepToSql({ ref, order, value }: Step, params: Params): StepSql {
  if ('column' in ref && ref.type !== 'list') return columnStepSql(ref, order, value, params);
  const path = 'path' in ref ? ref.path : ((ref as ColumnRef).promoted as Path);
  return keyStepSql(sortKeys(path, params), order, value, params);
}

const RANKS: Readonly<Record<ColumnType, number>> = { number: 1, text: 2, list: 4, boolean: 5, date: 6, moment: 6 };

function columnStepSql({ column, type, promoted }: ColumnRef, order: SortOrder, value: Json, params: Params): StepSql {
  const isAscending = order === 'ASC';
  if (value === null) {
    const [after, same] = ['false', `${column} is null`];
    return isAscending ? { after, same, lastRange: `${column} is not null` } : { after, same };
  }
  const startValue = columnValue(value, type);
  // The cursor was issued before the column existed and contains a value of another type. In the sort order, all values
  // of the column are either before or after that value.
  if (startValue === undefined) {
    const isHigher = RANKS[type] > rank(value);
    if (isAscending) return { after: isHigher ? `${column} is not null` : 'false', same: 'false' };
    return { after: isHigher ? `${column} is null` : 'true', same: 'false' };
  }
  const operand = bind(params, startValue, SQL_TYPES[type]);
  const same = `${column} = ${operand}`;
  if (isAscending) return { after: `${column} > ${operand}`, same, bound: `${column} >= ${operand}` };
  const descendingStep = { after: `${column} < ${operand}`, same, bound: `${column} <= ${operand}` };
  return promoted ? { ...descendingStep, lastRange: `${column} is null` } : descendingStep;
}

/** Returns SQL that compares by type, number and text, the three sort keys that keysOfValue returns. */
function keyStepSql(
  [type, number, text]: readonly [string, string, string],
  order: SortOrder,
  value: Json,
  params: Params,
): StepSql {
  const compare = COMPARE[order];
  const valueRank = rank(value);
  const typeRank = bind(params, valueRank, 'int');
  const typesAfter = `(${type}) ${compare} ${typeRank}`;
  const sameType = `(${type}) = ${typeRank}`;
  if (!HAS_ORDER.has(valueRank)) return { after: typesAfter, same: sameType };
  const key = valueRank === 1 ? `(${number})` : text;
  const operand = valueRank === 1 ? bind(params, value, 'numeric') : bind(params, textOf(value), 'text');
  return {
    after: `(${typesAfter} or (${sameType} and ${key} ${compare} ${operand}))`,
    same: `(${sameType} and ${key} = ${operand})`,
  };
}

const COMPARE: Readonly<Record<SortOrder, string>> = { ASC: '>', DESC: '<' };
/** Ranks of the types whose values have an order: numbers, texts, booleans and dates. */
const HAS_ORDER: ReadonlySet<number> = new Set([1, 2, 5, 6]);

const textOf = (value: Json): string => (isDate(value) ? value.$date : String(value));

/**
 * Returns the SQL condition that the value of the expression `found` sorts after `value`. Objects and arrays are
 * compared by their text.
 */
export function afterValueSql(found: string, order: SortOrder, value: Json, params: Params): string {
  const { after, same } = keyStepSql(keysOfValue(found), order, value, params);
  if (HAS_ORDER.has(rank(value))) return after;
  const text = `${bind(params, JSON.stringify(value), 'jsonb')}::text`;
  return `(${after} or (${same} and ${found}::text collate "C" ${COMPARE[order]} ${text}))`;
}

/**
 * Returns the SQL condition that the value of a column is after the start, which is a value of the same column. Null is
 * not a value.
 */
export const afterColumnSql = (ref: ColumnRef, order: SortOrder, start: Position | null, params: Params): string =>
  start === null ? 'true' : columnStepSql(ref, order, start[0] ?? null, params).after;
