/** Tests that errors name the invalid part of the request. */
import { dataLimits } from '@portico/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, testServer } from '../testing/index.ts';
import { itemCalls } from './testing/item-calls.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
  const refs = { type: 'MULTI_REFERENCE', typeMetadata: { multiReference: { referencedCollectionId: 'C' } } };
  await post('collections', { collection: { id: 'C', fields: [{ key: 'refs', ...refs }] } });
  await post('items', { dataItem: { id: 'k', data: { t: 'x' } } });
});
afterAll(() => t.stop());

const { post } = itemCalls(() => t, { caller: 'key' });
const longText = 'x'.repeat(257);
const link = { referringItemFieldName: 'refs', referringItemId: 'k', referencedItemId: 'k' };
const set = { action: 'SET_FIELD', fieldPath: 'a', setFieldOptions: { value: 1 } };
const page = { paging: { offset: 2 }, cursorPaging: { limit: 1 } };
const invalidFilter = { a: { $gt: null } };

it.each<[string, object, string, string]>([
  ['items', { dataItem: { id: '', data: {} } }, 'WDE0079', 'dataItem.id'],
  ['items', { dataItem: { data: { _id: null } } }, 'WDE0079', 'dataItem.data._id'],
  ['items', { dataItem: { id: 'a', data: { _id: 'b' } } }, 'WDE0080', 'dataItem.id'],
  ['items', { dataItem: { data: { a: [{ $b: 1 }] } } }, 'WDE0134', 'dataItem.data.a[0].$b'],
  ['items/update', { dataItem: { data: {} } }, 'WDE0007', 'dataItem.data._id'],
  [
    'items/update',
    { dataItem: { id: 'k', data: {} }, condition: { filter: invalidFilter } },
    'WDE0093',
    'condition.filter.a.$gt',
  ],
  ['items/save', { dataItem: { id: longText, data: {} } }, 'WDE0079', 'dataItem.id'],
  ['items/patch', { patch: { dataItemId: '', fieldModifications: [set] } }, 'WDE0079', 'patch.dataItemId'],
  [
    'items/patch',
    { patch: { dataItemId: 'k', fieldModifications: [set, { ...set, fieldPath: 'a..b' }] } },
    'WDE0080',
    'patch.fieldModifications[1].fieldPath',
  ],
  ['items/remove', { dataItemId: longText }, 'WDE0079', 'dataItemId'],
  ['items/is-referenced', { ...link, referringItemId: '' }, 'WDE0079', 'referringItemId'],
  ['items/is-referenced', { ...link, referencedItemId: '' }, 'WDE0079', 'referencedItemId'],
  [
    'bulk/items/insert-references',
    { dataItemReferences: [{ ...link, referencedItemId: longText }] },
    'WDE0079',
    'dataItemReferences[0].referencedItemId',
  ],
  [
    'items/replace-references',
    { referringItemFieldName: 'refs', referringItemId: 'k', newReferencedItemIds: ['k', ''] },
    'WDE0079',
    'newReferencedItemIds[1]',
  ],
  [
    'items/replace-references',
    { referringItemFieldName: 'refs', referringItemId: 'k', newReferencedItemIds: Array(1_001).fill('k') },
    'WDE0080',
    'newReferencedItemIds',
  ],
  [
    'items/query-referenced',
    { referringItemFieldName: 'refs', referringItemIds: ['k', ''] },
    'WDE0079',
    'referringItemIds[1]',
  ],
  ['items/query-referenced', { cursorPaging: { cursor: 'x' } }, 'WDE0152', 'cursorPaging.cursor'],
  ['items/query-referenced', page, 'WDE0151', 'paging.offset'],
  ['items/query', { query: page }, 'WDE0151', 'query.paging.offset'],
  ['items/query', { query: { cursorPaging: { cursor: 'x' } } }, 'WDE0152', 'query.cursorPaging.cursor'],
  ['items/search', { search: { cursorPaging: { cursor: 'x' } } }, 'WDE0152', 'search.cursorPaging.cursor'],
  ['items/search', { search: { filter: invalidFilter } }, 'WDE0093', 'search.filter.a.$gt'],
  ['items/query-distinct-values', { cursorPaging: { cursor: 'x' } }, 'WDE0152', 'cursorPaging.cursor'],
  ['items/query-distinct-values', { fieldName: 'a', ...page }, 'WDE0151', 'paging.offset'],
  ['items/aggregate', { cursorPaging: { cursor: 'x' } }, 'WDE0152', 'cursorPaging.cursor'],
  ['items/aggregate', { initialFilter: invalidFilter }, 'WDE0093', 'initialFilter.a.$gt'],
  [
    'items/aggregate-pipeline',
    { pipeline: { cursorPaging: { cursor: 'x' } } },
    'WDE0152',
    'pipeline.cursorPaging.cursor',
  ],
  ['bulk/items/async-remove-by-filter', { filter: invalidFilter }, 'WDE0093', 'filter.a.$gt'],
])('%s %j: %s at %s', async (path, body, code, field) => {
  const { applicationError } = (await post(path, body)).body.details;
  expect([applicationError.code, applicationError.data.field]).toEqual([code, field]);
});

it.each<[string, object, string, string]>([
  ['insert', { dataItems: [{ data: {} }, { id: '', data: {} }] }, 'WDE0079', 'dataItems[1].id'],
  ['update', { dataItems: [{ id: 'k', data: {} }, { data: {} }] }, 'WDE0007', 'dataItems[1].data._id'],
  ['save', { dataItems: [{ id: 'k', data: {} }, { data: { a: { $b: 1 } } }] }, 'WDE0134', 'dataItems[1].data.a.$b'],
  ['remove', { dataItemIds: ['k', longText] }, 'WDE0079', 'dataItemIds[1]'],
  [
    'patch',
    {
      patches: [
        { dataItemId: 'k', fieldModifications: [set] },
        { dataItemId: '', fieldModifications: [set] },
      ],
    },
    'WDE0079',
    'patches[1].dataItemId',
  ],
])('one of a bulk %s %j: %s at %s', async (call, body, code, field) => {
  const { error, originalIndex } = (await post(`bulk/items/${call}`, body)).body.results[1].itemMetadata;
  expect([originalIndex, error.code, error.data.field]).toEqual([1, code, field]);
});

it('names an item that is too large, alone and in bulk', async () => {
  const data = { a: 'x'.repeat(dataLimits.itemBytes) };
  const { applicationError } = (await post('items', { dataItem: { data } })).body.details;
  const { itemBytes: limitBytes } = dataLimits;
  expect(applicationError).toMatchObject({ code: 'WDE0009', data: { limitBytes, field: 'dataItem' } });
  const { results } = (await post('bulk/items/insert', { dataItems: [{ data: {} }, { data }] })).body;
  expect(results[1].itemMetadata.error.data).toEqual({ limitBytes, field: 'dataItems[1]' });
});
