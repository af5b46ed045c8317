import type { collectionsEndpoints } from '@portico/contract/data/collections';
import type { Output } from '@portico/contract/endpoint';
import { dataLimits } from '@portico/domain';
import { roleOf } from '../permissions.ts';
import type { Collection, Field } from './collection.ts';

type WireCollection = Output<(typeof collectionsEndpoints)['getCollection']>['collection'];

const SYSTEM_FIELDS: readonly Field[] = [
  { key: '_id', displayName: 'ID', type: 'TEXT', systemField: true },
  { key: '_createdDate', displayName: 'Created Date', type: 'DATETIME', systemField: true },
  { key: '_updatedDate', displayName: 'Updated Date', type: 'DATETIME', systemField: true },
  { key: '_owner', displayName: 'Owner', type: 'TEXT', systemField: true },
];

/** A collection as the people who work on the site see it. Dates are plain ISO here, unlike in items. */
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
    capabilities: { collectionOperations: ['UPDATE', 'REMOVE'] },
    plugins: [...collection.plugins],
    fields: [...SYSTEM_FIELDS, ...collection.fields.map((field) => ({ ...field, systemField: false }))],
  };
}

/** What a visitor sees of it: enough to draw a list or a form, nothing about permissions or ranges. */
export function collectionToVisitor(collection: Collection): WireCollection {
  return {
    id: collection.id,
    displayName: collection.displayName,
    ...(collection.displayField === null ? {} : { displayField: collection.displayField }),
    plugins: [...collection.plugins],
    fields: [...SYSTEM_FIELDS, ...collection.fields].map(({ key, displayName, type, typeMetadata }) => ({
      key,
      type,
      ...(displayName === undefined ? {} : { displayName }),
      ...(typeMetadata === undefined ? {} : { typeMetadata }),
    })),
  };
}
