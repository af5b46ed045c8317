/** The reference implementation of pipelines over plain objects. Property tests compare the SQL with it. */

import { ORDERING_KEYS } from '../aggregate/limits.ts';
import { isId } from '../aggregate/parse-pipeline.ts';
import {
  type Accumulator,
  findDocumentStageIndex,
  type GroupStage,
  type Projection,
  pathsOf,
  type Stage,
} from '../aggregate/tree.ts';
import { compareItems, matches, matchesDocument } from '../query/evaluate.ts';
import { compareText } from '../query/text.ts';
import { isDate, isRecord, type Json, type Path } from '../query/tree.ts';
import { add, decimal } from './decimals.ts';
import { evaluateExpression, fieldValue, quotient, toCanonicalText, total } from './evaluate-expression.ts';

type Row = { readonly [key: string]: Json };

/**
 * Returns the result of the stages.
 * @param items the items, newest first
 * @param dates keys of the DATETIME fields
 */
export function evaluate(items: readonly Json[], stages: readonly Stage[], dates: readonly string[] = []): Json[] {
  const documentStageIndex = findDocumentStageIndex(stages);
  return stages.reduce<Row[]>(
    (rows, stage, i) =>
      i < documentStageIndex && stage.kind === 'filter'
        ? rows.filter((row) => matches(row, stage.filter, dates))
        : applyStage(rows, stage),
    items as Row[],
  );
}

function applyStage(rows: Row[], stage: Stage): Row[] {
  switch (stage.kind) {
    case 'filter':
      return rows.filter((row) => matchesDocument(row, stage.filter));
    case 'sort':
      return rows.toSorted((a, b) => compareItems(a, b, stage.sort));
    case 'limit':
      return rows.slice(0, stage.count);
    case 'skip':
      return rows.slice(stage.count);
    case 'project':
      return rows.map((row) => project(row, stage.fields, true));
    case 'objectToArray':
      return rows.map((row) => ({ ...row, [stage.name]: pairsOf(fieldValue(row, stage.path)) }));
    case 'unwind':
      return rows.flatMap((row) => unwind(row, stage.path));
    case 'group':
      return group(rows, stage);
  }
}

function project(row: Row, fields: readonly Projection[], includesId: boolean): Row {
  const computed = fields.filter((field) => 'name' in field);
  const included = pathsOf(fields, 'include');
  const excluded = pathsOf(fields, 'exclude');
  const isInclusive = included.length + computed.length > 0;
  const includedPaths = isInclusive && includesId && !included.some(isId) ? [...included, ['_id']] : included;
  const base = isInclusive ? pick(row, includedPaths) : row;
  const left = excluded.reduce<Json>(omit, base) as Row;
  const values = computed.flatMap((field): [string, Json][] => {
    const value =
      field.kind === 'reshape' ? evaluateExpression(row, field.expression) : project(row, field.fields, false);
    return value === undefined ? [] : [[field.name, value]];
  });
  return { ...left, ...Object.fromEntries(values) };
}

/**
 * Returns the value with only the parts that the dotted paths select, in objects and in the objects of arrays. Other
 * values have no parts.
 */
function pick(value: Json, paths: readonly Path[]): Json {
  if (Array.isArray(value)) return value.filter(hasParts).map((element) => pick(element, paths));
  const row = value as Row;
  const keys = Object.keys(row).filter((key) => paths.some((path) => path[0] === key));
  return Object.fromEntries(
    keys.flatMap((key): [string, Json][] => {
      const inner = paths.filter((path) => path[0] === key).map((path) => path.slice(1));
      const part = row[key] as Json;
      if (inner.some((path) => path.length === 0)) return [[key, part]];
      return hasParts(part) ? [[key, pick(part, inner)]] : [];
    }),
  );
}

function omit(value: Json, path: Path): Json {
  if (Array.isArray(value)) return value.map((element) => omit(element, path));
  const [key, ...rest] = path as [string, ...string[]];
  if (!isRecord(value) || isDate(value) || !Object.hasOwn(value, key)) return value;
  const { [key]: part, ...remaining } = value;
  return rest.length === 0 ? remaining : { ...remaining, [key]: omit(part as Json, rest) };
}

const hasParts = (value: Json): boolean => Array.isArray(value) || (isRecord(value) && !isDate(value));

function pairsOf(value: Json | undefined): Json {
  if (!isRecord(value) || isDate(value)) return null;
  return Object.keys(value)
    .sort(compareText)
    .map((k) => ({ k, v: value[k] as Json }));
}

function unwind(row: Row, path: Path): Row[] {
  const found = path.reduce<Json | undefined>(
    (value, key) => (isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    row,
  );
  if (found === undefined || found === null) return [];
  return (Array.isArray(found) ? (found as Json[]) : [found]).map((element) => withValue(row, path, element) as Row);
}

function withValue(value: Json, [key, ...rest]: Path, element: Json): Json {
  if (key === undefined) return element;
  return { ...(value as Row), [key]: withValue((value as Row)[key] as Json, rest, element) };
}

function group(rows: readonly Row[], { ids, accumulators, includesId }: GroupStage): Row[] {
  const idOf = (row: Row): Json =>
    Object.fromEntries(ids.map(({ name, expression }) => [name, evaluateExpression(row, expression) ?? null]));
  const groups = new Map<string, Row[]>();
  if (ids.length === 0) groups.set('{}', []);
  for (const row of rows) {
    const key = toCanonicalText(idOf(row));
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const order = ids.slice(0, ORDERING_KEYS).map(({ name }) => ({ path: ['_id', name], order: 'ASC' as const }));
  const results = [...groups.values()].map((members): Row => {
    const id = ids.length > 0 ? idOf(members[0] as Row) : null;
    const computed = accumulators.map((accumulator) => [accumulator.name, accumulate(members, accumulator)] as const);
    return { ...(includesId ? { _id: id } : {}), ...Object.fromEntries(computed) };
  });
  return results.sort(
    (a, b) => compareItems(a, b, order) || compareText(toCanonicalText(a._id ?? null), toCanonicalText(b._id ?? null)),
  );
}

function accumulate(rows: readonly Row[], { kind, expression }: Accumulator): Json {
  const values = rows.map((row) => evaluateExpression(row, expression));
  const numbers = values.filter((value) => typeof value === 'number');
  switch (kind) {
    case 'sum':
      return total(numbers);
    case 'avg':
      return quotient(numbers.map(decimal).reduce(add, decimal(0)), decimal(numbers.length));
    case 'min':
    case 'max': {
      const ordered = values
        .filter(hasOrder)
        .sort((a, b) => compareItems({ v: a }, { v: b }, [{ path: ['v'], order: 'ASC' }]));
      return (kind === 'min' ? ordered[0] : ordered.at(-1)) ?? null;
    }
    case 'first':
      return values[0] ?? null;
    case 'last':
      return values.at(-1) ?? null;
    case 'push':
      return values.filter((value) => value !== undefined);
  }
}

const hasOrder = (value: Json | undefined): value is Json =>
  value !== undefined && value !== null && (typeof value !== 'object' || isDate(value));
