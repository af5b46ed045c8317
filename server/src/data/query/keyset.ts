/**
 * Keyset paging: the rows beyond a position in the order of a query, and the position of a row. However far one pages,
 * the index begins at the position instead of counting up to it.
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

type Ordered = Pick<Plan, 'sort' | 'seed' | 'start' | 'backwards'>;

/** `order by` without the keyword, the other way round for a page that goes backwards. */
export function orderToSql({ sort, seed, backwards }: Ordered, params: Params): string {
  const reversed = backwards ? sort.map(reverseOrder) : sort;
  const shuffled = seed === null ? '' : `${hashOf(seed, 'id', params)} ${backwards ? 'desc' : 'asc'}, `;
  return `${shuffled}${sortToSql(reversed, params)}`;
}

/** True of the rows beyond the page's start, in the direction of the page. */
export const afterStartSql = (ordered: Ordered, params: Params): string => either(afterStartParts(ordered, params));

/**
 * The rows beyond the page's start in parts, each a condition and all before the next: an index begins at one place of
 * it, and what is null stands apart from the values.
 */
export function afterStartParts({ sort, seed, start, backwards }: Ordered, params: Params): readonly string[] {
  if (start === null) return ['true'];
  const steps = sort
    .map(
      ({ path, order }, i): Step => ({ ref: path, order: backwards ? OTHER[order] : order, value: start[i] ?? null }),
    )
    .filter(({ ref }) => !('missing' in ref));
  if (seed === null) return isOneRow(steps) ? [rowAfter(steps, params)] : stepsAfter(steps, params);
  const id = bind(params, start[0], 'text');
  return [`(${hashOf(seed, 'id', params)}, id) ${backwards ? '<' : '>'} (${hashOf(seed, id, params)}, ${id})`];
}

const either = (parts: readonly string[]): string =>
  parts.length === 1 ? (parts[0] as string) : `(${parts.join(' or ')})`;

/** characters of a text that a cursor carries */
const MAX_TEXT_LENGTH = 2_000;

/**
 * Where an item is in the order; null where that is too long to be carried. `valueAtPath` gives its value at a path, which is
 * the nth of the order. What is hidden from the caller is no part of the order, nor of the position.
 */
export function positionOf(
  { sort, order }: Pick<Plan, 'sort' | 'order'>,
  valueAtPath: (path: Path, n: number) => Json,
): Position | null {
  const values = sort.map(({ path }, n) => ('missing' in path ? null : keyOf(valueAtPath(order[n]?.path as Path, n))));
  return values.some((value) => typeof value === 'string' && value.length > MAX_TEXT_LENGTH) ? null : values;
}

/** As much of a value as the order looks at: objects are all alike, and so are arrays. */
function keyOf(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return [];
  return isDate(value) ? { $date: value.$date } : {};
}

const OTHER: Readonly<Record<SortOrder, SortOrder>> = { ASC: 'DESC', DESC: 'ASC' };
const reverseOrder = ({ path, order }: SortField<FieldRef>): SortField<FieldRef> => ({ path, order: OTHER[order] });

const hashOf = (seed: number, id: string, params: Params): string =>
  `md5(${bind(params, String(seed), 'text')} || ' ' || ${id}) collate "C"`;

/** One field of the order, and where the start has it. */
interface Step {
  readonly ref: FieldRef;
  readonly order: SortOrder;
  readonly value: Json;
}

/** Columns of the system in one direction: compared as a row, which their index serves from there on. */
const isOneRow = (steps: readonly Step[]): steps is readonly (Step & { ref: ColumnRef })[] =>
  steps.every(({ ref, order }) => 'column' in ref && !ref.promoted && order === steps[0]?.order);

function rowAfter(steps: readonly (Step & { ref: ColumnRef })[], params: Params): string {
  const columns = steps.map(({ ref }) => ref.column);
  const values = steps.map(({ ref, value }) => bind(params, columnValue(value, ref.type), SQL_TYPES[ref.type]));
  return `(${columns.join(', ')}) ${steps[0]?.order === 'ASC' ? '>' : '<'} (${values.join(', ')})`;
}

/** The first field is beyond; or it is the same, and the rest is. */
function stepsAfter([step, ...rest]: readonly Step[], params: Params): readonly string[] {
  if (!step) return ['false'];
  const { after, same, bound, apart } = stepToSql(step, params);
  const last = apart === undefined ? [] : [apart];
  if (rest.length === 0) return [after, ...last];
  const following = `(${after} or (${same} and ${either(stepsAfter(rest, params))}))`;
  return [bound ? `(${bound} and ${following})` : following, ...last];
}

interface StepSql {
  readonly after: string;
  readonly same: string;
  /** implied by the others, and said for the index */
  readonly bound?: string;
  /** beyond too, after all the others */
  readonly apart?: string;
}

function stepToSql({ ref, order, value }: Step, params: Params): StepSql {
  if ('column' in ref && ref.type !== 'list') return columnStep(ref, order, value, params);
  const path = 'path' in ref ? ref.path : ((ref as ColumnRef).promoted as Path);
  return keyStep(sortKeys(path, params), order, value, params);
}

const RANKS: Readonly<Record<ColumnType, number>> = { number: 1, text: 2, list: 4, boolean: 5, date: 6, moment: 6 };

function columnStep({ column, type, promoted }: ColumnRef, order: SortOrder, value: Json, params: Params): StepSql {
  const isUp = order === 'ASC';
  if (value === null) {
    const [after, same] = ['false', `${column} is null`];
    return isUp ? { after, same, apart: `${column} is not null` } : { after, same };
  }
  const known = columnValue(value, type);
  // The column was made since: by their types all its values are beyond the start, or none is.
  if (known === undefined) {
    const isHigher = RANKS[type] > rank(value);
    if (isUp) return { after: isHigher ? `${column} is not null` : 'false', same: 'false' };
    return { after: isHigher ? `${column} is null` : 'true', same: 'false' };
  }
  const operand = bind(params, known, SQL_TYPES[type]);
  const same = `${column} = ${operand}`;
  if (isUp) return { after: `${column} > ${operand}`, same, bound: `${column} >= ${operand}` };
  const down = { after: `${column} < ${operand}`, same, bound: `${column} <= ${operand}` };
  return promoted ? { ...down, apart: `${column} is null` } : down;
}

/** By type, number and text, as keysOfValue has them. */
function keyStep(
  [type, number, text]: readonly [string, string, string],
  order: SortOrder,
  value: Json,
  params: Params,
): StepSql {
  const compare = COMPARE[order];
  const of = rank(value);
  const typeRank = bind(params, of, 'int');
  const following = `(${type}) ${compare} ${typeRank}`;
  const sameType = `(${type}) = ${typeRank}`;
  if (!HAS_ORDER.has(of)) return { after: following, same: sameType };
  const key = of === 1 ? `(${number})` : text;
  const operand = of === 1 ? bind(params, value, 'numeric') : bind(params, textOf(value), 'text');
  return {
    after: `(${following} or (${sameType} and ${key} ${compare} ${operand}))`,
    same: `(${sameType} and ${key} = ${operand})`,
  };
}

const COMPARE: Readonly<Record<SortOrder, string>> = { ASC: '>', DESC: '<' };
/** Ranks of numbers, texts, booleans and dates. */
const HAS_ORDER: ReadonlySet<number> = new Set([1, 2, 5, 6]);

const textOf = (value: Json): string => (isDate(value) ? value.$date : String(value));

/** True of the values beyond this one, `found` being SQL; objects and arrays are told apart by their text. */
export function afterValueSql(found: string, order: SortOrder, value: Json, params: Params): string {
  const { after, same } = keyStep(keysOfValue(found), order, value, params);
  if (HAS_ORDER.has(rank(value))) return after;
  const text = `${bind(params, JSON.stringify(value), 'jsonb')}::text`;
  return `(${after} or (${same} and ${found}::text collate "C" ${COMPARE[order]} ${text}))`;
}

/** True of the values of a column beyond the start, which is one of them; null is none. */
export const afterColumnSql = (ref: ColumnRef, order: SortOrder, start: Position | null, params: Params): string =>
  start === null ? 'true' : columnStep(ref, order, start[0] ?? null, params).after;
