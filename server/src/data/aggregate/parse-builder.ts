import type { queriesEndpoints } from '@portico/contract/data/queries';
import type { Input } from '@portico/contract/endpoint';
import { parseFilter, parsePath, parseSort } from '../query/parse.ts';
import type { Filter, Path } from '../query/tree.ts';
import { deduplicateSort, expandId, isId } from './parse-pipeline.ts';
import { assertDistinct, invalidInput, readName } from './read-input.ts';
import type { Accumulator, GroupId, GroupStage, Stage } from './tree.ts';

/** The body of `aggregateItems`, which the client's aggregate builder sends, without its paging. */
export type Aggregation = Pick<
  Input<(typeof queriesEndpoints)['aggregateItems']>['body'],
  'initialFilter' | 'aggregation' | 'finalFilter' | 'sort'
>;

type Operation = NonNullable<NonNullable<Aggregation['aggregation']>['operations']>[number];

/**
 * Converts the builder's request (data contract section 3.1) to a pipeline: filter, group, filter, sort. The final
 * filter and the sort refer to results by name, and to grouping fields by name or under `_id`.
 * @throws AppError WDE0080 for an invalid part; WDE0093, WDE0070 and WDE0169 for filters and field names
 */
export function parseBuilder({ initialFilter, aggregation = {}, finalFilter, sort = [] }: Aggregation): Stage[] {
  const group = parseGroup(aggregation);
  const stages: Stage[] = [];
  if (initialFilter) stages.push({ kind: 'filter', filter: parseFilter(initialFilter, 'initialFilter') });
  stages.push(group);
  if (finalFilter) {
    stages.push({ kind: 'filter', filter: resolveNames(parseFilter(finalFilter, 'finalFilter'), group) });
  }
  const fields = parseSort(sort, 'sort').map(({ path, order }) => ({ path: nameOf(path, group), order }));
  const ids = group.ids.map(({ name }) => name);
  if (fields.length > 0) stages.push({ kind: 'sort', sort: deduplicateSort(expandId(fields, ids), 'sort') });
  return stages;
}

function parseGroup({ groupingFields = [], operations = [] }: NonNullable<Aggregation['aggregation']>): GroupStage {
  const ids = groupingFields.map((field, i): GroupId => {
    const inputPath = `aggregation.groupingFields[${i}]`;
    return {
      name: readName(field, inputPath, { allowDots: true }),
      expression: { kind: 'field', path: parsePath(field, inputPath) },
    };
  });
  const accumulators = operations.map((operation, i) => parseOperation(operation, `aggregation.operations[${i}]`));
  assertDistinct(ids.map(({ name }, i) => ({ name, at: `aggregation.groupingFields[${i}]` })));
  assertDistinct([
    { name: '_id', at: 'aggregation' },
    ...accumulators.map(({ name }, i) => ({ name, at: `aggregation.operations[${i}].resultFieldName` })),
  ]);
  return { kind: 'group', ids, accumulators, includesId: ids.length > 0 };
}

function parseOperation(operation: Operation, inputPath: string): Accumulator {
  const name = readName(operation.resultFieldName, `${inputPath}.resultFieldName`, { allowDots: true });
  const { sum, average: avg, min, max, itemCount } = operation;
  const fields = Object.entries({ sum, avg, min, max }).filter(([, field]) => field !== undefined);
  if (fields.length + (itemCount ? 1 : 0) !== 1) {
    throw invalidInput(inputPath, 'exactly one of sum, average, min, max and itemCount is required');
  }
  const [kind, field] = fields[0] ?? [];
  if (!kind || !field) return { name, kind: 'sum', expression: { kind: 'number', value: 1 } };
  const path = parsePath(field.itemFieldName, `${inputPath}.${kind === 'avg' ? 'average' : kind}.itemFieldName`);
  return { name, kind: kind as Accumulator['kind'], expression: { kind: 'field', path } };
}

function resolveNames(filter: Filter, group: GroupStage): Filter {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { kind: filter.kind, parts: filter.parts.map((part) => resolveNames(part, group)) };
    case 'not':
      return { kind: 'not', part: resolveNames(filter.part, group) };
    default:
      return { ...filter, path: nameOf(filter.path, group, true) };
  }
}

/**
 * Returns the path of a name in the grouped rows.
 * @param resolveId if true, `_id` names the only grouping field, because the client shows its value as `_id`
 */
function nameOf(path: Path, { ids, accumulators }: GroupStage, resolveId = false): Path {
  const name = path.join('.');
  if (accumulators.some((accumulator) => accumulator.name === name)) return [name];
  if (ids.some((id) => id.name === name)) return ['_id', name];
  if (resolveId && isId(path) && ids.length === 1) return ['_id', (ids[0] as GroupId).name];
  const groupName = path[0] === '_id' ? path.slice(1).join('.') : null;
  return groupName !== null && ids.some((id) => id.name === groupName) ? ['_id', groupName] : path;
}
