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
export function parsePipeline(stages: unknown, inputPath = 'pipeline.stages'): Stage[] {
  const budget: Budget = { expressions: 0 };
  const parsed = readList(stages, inputPath, aggregateLimits.stages).map((stage, i) => {
    const currentPath = `${inputPath}[${i}]`;
    const { key, known: parse, inner } = readVariant(stage, currentPath, STAGES, 'stage');
    return parse(inner, `${currentPath}.${key}`, budget);
  });
  return expandGroupIdSorts(parsed);
}

type Parser<Result> = (value: unknown, inputPath: string, budget: Budget) => Result;

const STAGES: Readonly<Record<string, Parser<Stage>>> = {
  filter: (value, inputPath) => ({ kind: 'filter', filter: parseFilter(value, inputPath) }),
  projection: (value, inputPath, budget) => ({ kind: 'project', fields: parseProjection(value, inputPath, budget, 1) }),
  group: parseGroup,
  unwindArray: (value, inputPath) => ({
    kind: 'unwind',
    path: readPath(readObject(value, inputPath).arrayFieldName, `${inputPath}.arrayFieldName`),
  }),
  sort: (value, inputPath) => ({
    kind: 'sort',
    sort: parseSortValues(readObject(value, inputPath).values, `${inputPath}.values`),
  }),
  limit: (value, inputPath) => ({ kind: 'limit', count: readCount(value, inputPath, 1) }),
  skip: (value, inputPath) => ({ kind: 'skip', count: readCount(value, inputPath, 0) }),
  objectToArray: (value, inputPath) => {
    const { objectFieldName, destinationFieldName = objectFieldName } = readObject(value, inputPath);
    const path = readPath(objectFieldName, `${inputPath}.objectFieldName`);
    return { kind: 'objectToArray', path, name: readName(destinationFieldName, `${inputPath}.destinationFieldName`) };
  },
};

function parseGroup(value: unknown, inputPath: string, budget: Budget): Stage {
  const { groupIds, accumulators } = readObject(value, inputPath);
  const [idsAt, accumulatorsAt] = [`${inputPath}.groupIds`, `${inputPath}.accumulators`];
  const ids = readList(groupIds, idsAt).map((id, i) => parseGroupId(id, `${idsAt}[${i}]`, budget));
  const computed = readList(accumulators, accumulatorsAt).map((accumulator, i) =>
    parseAccumulator(accumulator, `${accumulatorsAt}[${i}]`, budget),
  );
  assertDistinct(ids.map(({ name }, i) => ({ name, at: `${idsAt}[${i}].key` })));
  assertDistinct([
    { name: '_id', at: inputPath },
    ...computed.map(({ name }, i) => ({ name, at: `${accumulatorsAt}[${i}].resultFieldName` })),
  ]);
  return { kind: 'group', ids, accumulators: computed, includesId: true };
}

/** Parses a group id. The key defaults to the name of a top-level field. */
function parseGroupId(value: unknown, inputPath: string, budget: Budget): GroupId {
  const { key, expression } = readObject(value, inputPath);
  const parsed = parseExpression(expression, `${inputPath}.expression`, budget);
  const fieldKey = parsed.kind === 'field' && parsed.path.length === 1 ? parsed.path[0] : undefined;
  return { name: readName(key ?? fieldKey, `${inputPath}.key`), expression: parsed };
}

const ONE: Expression = { kind: 'number', value: 1 };

function parseAccumulator(value: unknown, inputPath: string, budget: Budget): Accumulator {
  const { key, known: kind, inner } = readVariant<AccumulatorKind>(value, inputPath, ACCUMULATORS, 'accumulator');
  const currentPath = `${inputPath}.${key}.expression`;
  return {
    name: readName(readObject(value, inputPath).resultFieldName, `${inputPath}.resultFieldName`),
    kind,
    expression:
      key === 'count' ? ONE : parseExpression(readObject(inner, `${inputPath}.${key}`).expression, currentPath, budget),
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
  // To count rows, the vendor's client sends a sum of 1; other clients may send `count`.
  count: 'sum',
};

function parseProjection(value: unknown, inputPath: string, budget: Budget, depth: number): Projection[] {
  const limit = aggregateLimits.expressionDepth;
  if (depth > limit) throw invalidInput(inputPath, `projections are nested more than ${limit} levels deep`, { limit });
  const currentPath = `${inputPath}.fields`;
  const input = readList(readObject(value, inputPath).fields, currentPath);
  if (input.length === 0) throw invalidInput(currentPath, 'at least one field is required');
  const fields = input.map((field, i) => parseProjected(field, `${currentPath}[${i}]`, budget, depth));
  const names = fields.map((field, i) => ({ field, at: `${currentPath}[${i}]` }));
  assertDistinct(names.flatMap(({ field, at }) => ('name' in field ? [{ name: field.name, at }] : [])));
  return fields;
}

function parseProjected(value: unknown, inputPath: string, budget: Budget, depth: number): Projection {
  const { key, known: kind, inner } = readVariant(value, inputPath, PROJECTIONS, 'projection');
  const currentPath = `${inputPath}.${key}`;
  const input = readObject(inner, currentPath);
  if (++budget.expressions > aggregateLimits.expressions * 2) {
    throw invalidInput(inputPath, 'the pipeline projects too many fields', { limit: aggregateLimits.expressions });
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

function parseSortValues(values: unknown, inputPath: string): SortField[] {
  const sort = readList(values, inputPath).map((value, i): SortField => {
    const { fieldName, order = 'ASC' } = readObject(value, `${inputPath}[${i}]`);
    if (order !== 'ASC' && order !== 'DESC')
      throw invalidInput(`${inputPath}[${i}].order`, 'the order must be ASC or DESC');
    return { path: readPath(fieldName, `${inputPath}[${i}].fieldName`), order };
  });
  if (sort.length === 0) throw invalidInput(inputPath, 'at least one field is required');
  return deduplicateSort(sort, inputPath);
}

/** Removes repeated sort fields, which have no effect. @throws AppError WDE0080 if there are too many */
export function deduplicateSort(sort: readonly SortField[], inputPath: string): SortField[] {
  const byPath = new Map<string, SortField>();
  for (const field of sort) {
    const key = JSON.stringify(field.path);
    if (!byPath.has(key)) byPath.set(key, field);
  }
  const limit = aggregateLimits.sortFields;
  if (byPath.size > limit) throw invalidInput(inputPath, `the sort has more than ${limit} fields`, { limit });
  return [...byPath.values()];
}

/** Replaces a sort by the `_id` of a group with a sort by the group ids, because objects have no order. */
function expandGroupIdSorts(stages: readonly Stage[]): Stage[] {
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
