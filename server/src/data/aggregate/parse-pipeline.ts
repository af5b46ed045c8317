import { parseFilter } from '../query/parse.ts';
import type { Path, SortField } from '../query/tree.ts';
import { aggregateLimits } from './limits.ts';
import { type Budget, parseExpression } from './parse-expression.ts';
import {
  assertDistinct,
  invalidInput,
  readCount,
  readList,
  readName,
  readObject,
  readPath,
  readVariant,
} from './read-input.ts';
import type { Accumulator, AccumulatorKind, Expression, GroupId, Projection, Stage } from './tree.ts';

/**
 * Parses the stages of a pipeline (data contract section 3.2).
 * @throws AppError WDE0080 for an invalid part; WDE0093, WDE0070 and WDE0169 for filters and field names
 */
export function parsePipeline(stages: unknown, at = 'pipeline.stages'): Stage[] {
  const budget: Budget = { expressions: 0 };
  const parsed = readList(stages, at, aggregateLimits.stages).map((stage, i) => {
    const currentPath = `${at}[${i}]`;
    const { key, known: parse, inner } = readVariant(stage, currentPath, STAGES, 'stage');
    return parse(inner, `${currentPath}.${key}`, budget);
  });
  return byGroupIds(parsed);
}

type Parse<Parsed> = (value: unknown, at: string, budget: Budget) => Parsed;

const STAGES: Readonly<Record<string, Parse<Stage>>> = {
  filter: (value, at) => ({ kind: 'filter', filter: parseFilter(value, at) }),
  projection: (value, at, budget) => ({ kind: 'project', fields: parseProjection(value, at, budget, 1) }),
  group: parseGroup,
  unwindArray: (value, at) => ({
    kind: 'unwind',
    path: readPath(readObject(value, at).arrayFieldName, `${at}.arrayFieldName`),
  }),
  sort: (value, at) => ({ kind: 'sort', sort: parseSortValues(readObject(value, at).values, `${at}.values`) }),
  limit: (value, at) => ({ kind: 'limit', count: readCount(value, at, 1) }),
  skip: (value, at) => ({ kind: 'skip', count: readCount(value, at, 0) }),
  objectToArray: (value, at) => {
    const { objectFieldName, destinationFieldName = objectFieldName } = readObject(value, at);
    const path = readPath(objectFieldName, `${at}.objectFieldName`);
    return { kind: 'objectToArray', path, name: readName(destinationFieldName, `${at}.destinationFieldName`) };
  },
};

function parseGroup(value: unknown, at: string, budget: Budget): Stage {
  const { groupIds, accumulators } = readObject(value, at);
  const [idsAt, accumulatorsAt] = [`${at}.groupIds`, `${at}.accumulators`];
  const ids = readList(groupIds, idsAt).map((id, i) => parseGroupId(id, `${idsAt}[${i}]`, budget));
  const computed = readList(accumulators, accumulatorsAt).map((accumulator, i) =>
    parseAccumulator(accumulator, `${accumulatorsAt}[${i}]`, budget),
  );
  assertDistinct(ids.map(({ name }, i) => ({ name, at: `${idsAt}[${i}].key` })));
  assertDistinct([
    { name: '_id', at },
    ...computed.map(({ name }, i) => ({ name, at: `${accumulatorsAt}[${i}].resultFieldName` })),
  ]);
  return { kind: 'group', ids, accumulators: computed, withId: true };
}

/** Parses a group id. The key defaults to the name of a top-level field. */
function parseGroupId(value: unknown, at: string, budget: Budget): GroupId {
  const { key, expression } = readObject(value, at);
  const parsed = parseExpression(expression, `${at}.expression`, budget);
  const fieldKey = parsed.kind === 'field' && parsed.path.length === 1 ? parsed.path[0] : undefined;
  return { name: readName(key ?? fieldKey, `${at}.key`), expression: parsed };
}

const ONE: Expression = { kind: 'number', value: 1 };

function parseAccumulator(value: unknown, at: string, budget: Budget): Accumulator {
  const { key, known: kind, inner } = readVariant<AccumulatorKind>(value, at, ACCUMULATORS, 'accumulator');
  const currentPath = `${at}.${key}.expression`;
  return {
    name: readName(readObject(value, at).resultFieldName, `${at}.resultFieldName`),
    kind,
    expression:
      key === 'count' ? ONE : parseExpression(readObject(inner, `${at}.${key}`).expression, currentPath, budget),
  };
}

const ACCUMULATORS: Readonly<Record<string, AccumulatorKind>> = {
  sum: 'sum',
  avg: 'avg',
  min: 'min',
  max: 'max',
  first: 'first',
  last: 'last',
  push: 'push',
  // The vendor's client sends a sum of 1; other clients may send `count`.
  count: 'sum',
};

function parseProjection(value: unknown, at: string, budget: Budget, depth: number): Projection[] {
  const limit = aggregateLimits.expressionDepth;
  if (depth > limit) throw invalidInput(at, `projections are nested more than ${limit} levels deep`, { limit });
  const currentPath = `${at}.fields`;
  const input = readList(readObject(value, at).fields, currentPath);
  if (input.length === 0) throw invalidInput(currentPath, 'at least one field is required');
  const fields = input.map((field, i) => parseProjected(field, `${currentPath}[${i}]`, budget, depth));
  const names = fields.map((field, i) => ({ field, at: `${currentPath}[${i}]` }));
  assertDistinct(names.flatMap(({ field, at }) => ('name' in field ? [{ name: field.name, at }] : [])));
  return fields;
}

function parseProjected(value: unknown, at: string, budget: Budget, depth: number): Projection {
  const { key, known: kind, inner } = readVariant(value, at, PROJECTIONS, 'projection');
  const currentPath = `${at}.${key}`;
  const input = readObject(inner, currentPath);
  if (++budget.expressions > aggregateLimits.expressions * 2) {
    throw invalidInput(at, 'the pipeline projects too many fields', { limit: aggregateLimits.expressions });
  }
  if (kind === 'include' || kind === 'exclude')
    return { kind, path: readPath(input.fieldName, `${currentPath}.fieldName`) };
  const name = readName(input.resultFieldName, `${currentPath}.resultFieldName`);
  return kind === 'reshape'
    ? { kind, name, expression: parseExpression(input.expression, `${currentPath}.expression`, budget) }
    : { kind, name, fields: parseProjection(inner, currentPath, budget, depth + 1) };
}

const PROJECTIONS: Readonly<Record<string, Projection['kind']>> = {
  include: 'include',
  exclude: 'exclude',
  reshape: 'reshape',
  projectNested: 'nested',
};

function parseSortValues(values: unknown, at: string): SortField[] {
  const sort = readList(values, at).map((value, i): SortField => {
    const { fieldName, order = 'ASC' } = readObject(value, `${at}[${i}]`);
    if (order !== 'ASC' && order !== 'DESC') throw invalidInput(`${at}[${i}].order`, 'the order must be ASC or DESC');
    return { path: readPath(fieldName, `${at}[${i}].fieldName`), order };
  });
  if (sort.length === 0) throw invalidInput(at, 'at least one field is required');
  return deduplicateSort(sort, at);
}

/** Removes repeated sort fields, which have no effect. @throws AppError WDE0080 if there are too many */
export function deduplicateSort(sort: readonly SortField[], at: string): SortField[] {
  const byPath = new Map<string, SortField>();
  for (const field of sort) {
    const key = JSON.stringify(field.path);
    if (!byPath.has(key)) byPath.set(key, field);
  }
  const limit = aggregateLimits.sortFields;
  if (byPath.size > limit) throw invalidInput(at, `the sort has more than ${limit} fields`, { limit });
  return [...byPath.values()];
}

/** Replaces a sort by a group's `_id` with a sort by its ids, because objects have no order. */
function byGroupIds(stages: readonly Stage[]): Stage[] {
  let ids: readonly string[] = [];
  return stages.map((stage) => {
    if (stage.kind === 'group') ids = stage.ids.map(({ name }) => name);
    if (stage.kind === 'project' && !preservesId(stage.fields)) ids = [];
    if (stage.kind === 'unwind' && stage.path[0] === '_id') ids = [];
    if (stage.kind === 'objectToArray' && stage.name === '_id') ids = [];
    return stage.kind === 'sort' && ids.length > 0
      ? { kind: 'sort', sort: deduplicateSort(expandId(stage.sort, ids), 'sort') }
      : stage;
  });
}

const preservesId = (fields: readonly Projection[]): boolean =>
  !fields.some((field) => ('name' in field ? field.name === '_id' : field.path[0] === '_id'));

/** Replaces `_id` in a sort with the group ids that it contains. */
export const expandId = (sort: readonly SortField[], ids: readonly string[]): SortField[] =>
  sort.flatMap((field) =>
    isId(field.path) ? ids.slice(0, 50).map((name) => ({ path: ['_id', name], order: field.order })) : [field],
  );

export const isId = (path: Path): boolean => path.length === 1 && path[0] === '_id';
