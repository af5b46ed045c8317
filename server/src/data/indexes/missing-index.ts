/** Determines which index a query would need. */
import type { StoredIndex } from '../collections/collection.ts';
import type { Condition, Filter, SortField } from '../query/tree.ts';
import { systemIndexes } from './wire.ts';

type IndexField = StoredIndex['fields'][number];

const MAX_FIELDS = 3;

/** Returns the fields of an index that would speed up the query, or null if one exists or none would help. */
export function findMissingIndex(
  storedIndexes: readonly StoredIndex[],
  filter: Filter,
  sort: readonly SortField[],
): readonly IndexField[] | null {
  const indexes = [...systemIndexes, ...storedIndexes.filter(({ status }) => status === 'ACTIVE')];
  const conditions = conjuncts(filter).filter(isIndexable);
  const equalPaths = [...new Set(conditions.filter(({ kind }) => kind === 'equals').map(nameOf))];
  const rangePaths = [...new Set(conditions.filter(({ kind }) => kind !== 'equals').map(nameOf))];
  const [first] = sort;
  const order: IndexField | undefined = first && { path: first.path.join('.'), order: first.order };
  const leadingPaths = new Set(indexes.map(({ fields }) => fields[0]?.path));
  const hasIndex = [...equalPaths, ...rangePaths].some((path) => leadingPaths.has(path));
  if (hasIndex && (!order || needsNoSort(indexes, equalPaths, order))) return null;
  if (conditions.length === 0 && (!order || leadingPaths.has(order.path))) return null;
  const names = [...equalPaths.slice(0, MAX_FIELDS - 1), ...(order ? [] : rangePaths.slice(0, 1))];
  const fields = names.filter((path) => path !== order?.path).map((path): IndexField => ({ path, order: 'ASC' }));
  return [...fields, ...(order ? [order] : [])].slice(0, MAX_FIELDS);
}

/** Returns true if the query finds at most one row, or if an index provides the requested order. */
function needsNoSort(indexes: readonly StoredIndex[], equalPaths: readonly string[], order: IndexField): boolean {
  return indexes.some(({ fields, unique }) => {
    const paths = fields.map(({ path }) => path);
    if (unique && equalPaths.includes(paths[0] as string)) return true;
    const position = paths.indexOf(order.path);
    return position >= 0 && paths.slice(0, position).every((path) => equalPaths.includes(path));
  });
}

/** Returns the conditions that every match must satisfy. */
function conjuncts(filter: Filter): Condition[] {
  switch (filter.kind) {
    case 'and':
      return filter.parts.flatMap(conjuncts);
    case 'or':
    case 'not':
      return [];
    default:
      return [filter];
  }
}

const isIndexable = (condition: Condition): boolean =>
  condition.kind === 'compares' || condition.kind === 'hasAll' || condition.kind === 'equals';

const nameOf = ({ path }: Condition): string => path.join('.');
