import { COLLECTION, query, titles } from './data-parts.ts';
import type { Recipe } from './recipe.ts';

export const visitorsRecipe: Recipe = {
  file: 'wix-vibe-headless/references/cms/app/rest/wix-cms.js',
  calls: [
    {
      title: 'a visitor token',
      as: 'unauthenticated',
      method: 'POST',
      path: '/oauth2/token',
      body: ({ clientId }) => ({ clientId, grantType: 'anonymous' }),
      save: ({ access_token }, saved) => {
        saved.visitorToken = access_token;
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
      response: { dataItems: [{ data: { title: 'Speaker', category: { title: 'Audio' } } }] },
    },
    {
      title: 'dates in a filter, as ISO text',
      as: 'visitor',
      method: 'POST',
      path: '/wix-data/v2/items/query',
      body: query({ filter: { _createdDate: { $gt: '2020-01-01T00:00:00.000Z' } }, cursorPaging: { limit: 1 } }),
      response: titles('Speaker'),
    },
    {
      title: 'an insert by a visitor, which is rejected',
      as: 'visitor',
      method: 'POST',
      path: '/wix-data/v2/items',
      body: { ...COLLECTION, dataItem: { data: { title: 'Mine' } } },
      status: 403,
    },
  ],
};
