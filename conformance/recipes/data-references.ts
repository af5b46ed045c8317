import { bulkOf, COLLECTION, permissions, query, titles } from './data-parts.ts';
import type { Recipe } from './recipe.ts';

const collection = (id: string) => ({
  collection: { id, displayName: id, fields: [{ key: 'title', displayName: 'Title', type: 'TEXT' }], permissions },
});

export const referencesRecipe: Recipe = {
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
      response: bulkOf(2),
    },
    {
      title: 'link tags with a natural-looking body, which is rejected with WDE0080',
      method: 'POST',
      path: '/wix-data/v2/bulk/items/insert-references',
      body: { ...COLLECTION, references: [{ referencingItemId: 'product-1', referencedItemId: 'tag-1' }] },
      status: 400,
      response: { details: { applicationError: { code: 'WDE0080' } } },
    },
    {
      title: 'query with references expanded',
      method: 'POST',
      path: '/wix-data/v2/items/query',
      body: { ...query({ filter: { inStock: true } }), includeReferencedItems: ['category', 'tags'] },
      response: {
        dataItems: [{ data: { category: { title: 'Audio' }, tags: [{ title: 'tag-1' }, { title: 'tag-2' }] } }],
      },
    },
    {
      title: 'query by $hasSome',
      method: 'POST',
      path: '/wix-data/v2/items/query',
      body: query({ filter: { tags: { $hasSome: ['tag-2', 'tag-3'] } } }),
      response: titles('Speaker'),
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
      response: bulkOf(1),
    },
  ],
};
