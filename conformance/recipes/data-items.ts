import { expect } from 'vitest';
import { bulkOf, COLLECTION, query, titles } from './data-parts.ts';
import type { Recipe } from './recipe.ts';

const headphones = {
  title: 'Wireless Headphones',
  price: 149.99,
  description: 'Premium wireless headphones with noise cancellation',
  inStock: true,
  tags: ['wireless', 'audio', 'premium'],
};
const date = { $date: expect.any(String) };

export const itemsRecipe: Recipe = {
  file: 'wix-manage/references/cms/cms-data-items-crud.md',
  calls: [
    {
      title: 'insert an item',
      method: 'POST',
      path: '/wix-data/v2/items',
      body: { ...COLLECTION, dataItem: { data: headphones } },
      response: { dataItem: { ...COLLECTION, data: { ...headphones, _createdDate: date, _updatedDate: date } } },
      save: ({ dataItem }, saved) => {
        saved.headphones = dataItem.id;
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
      response: bulkOf(3),
      save: ({ results }, saved) => {
        [saved.speaker, saved.cable, saved.laptopStand] = results.map(
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
      response: titles('USB-C Cable', 'Bluetooth Speaker', 'Wireless Headphones'),
    },
    {
      title: 'query with several conditions',
      method: 'POST',
      path: '/wix-data/v2/items/query',
      body: query({ filter: { $and: [{ inStock: true }, { price: { $gte: 50, $lte: 100 } }] } }),
      response: titles('Bluetooth Speaker'),
    },
    {
      title: 'query by part of a text, ignoring case',
      method: 'POST',
      path: '/wix-data/v2/items/query',
      body: query({ filter: { title: { $contains: 'wireless' } } }),
      response: titles('Wireless Headphones'),
    },
    {
      title: 'query by cursor',
      method: 'POST',
      path: '/wix-data/v2/items/query',
      body: query({ cursorPaging: { limit: 2 } }),
      response: { pagingMetadata: { cursors: { next: expect.any(String) } } },
      save: ({ pagingMetadata }, saved) => {
        saved.cursor = pagingMetadata.cursors.next;
      },
    },
    {
      title: 'follow the cursor',
      method: 'POST',
      path: '/wix-data/v2/items/query',
      body: ({ cursor }) => query({ cursorPaging: { limit: 50, cursor } }),
      response: { dataItems: [expect.anything(), expect.anything()] },
    },
    {
      title: 'get one',
      method: 'GET',
      path: ({ headphones }) => `/wix-data/v2/items/${headphones}?dataCollectionId=Products`,
      response: { dataItem: { data: headphones } },
    },
    {
      title: 'replace one with its id only in the path',
      method: 'PUT',
      path: ({ headphones }) => `/wix-data/v2/items/${headphones}`,
      body: { ...COLLECTION, dataItem: { data: { title: 'Wireless Headphones Pro', price: 199.99, inStock: true } } },
      response: { dataItem: { data: { title: 'Wireless Headphones Pro', price: 199.99 } } },
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
      response: { dataItem: { data: { title: 'Wireless Headphones Pro', price: 159.99, viewCount: 1 } } },
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
      response: bulkOf(2),
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
      response: bulkOf(2),
    },
    {
      title: 'a bulk patch in the shape of an update',
      method: 'POST',
      path: '/wix-data/v2/bulk/items/patch',
      body: { ...COLLECTION, dataItems: [] },
      status: 400,
    },
    {
      title: 'delete one',
      method: 'DELETE',
      path: ({ laptopStand }) => `/wix-data/v2/items/${laptopStand}?dataCollectionId=Products`,
      response: { dataItem: { data: { title: 'Laptop Stand' } } },
    },
    {
      title: 'delete two in bulk',
      method: 'POST',
      path: '/wix-data/v2/bulk/items/remove',
      body: ({ speaker, cable }) => ({ ...COLLECTION, dataItemIds: [speaker, cable] }),
      response: bulkOf(2),
    },
  ],
};
