import { expect } from 'vitest';
import { COLLECTION, permissions } from './data-parts.ts';
import type { Recipe } from './recipe.ts';

const fields = [
  { key: 'title', displayName: 'Title', type: 'TEXT', required: true },
  { key: 'price', displayName: 'Price', type: 'NUMBER' },
  { key: 'description', displayName: 'Description', type: 'TEXT' },
  { key: 'inStock', displayName: 'In Stock', type: 'BOOLEAN' },
];

export const collectionsRecipe: Recipe = {
  file: 'wix-manage/references/cms/cms-schema-management.md',
  calls: [
    {
      title: 'create a collection',
      method: 'POST',
      path: '/wix-data/v2/collections',
      body: { collection: { id: 'Products', displayName: 'Products', fields, permissions } },
      response: { collection: { id: 'Products', permissions } },
    },
    {
      title: 'list collections by name only',
      method: 'GET',
      path: '/wix-data/v2/collections?fields=displayName',
      response: { collections: expect.arrayContaining([expect.objectContaining({ displayName: 'Products' })]) },
    },
    {
      title: 'list collections with their fields',
      method: 'GET',
      path: '/wix-data/v2/collections',
      response: { collections: expect.arrayContaining([expect.objectContaining({ fields: expect.any(Array) })]) },
    },
    {
      title: 'get the schema of one collection',
      method: 'GET',
      path: '/wix-data/v2/collections/Products',
      response: {
        collection: { id: 'Products', fields: expect.arrayContaining([expect.objectContaining(fields[1])]) },
      },
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
      save: ({ collection, dataCollection }, saved) => {
        saved.revision = (collection ?? dataCollection)?.revision;
      },
    },
    {
      title: 'read the revision',
      method: 'GET',
      path: '/wix-data/v2/collections/Products',
      response: { collection: { displayName: 'Product Catalog' } },
      save: ({ collection }, saved) => {
        saved.revision = collection.revision;
      },
    },
    {
      title: 'change permissions by full replacement',
      method: 'PUT',
      path: '/wix-data/v2/collections',
      body: ({ revision }) => ({
        collection: { id: 'Products', revision, displayName: 'Product Catalog', fields, permissions },
      }),
      response: { collection: { id: 'Products', permissions } },
    },
  ],
};
