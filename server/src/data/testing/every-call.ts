/**
 * Lists a call of every data endpoint, for tests that need each of them. The calls use the collection C, which has an
 * item k, and the collection E.
 */

export type Method = 'POST' | 'PUT';

const modifications = [
  { action: 'SET_FIELD', fieldPath: 'a.b', setFieldOptions: { value: 1 } },
  { action: 'INCREMENT_FIELD', fieldPath: 'n', incrementFieldOptions: { value: 2 } },
  { action: 'APPEND_TO_ARRAY', fieldPath: 't', appendToArrayOptions: { value: 'z' } },
  { action: 'REMOVE_FROM_ARRAY', fieldPath: 't', removeFromArrayOptions: { value: 'y' } },
  { action: 'REMOVE_FIELD', fieldPath: 'q' },
];
const filter = {
  a: 1,
  n: { $gt: 3 },
  t: { $hasSome: ['x'] },
  u: { $contains: 'c' },
  $or: [{ refs: 'k' }, { one: { $in: ['k'] } }],
  $not: [{ d: { $lt: { $date: '2024-01-01T00:00:00.000Z' } } }],
  'a.b': { $matches: { ignoreCase: true, spec: [{ type: 'literal', value: 'x' }] } },
  e: { $exists: true },
  z: { $isEmpty: true },
};
const sort = [
  { fieldName: 'a', order: 'ASC' },
  { fieldName: 'b.c', order: 'DESC' },
];
const includes = [{ field: 'refs', limit: 7 }, { field: 'one' }];
const item = (id: string) => ({
  id,
  data: {
    a: 1,
    s: 'x',
    refs: ['k'],
    one: 'k',
    nested: { b: [1, { c: 'y' }] },
    d: { $date: '2024-01-01T00:00:00.000Z' },
  },
});
const ref = { referringItemFieldName: 'refs', referringItemId: 'k', referencedItemId: 'k' };
/** Method, path and a body with all properties. */
export const CALLS: readonly (readonly [Method, string, object])[] = [
  [
    'POST',
    'v2/items',
    {
      dataItem: item('i'),
      saveReferences: true,
      includeReferencedItems: true,
      environment: 'LIVE',
      appOptions: { x: 1 },
      publishPluginOptions: { includeDraftItems: true },
      suppressHooks: true,
    },
  ],
  ['POST', 'v2/items/update', { dataItem: item('k'), condition: { filter: { n: { $gt: 1 } } }, saveReferences: true }],
  ['POST', 'v2/items/save', { dataItem: item('k'), saveReferences: true }],
  [
    'POST',
    'v2/items/patch',
    { patch: { dataItemId: 'k', fieldModifications: modifications }, condition: { filter: { n: 1 } } },
  ],
  ['POST', 'v2/items/remove', { dataItemId: 'zz', condition: { filter: { n: 1 } } }],
  [
    'POST',
    'v2/bulk/items/insert',
    { dataItems: [item('b1'), { data: { a: 2 } }], saveReferences: true, returnEntity: true },
  ],
  ['POST', 'v2/bulk/items/update', { dataItems: [item('k')], condition: { filter: { n: 1 } }, returnEntity: true }],
  ['POST', 'v2/bulk/items/save', { dataItems: [item('k')], saveReferences: true }],
  [
    'POST',
    'v2/bulk/items/patch',
    { patches: [{ dataItemId: 'k', fieldModifications: modifications }], condition: { filter: { n: 1 } } },
  ],
  ['POST', 'v2/bulk/items/remove', { dataItemIds: ['zz'], condition: { filter: { n: 1 } } }],
  ['POST', 'v2/items/is-referenced', ref],
  ['POST', 'v2/bulk/items/insert-references', { dataItemReferences: [ref] }],
  [
    'POST',
    'v2/items/query-referenced',
    {
      paging: { limit: 50, offset: 0 },
      referringItemId: 'k',
      referringItemFieldName: 'refs',
      order: 'DESC',
      fields: ['a'],
      returnTotalCount: true,
    },
  ],
  [
    'POST',
    'v2/items/query-referenced',
    { cursorPaging: { limit: 5 }, referringItemIds: ['k'], referringItemFieldName: 'refs' },
  ],
  [
    'POST',
    'v2/items/replace-references',
    { referringItemFieldName: 'refs', referringItemId: 'k', newReferencedItemIds: ['k'] },
  ],
  ['POST', 'v2/bulk/items/remove-references', { dataItemReferences: [ref] }],
  [
    'POST',
    'v2/items/query',
    {
      query: { fields: ['a', 'b.c'], paging: { limit: 10, offset: 5 }, filter, sort },
      includeReferences: includes,
      consistentRead: true,
      language: 'fr',
      returnTotalCount: true,
      includeFieldGroups: ['g'],
    },
  ],
  ['POST', 'v2/items/query', { query: { cursorPaging: { limit: 3, cursor: 'x' } } }],
  ['POST', 'v2/items/query', { query: { paging: { limit: 3 } }, sortMode: 'RANDOM', randomOptions: { seed: 5 } }],
  ['POST', 'v2/items/count', { filter: { n: 1 } }],
  [
    'POST',
    'v2/items/query-distinct-values',
    { fieldName: 'a', filter: { n: 1 }, order: 'ASC', paging: { limit: 3, offset: 1 }, returnTotalCount: true },
  ],
  [
    'POST',
    'v2/items/search',
    {
      search: {
        filter: { n: 1 },
        sort,
        fields: ['a'],
        search: { expression: 'red car', fuzzy: true, mode: 'AND', fields: ['title'] },
        paging: { limit: 3, offset: 1 },
      },
      includeReferences: includes,
    },
  ],
  [
    'POST',
    'v2/items/aggregate',
    {
      paging: { limit: 2, offset: 1 },
      initialFilter: { n: { $gt: 1 } },
      aggregation: {
        groupingFields: ['a', 'b.c'],
        operations: [
          { resultFieldName: 'p', sum: { itemFieldName: 'n' } },
          { resultFieldName: 'q', average: { itemFieldName: 'n' } },
          { resultFieldName: 'm', min: { itemFieldName: 'd' } },
          { resultFieldName: 'count', itemCount: {} },
        ],
      },
      finalFilter: { p: { $gt: 5 } },
      sort: [{ fieldName: '_id', order: 'ASC' }],
      returnTotalCount: true,
    },
  ],
  [
    'POST',
    'v2/items/aggregate-pipeline',
    {
      pipeline: {
        stages: [
          { filter: { n: { $gt: 1 } } },
          { unwindArray: { arrayFieldName: 't' } },
          { objectToArray: { objectFieldName: 'nested', destinationFieldName: 'arr' } },
          {
            group: {
              groupIds: [{ expression: { fieldPath: 'a' }, key: 'st' }],
              accumulators: [
                { sum: { expression: { numeric: 1 } }, resultFieldName: 'total' },
                { push: { expression: { fieldPath: 'd' } }, resultFieldName: 'ds' },
              ],
            },
          },
          { sort: { values: [{ fieldName: 'total', order: 'ASC' }] } },
          { skip: 1 },
          { limit: 2 },
          {
            projection: {
              fields: [
                { include: { fieldName: 'a' } },
                { exclude: { fieldName: 'c' } },
                {
                  reshape: {
                    resultFieldName: 'label',
                    expression: {
                      substring: {
                        expression: {
                          concat: { expressions: [{ text: 'x' }, { stringify: { expression: { fieldPath: 'a' } } }] },
                        },
                        startExpression: { numeric: 1 },
                      },
                    },
                  },
                },
                { projectNested: { resultFieldName: 'nest', fields: [{ include: { fieldName: 'q' } }] } },
              ],
            },
          },
        ],
        paging: { limit: 2, offset: 0 },
      },
    },
  ],
  ['POST', 'v2/bulk/items/async-patch-by-filter', { filter: { zz: 1 }, fieldModifications: modifications }],
  ['POST', 'v2/bulk/items/async-remove-by-filter', { filter: { zz: 1 } }],
  [
    'POST',
    'v2/indexes',
    { index: { name: 'i1', fields: [{ path: 'a', order: 'ASC' }], unique: false, caseInsensitive: true } },
  ],
  [
    'POST',
    'v2/collections/create-field',
    {
      field: {
        key: 'nf',
        type: 'NUMBER',
        displayName: 'x',
        required: true,
        numberRange: { min: 1, max: 2 },
        typeMetadata: {},
        defaultValue: 1,
        access: { read: 'ANYONE' },
      },
    },
  ],
  [
    'POST',
    'v2/collections/update-field',
    { field: { key: 's', type: 'TEXT', displayName: 'x', stringLengthRange: { minLength: 1 } } },
  ],
  ['POST', 'v2/collections/delete-field', { fieldKey: 'nofield' }],
  ['POST', 'v2/collections/add-plugin', { plugin: { type: 'CMS', cmsOptions: { siteSort: {} } } }],
  ['POST', 'v2/collections/delete-plugin', { pluginType: 'CMS' }],
  [
    'POST',
    'v2/collections',
    {
      collection: {
        id: 'D',
        displayName: 'D',
        displayField: 'a',
        fields: [
          { key: 'a', type: 'TEXT' },
          {
            key: 'r',
            type: 'MULTI_REFERENCE',
            typeMetadata: { multiReference: { referencedCollectionId: 'C', referencingFieldKey: 'back' } },
          },
        ],
        permissions: { read: 'ANYONE' },
        plugins: [{ type: 'CMS' }],
        validated: true,
      },
    },
  ],
  [
    'PUT',
    'v2/collections',
    {
      collection: {
        id: 'E',
        revision: '1',
        displayName: 'D',
        fields: [{ key: 'a', type: 'TEXT' }],
        permissions: { read: 'ANYONE' },
      },
    },
  ],
  ['POST', 'portico/v1/data/schema-changes/preview', { change: { kind: 'RENAME', field: 's', to: 'y' } }],
  ['POST', 'portico/v1/data/schema-changes/undo', { number: 1 }],
  [
    'POST',
    'portico/v1/data/bulk-changes/preview',
    { change: { kind: 'UPDATE', fieldModifications: modifications }, filter: { zz: 1 } },
  ],
  ['POST', 'portico/v1/data/bulk-changes', { change: { kind: 'REMOVE' }, filter: { zz: 1 } }],
  ['POST', 'portico/v1/data/bulk-changes/undo', { id: '00000000-0000-4000-8000-000000000000' }],
  ['POST', 'v1/permissions', { dataPermissions: { id: 'E', itemRead: 'ANYONE', itemInsert: 'SITE_MEMBER' } }],
  [
    'POST',
    'v1/permissions/special',
    { dataCollectionId: 'C', specialPermissions: { userId: 'u1', itemRead: 'ALLOWED' } },
  ],
  [
    'POST',
    'v1/permissions/special/abc',
    { dataCollectionId: 'C', specialPermissions: { userId: 'u1', itemRead: 'ALLOWED' } },
  ],
];
