import { expect } from 'vitest';
import type { Recipe } from './recipe.ts';

const COLLECTION = { dataCollectionId: 'Products' };
const permissions = { insert: 'ADMIN', update: 'ADMIN', remove: 'ADMIN', read: 'ANYONE' };
const fields = [
  { key: 'title', displayName: 'Title', type: 'TEXT', required: true },
  { key: 'price', displayName: 'Price', type: 'NUMBER' },
  { key: 'description', displayName: 'Description', type: 'TEXT' },
  { key: 'inStock', displayName: 'In Stock', type: 'BOOLEAN' },
];
const headphones = {
  title: 'Wireless Headphones',
  price: 149.99,
  description: 'Premium wireless headphones with noise cancellation',
  inStock: true,
  tags: ['wireless', 'audio', 'premium'],
};
const date = { $date: expect.any(String) };
const bulkOf = (totalSuccesses: number) => ({ bulkActionMetadata: { totalSuccesses, totalFailures: 0 } });
const titles = (...expected: string[]) => ({ dataItems: expected.map((title) => ({ data: { title } })) });
const query = (query: object) => ({ ...COLLECTION, query });

const schema: Recipe = {
  file: 'wix-manage/references/cms/cms-schema-management.md',
  calls: [
    {
      title: 'create a collection',
      method: 'POST',
      path: '/wix-data/v2/collections',
      body: { collection: { id: 'Products', displayName: 'Products', fields, permissions } },
      answer: { collection: { id: 'Products', permissions } },
    },
    {
      title: 'list collections by name only',
      method: 'GET',
      path: '/wix-data/v2/collections?fields=displayName',
      answer: { collections: expect.arrayContaining([expect.objectContaining({ displayName: 'Products' })]) },
    },
    {
      title: 'list collections with their fields',
      method: 'GET',
      path: '/wix-data/v2/collections',
      answer: { collections: expect.arrayContaining([expect.objectContaining({ fields: expect.any(Array) })]) },
    },
    {
      title: 'get the schema of one',
      method: 'GET',
      path: '/wix-data/v2/collections/Products',
      answer: { collection: { id: 'Products', fields: expect.arrayContaining([expect.objectContaining(fields[1])]) } },
    },
    {
      title: 'add a field',
      method: 'POST',
      path: '/wix-data/v2/collections/create-field',
      body: { ...COLLECTION, field: { key: 'sku', displayName: 'SKU', type: 'TEXT', description: 'Product SKU code' } },
    },
    {
      title: 'delete a field',
      method: 'POST',
      path: '/wix-data/v2/collections/delete-field',
      body: { ...COLLECTION, fieldKey: 'sku' },
    },
    {
      title: 'rename the collection',
      method: 'PATCH',
      path: '/wix-data/v2/collections/Products',
      body: { dataCollection: { id: 'Products', displayName: 'Product Catalog' } },
      keep: ({ collection, dataCollection }, remembered) => {
        remembered.revision = (collection ?? dataCollection)?.revision;
      },
    },
    {
      title: 'read the revision',
      method: 'GET',
      path: '/wix-data/v2/collections/Products',
      answer: { collection: { displayName: 'Product Catalog' } },
      keep: ({ collection }, remembered) => {
        remembered.revision = collection.revision;
      },
    },
    {
      title: 'change permissions by full replacement',
      method: 'PUT',
      path: '/wix-data/v2/collections',
      body: ({ revision }) => ({
        collection: { id: 'Products', revision, displayName: 'Product Catalog', fields, permissions },
      }),
      answer: { collection: { id: 'Products', permissions } },
    },
  ],
};

const items: Recipe = {
  file: 'wix-manage/references/cms/cms-data-items-crud.md',
  calls: [
    {
      title: 'insert an item',
      method: 'POST',
      path: '/wix-data/v2/items',
      body: { ...COLLECTION, dataItem: { data: headphones } },
      answer: { dataItem: { ...COLLECTION, data: { ...headphones, _createdDate: date, _updatedDate: date } } },
      keep: ({ dataItem }, remembered) => {
        remembered.headphones = dataItem.id;
      },
    },
    {
      title: 'insert three in bulk',
      method: 'POST',
      path: '/wix-data/v2/bulk/items/insert',
      body: {
        ...COLLECTION,
        dataItems: [
          { data: { title: 'Bluetooth Speaker', price: 79.99, inStock: true } },
          { data: { title: 'USB-C Cable', price: 12.99, inStock: true } },
          { data: { title: 'Laptop Stand', price: 49.99, inStock: false } },
        ],
        returnEntity: true,
      },
      answer: bulkOf(3),
      keep: ({ results }, remembered) => {
        [remembered.speaker, remembered.cable, remembered.stand] = results.map(
          (result: { itemMetadata?: { id: string }; dataItem?: { id: string } }) =>
            result.itemMetadata?.id ?? result.dataItem?.id,
        );
      },
    },
    {
      title: 'query with a filter, an order and offset paging',
      method: 'POST',
      path: '/wix-data/v2/items/query',
      body: query({
        filter: { inStock: true },
        sort: [{ fieldName: 'price', order: 'ASC' }],
        paging: { limit: 50, offset: 0 },
      }),
      answer: titles('USB-C Cable', 'Bluetooth Speaker', 'Wireless Headphones'),
    },
    {
      title: 'query with several conditions',
      method: 'POST',
      path: '/wix-data/v2/items/query',
      body: query({ filter: { $and: [{ inStock: true }, { price: { $gte: 50, $lte: 100 } }] } }),
      answer: titles('Bluetooth Speaker'),
    },
    {
      title: 'query by a part of the text, whatever its case',
      method: 'POST',
      path: '/wix-data/v2/items/query',
      body: query({ filter: { title: { $contains: 'wireless' } } }),
      answer: titles('Wireless Headphones'),
    },
    {
      title: 'query by cursor',
      method: 'POST',
      path: '/wix-data/v2/items/query',
      body: query({ cursorPaging: { limit: 2 } }),
      answer: { pagingMetadata: { cursors: { next: expect.any(String) } } },
      keep: ({ pagingMetadata }, remembered) => {
        remembered.cursor = pagingMetadata.cursors.next;
      },
    },
    {
      title: 'follow the cursor',
      method: 'POST',
      path: '/wix-data/v2/items/query',
      body: ({ cursor }) => query({ cursorPaging: { limit: 50, cursor } }),
      answer: { dataItems: [expect.anything(), expect.anything()] },
    },
    {
      title: 'get one',
      method: 'GET',
      path: ({ headphones }) => `/wix-data/v2/items/${headphones}?dataCollectionId=Products`,
      answer: { dataItem: { data: headphones } },
    },
    {
      title: 'replace one, its id in the path alone',
      method: 'PUT',
      path: ({ headphones }) => `/wix-data/v2/items/${headphones}`,
      body: { ...COLLECTION, dataItem: { data: { title: 'Wireless Headphones Pro', price: 199.99, inStock: true } } },
      answer: { dataItem: { data: { title: 'Wireless Headphones Pro', price: 199.99 } } },
    },
    {
      title: 'patch one',
      method: 'PATCH',
      path: ({ headphones }) => `/wix-data/v2/items/${headphones}`,
      body: ({ headphones }) => ({
        ...COLLECTION,
        patch: {
          dataItemId: headphones,
          fieldModifications: [
            { fieldPath: 'price', action: 'SET_FIELD', setFieldOptions: { value: 159.99 } },
            { fieldPath: 'description', action: 'REMOVE_FIELD' },
            { fieldPath: 'viewCount', action: 'INCREMENT_FIELD', incrementFieldOptions: { value: 1 } },
          ],
        },
      }),
      answer: { dataItem: { data: { title: 'Wireless Headphones Pro', price: 159.99, viewCount: 1 } } },
    },
    {
      title: 'replace two in bulk',
      method: 'POST',
      path: '/wix-data/v2/bulk/items/update',
      body: ({ speaker, cable }) => ({
        ...COLLECTION,
        dataItems: [
          { id: speaker, data: { title: 'Speaker', price: 159.99, inStock: true } },
          { id: cable, data: { title: 'Cable', price: 89.99, inStock: false } },
        ],
      }),
      answer: bulkOf(2),
    },
    {
      title: 'patch two in bulk',
      method: 'POST',
      path: '/wix-data/v2/bulk/items/patch',
      body: ({ speaker, cable }) => ({
        ...COLLECTION,
        patches: [speaker, cable].map((dataItemId) => ({
          dataItemId,
          fieldModifications: [{ fieldPath: 'price', action: 'SET_FIELD', setFieldOptions: { value: 10 } }],
        })),
      }),
      answer: bulkOf(2),
    },
    {
      title: 'a bulk patch that is sent as an update',
      method: 'POST',
      path: '/wix-data/v2/bulk/items/patch',
      body: { ...COLLECTION, dataItems: [] },
      status: 400,
    },
    {
      title: 'delete one',
      method: 'DELETE',
      path: ({ stand }) => `/wix-data/v2/items/${stand}?dataCollectionId=Products`,
      answer: { dataItem: { data: { title: 'Laptop Stand' } } },
    },
    {
      title: 'delete two in bulk',
      method: 'POST',
      path: '/wix-data/v2/bulk/items/remove',
      body: ({ speaker, cable }) => ({ ...COLLECTION, dataItemIds: [speaker, cable] }),
      answer: bulkOf(2),
    },
  ],
};

const extended: Recipe = {
  file: 'wix-manage/references/cms/cms-data-operations-extended.md',
  calls: [
    {
      title: 'count all',
      method: 'POST',
      path: '/wix-data/v2/items/count',
      body: COLLECTION,
      answer: { totalCount: 1 },
    },
    {
      title: 'count with a filter',
      method: 'POST',
      path: '/wix-data/v2/items/count',
      body: { ...COLLECTION, filter: { $and: [{ inStock: true }, { price: { $gte: 50 } }] } },
      answer: { totalCount: 1 },
    },
    {
      title: 'save in bulk: one with an id that is new, one without',
      method: 'POST',
      path: '/wix-data/v2/bulk/items/save',
      body: {
        ...COLLECTION,
        dataItems: [
          { id: 'existing-item-id', data: { title: 'Updated Product', price: 199.99, inStock: true, category: 'a' } },
          { data: { title: 'New Product', price: 79.99, inStock: true, category: 'a' } },
        ],
        returnEntity: true,
      },
      answer: { ...bulkOf(2), results: [{ action: 'INSERT' }, { action: 'INSERT' }] },
    },
    {
      title: 'save again: the one with an id is replaced',
      method: 'POST',
      path: '/wix-data/v2/bulk/items/save',
      body: {
        ...COLLECTION,
        dataItems: [{ id: 'existing-item-id', data: { title: 'Once more', price: 1, category: 'b' } }],
      },
      answer: { ...bulkOf(1), results: [{ action: 'UPDATE' }] },
    },
    {
      title: 'count by category in a pipeline',
      method: 'POST',
      path: '/wix-data/v2/items/aggregate-pipeline',
      body: {
        ...COLLECTION,
        pipeline: {
          stages: [
            {
              group: {
                groupIds: [{ key: 'category', expression: { fieldPath: 'category' } }],
                accumulators: [{ resultFieldName: 'count', sum: { expression: { numeric: 1 } } }],
              },
            },
          ],
        },
      },
      answer: { results: expect.arrayContaining([expect.objectContaining({ count: 1 })]) },
    },
    {
      title: 'truncate',
      method: 'POST',
      path: '/wix-data/v2/items/truncate',
      body: COLLECTION,
    },
  ],
};

const collection = (id: string) => ({
  collection: { id, displayName: id, fields: [{ key: 'title', displayName: 'Title', type: 'TEXT' }], permissions },
});
const references: Recipe = {
  file: 'wix-manage/references/cms/cms-references-and-relationships.md',
  calls: [
    {
      title: 'a collection of categories',
      method: 'POST',
      path: '/wix-data/v2/collections',
      body: collection('Categories'),
    },
    { title: 'a collection of tags', method: 'POST', path: '/wix-data/v2/collections', body: collection('Tags') },
    {
      title: 'add a reference field',
      method: 'POST',
      path: '/wix-data/v2/collections/create-field',
      body: {
        ...COLLECTION,
        field: {
          key: 'category',
          displayName: 'Category',
          type: 'REFERENCE',
          typeMetadata: { reference: { referencedCollectionId: 'Categories' } },
        },
      },
    },
    {
      title: 'add a multi-reference field',
      method: 'POST',
      path: '/wix-data/v2/collections/create-field',
      body: {
        ...COLLECTION,
        field: {
          key: 'tags',
          displayName: 'Tags',
          type: 'MULTI_REFERENCE',
          typeMetadata: {
            multiReference: {
              referencedCollectionId: 'Tags',
              referencingFieldKey: 'products',
              referencingDisplayName: 'Products',
            },
          },
        },
      },
    },
    ...['tag-1', 'tag-2', 'tag-3'].map((id) => ({
      title: `insert ${id}`,
      method: 'POST' as const,
      path: '/wix-data/v2/items',
      body: { dataCollectionId: 'Tags', dataItem: { id, data: { title: id } } },
    })),
    {
      title: 'insert a category',
      method: 'POST',
      path: '/wix-data/v2/items',
      body: { dataCollectionId: 'Categories', dataItem: { id: 'category-1', data: { title: 'Audio' } } },
    },
    {
      title: 'insert a product with a single reference',
      method: 'POST',
      path: '/wix-data/v2/items',
      body: {
        ...COLLECTION,
        dataItem: { id: 'product-1', data: { title: 'Speaker', inStock: true, category: 'category-1' } },
      },
    },
    {
      title: 'link two tags',
      method: 'POST',
      path: '/wix-data/v2/bulk/items/insert-references',
      body: {
        ...COLLECTION,
        dataItemReferences: ['tag-1', 'tag-2'].map((referencedItemId) => ({
          referringItemId: 'product-1',
          referringItemFieldName: 'tags',
          referencedItemId,
        })),
        returnEntity: true,
      },
      answer: bulkOf(2),
    },
    {
      title: 'the natural-looking body of references is refused as WDE0080',
      method: 'POST',
      path: '/wix-data/v2/bulk/items/insert-references',
      body: { ...COLLECTION, references: [{ referencingItemId: 'product-1', referencedItemId: 'tag-1' }] },
      status: 400,
      answer: { details: { applicationError: { code: 'WDE0080' } } },
    },
    {
      title: 'query with references expanded',
      method: 'POST',
      path: '/wix-data/v2/items/query',
      body: { ...query({ filter: { inStock: true } }), includeReferencedItems: ['category', 'tags'] },
      answer: {
        dataItems: [{ data: { category: { title: 'Audio' }, tags: [{ title: 'tag-1' }, { title: 'tag-2' }] } }],
      },
    },
    {
      title: 'query by $hasSome',
      method: 'POST',
      path: '/wix-data/v2/items/query',
      body: query({ filter: { tags: { $hasSome: ['tag-2', 'tag-3'] } } }),
      answer: titles('Speaker'),
    },
    {
      title: 'replace all links',
      method: 'POST',
      path: '/wix-data/v2/items/replace-references',
      body: {
        ...COLLECTION,
        referringItemId: 'product-1',
        referringItemFieldName: 'tags',
        newReferencedItemIds: ['tag-3'],
      },
    },
    {
      title: 'unlink',
      method: 'POST',
      path: '/wix-data/v2/bulk/items/remove-references',
      body: {
        ...COLLECTION,
        dataItemReferences: [
          { referringItemId: 'product-1', referringItemFieldName: 'tags', referencedItemId: 'tag-3' },
        ],
      },
      answer: bulkOf(1),
    },
  ],
};

const visitorReads: Recipe = {
  file: 'wix-vibe-headless/references/cms/app/rest/wix-cms.js',
  calls: [
    {
      title: 'a visitor token',
      as: 'nobody',
      method: 'POST',
      path: '/oauth2/token',
      body: ({ clientId }) => ({ clientId, grantType: 'anonymous' }),
      keep: ({ access_token }, remembered) => {
        remembered.visitorToken = access_token;
      },
    },
    {
      title: 'query by cursor, with `fields` and `includeReferences`',
      as: 'visitor',
      method: 'POST',
      path: '/wix-data/v2/items/query',
      body: {
        ...query({ filter: { inStock: true }, fields: ['title', 'category'], cursorPaging: { limit: 100 } }),
        includeReferences: [{ field: 'category' }],
      },
      answer: { dataItems: [{ data: { title: 'Speaker', category: { title: 'Audio' } } }] },
    },
    {
      title: 'dates in a filter, as ISO text',
      as: 'visitor',
      method: 'POST',
      path: '/wix-data/v2/items/query',
      body: query({ filter: { _createdDate: { $gt: '2020-01-01T00:00:00.000Z' } }, cursorPaging: { limit: 1 } }),
      answer: titles('Speaker'),
    },
    {
      title: 'an insert by a visitor is refused',
      as: 'visitor',
      method: 'POST',
      path: '/wix-data/v2/items',
      body: { ...COLLECTION, dataItem: { data: { title: 'Mine' } } },
      status: 403,
    },
  ],
};

export const dataRecipes: readonly Recipe[] = [schema, items, extended, references, visitorReads];
