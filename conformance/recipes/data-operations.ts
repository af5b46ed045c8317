import { expect } from 'vitest';
import { bulkOf, COLLECTION } from './data-parts.ts';
import type { Recipe } from './recipe.ts';

export const operationsRecipe: Recipe = {
  file: 'wix-manage/references/cms/cms-data-operations-extended.md',
  calls: [
    {
      title: 'count all',
      method: 'POST',
      path: '/wix-data/v2/items/count',
      body: COLLECTION,
      response: { totalCount: 1 },
    },
    {
      title: 'count with a filter',
      method: 'POST',
      path: '/wix-data/v2/items/count',
      body: { ...COLLECTION, filter: { $and: [{ inStock: true }, { price: { $gte: 50 } }] } },
      response: { totalCount: 1 },
    },
    {
      title: 'save two in bulk, one with a new id and one without an id',
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
      response: { ...bulkOf(2), results: [{ action: 'INSERT' }, { action: 'INSERT' }] },
    },
    {
      title: 'save again, which replaces the one with an id',
      method: 'POST',
      path: '/wix-data/v2/bulk/items/save',
      body: {
        ...COLLECTION,
        dataItems: [{ id: 'existing-item-id', data: { title: 'Once more', price: 1, category: 'b' } }],
      },
      response: { ...bulkOf(1), results: [{ action: 'UPDATE' }] },
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
      response: { results: expect.arrayContaining([expect.objectContaining({ count: 1 })]) },
    },
    {
      title: 'truncate',
      method: 'POST',
      path: '/wix-data/v2/items/truncate',
      body: COLLECTION,
    },
  ],
};
