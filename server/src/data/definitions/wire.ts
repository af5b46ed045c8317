import type { collectionsEndpoints } from '@portico/contract/data/collections';
import type { Output } from '@portico/contract/endpoint';
import { dataLimits, dataOperations, type FieldType, indexLimits, type QueryOperator } from '@portico/domain';
import type { Collection } from '../collections/collection.ts';
import { roleOf } from '../collections/permissions.ts';
import type { Field } from '../query/scope.ts';

type WireCollection = Output<(typeof collectionsEndpoints)['getCollection']>['collection'];

const SYSTEM_FIELDS: readonly Field[] = [
  { key: '_id', displayName: 'ID', type: 'TEXT', systemField: true },
  { key: '_createdDate', displayName: 'Created Date', type: 'DATETIME', systemField: true },
  { key: '_updatedDate', displayName: 'Updated Date', type: 'DATETIME', systemField: true },
  { key: '_owner', displayName: 'Owner', type: 'TEXT', systemField: true },
];

/** Returns the full definition, for staff. Dates are plain ISO strings here, unlike in items. */
export function collectionToWire(collection: Collection): WireCollection {
  const { levels } = collection;
  return {
    id: collection.id,
    displayName: collection.displayName,
    ...(collection.displayField === null ? {} : { displayField: collection.displayField }),
    ...(collection.displayNamespace === null ? {} : { displayNamespace: collection.displayNamespace }),
    ...(collection.defaultDisplayOrder ? { defaultDisplayOrder: collection.defaultDisplayOrder } : {}),
    collectionType: 'NATIVE',
    maxPageSize: dataLimits.pageSize,
    revision: String(collection.revision),
    createdDate: collection.createdAt.toISOString(),
    updatedDate: collection.updatedAt.toISOString(),
    pagingModes: ['OFFSET', 'CURSOR'],
    permissions: {
      insert: roleOf(levels.insert),
      read: roleOf(levels.read),
      update: roleOf(levels.update),
      remove: roleOf(levels.remove),
    },
    ...(collection.validated ? { validated: true } : {}),
    capabilities: {
      dataOperations: [...dataOperations],
      collectionOperations: ['UPDATE', 'REMOVE'],
      indexLimits,
    },
    plugins: [...collection.plugins],
    fields: [...SYSTEM_FIELDS, ...collection.fields].map((field) => ({
      ...field,
      systemField: field.systemField ?? false,
      capabilities: capabilitiesOf(field.type),
    })),
  };
}

/**
 * Returns the reduced definition for visitors: enough to render a list or a form, without permissions and ranges.
 * Hidden fields are left out, because their names can be secret.
 */
export function collectionToVisitor(collection: Collection, hidden: readonly string[]): WireCollection {
  const { displayField } = collection;
  return {
    id: collection.id,
    displayName: collection.displayName,
    ...(displayField === null || hidden.includes(displayField) ? {} : { displayField }),
    plugins: [...collection.plugins],
    fields: [...SYSTEM_FIELDS, ...collection.fields]
      .filter(({ key }) => !hidden.includes(key))
      .map(({ key, displayName, type, typeMetadata }) => ({
        key,
        type,
        ...(displayName === undefined ? {} : { displayName }),
        ...(typeMetadata === undefined ? {} : { typeMetadata }),
      })),
  };
}

/**
 * Returns the id and the requested properties of a collection, or all if none are requested. Unknown names are ignored.
 */
export function pickParts(collection: WireCollection, parts: readonly string[] | undefined): WireCollection {
  if (!parts || parts.length === 0) return collection;
  // The vendor's client requests properties under its own names: _id, _createdDate, _updatedDate.
  const names = new Set(parts.map((part) => part.split('.')[0]?.replace(/^_/, '')));
  const pickedEntries = Object.entries(collection).filter(([key]) => key === 'id' || names.has(key));
  return Object.fromEntries(pickedEntries) as WireCollection;
}

const EQUALITY_OPERATORS: readonly QueryOperator[] = ['EQ', 'NE', 'HAS_SOME', 'HAS_ALL', 'EXISTS'];
const ORDER_OPERATORS: readonly QueryOperator[] = [...EQUALITY_OPERATORS, 'LT', 'GT', 'LTE', 'GTE'];
const TEXT_OPERATORS: readonly QueryOperator[] = [
  ...ORDER_OPERATORS,
  'STARTS_WITH',
  'ENDS_WITH',
  'CONTAINS',
  'URLIZED',
];

/** Returns whether items can be sorted by a field of this type, and which operators filters on the field may use. */
function capabilitiesOf(type: FieldType): { sortable: boolean; queryOperators: QueryOperator[] } {
  switch (type) {
    case 'NUMBER':
    case 'DATETIME':
      return { sortable: true, queryOperators: [...ORDER_OPERATORS] };
    case 'BOOLEAN':
      return { sortable: true, queryOperators: [...EQUALITY_OPERATORS] };
    case 'MULTI_REFERENCE':
      return { sortable: false, queryOperators: ['HAS_SOME', 'HAS_ALL'] };
    case 'ARRAY':
    case 'ARRAY_STRING':
      return { sortable: false, queryOperators: [...TEXT_OPERATORS] };
    case 'OBJECT':
    case 'ADDRESS':
    case 'RICH_CONTENT':
    case 'MEDIA_GALLERY':
    case 'ARRAY_DOCUMENT':
      return { sortable: false, queryOperators: [...EQUALITY_OPERATORS] };
    default:
      return { sortable: true, queryOperators: [...TEXT_OPERATORS] };
  }
}
