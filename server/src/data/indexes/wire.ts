import type { indexesEndpoints } from '@portico/contract/data/indexes';
import type { Output } from '@portico/contract/endpoint';
import type { Layout, StoredIndex } from '../collections/collection.ts';

type Index = Output<(typeof indexesEndpoints)['createIndex']>['index'];

/** The indexes of every item table: for `_id`, for pages by creation date and for the rows of an owner. */
export const systemIndexes: readonly StoredIndex[] = [
  systemIndex('_id', true, [{ path: '_id', order: 'ASC' }]),
  systemIndex('_createdDate', false, [
    { path: '_createdDate', order: 'DESC' },
    { path: '_id', order: 'DESC' },
  ]),
  systemIndex('_owner', false, [
    { path: '_owner', order: 'ASC' },
    { path: '_createdDate', order: 'DESC' },
    { path: '_id', order: 'DESC' },
  ]),
];

function systemIndex(name: string, unique: boolean, fields: StoredIndex['fields']): StoredIndex {
  return {
    id: name,
    name,
    fields,
    unique,
    caseInsensitive: false,
    kind: 'REGULAR',
    source: 'SYSTEM',
    status: 'ACTIVE',
  };
}

/**
 * Returns the index in wire form. An index on a field with values of several kinds remains, but is INVALID because
 * queries cannot use it.
 */
export function indexToWire(index: StoredIndex, { columns }: Pick<Layout, 'columns'>): Index {
  const { fields, failure, ...rest } = index;
  const mixedColumn = columns.find(
    ({ state, path }) => state === 'MIXED' && fields.some((f) => f.path === path.join('.')),
  );
  const invalid = mixedColumn && !index.unique && index.status === 'ACTIVE';
  const description = `The field ${mixedColumn?.path.join('.')} contains values of several types, so queries cannot use the index.`;
  return {
    ...rest,
    fields: fields.map((field) => ({ ...field })),
    ...(invalid ? { status: 'INVALID' as const, failure: { code: 'WDE0113', description } } : {}),
    ...(failure ? { failure } : {}),
  };
}
