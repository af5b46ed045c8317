/** Tests that two sites with collections of the same name cannot access each other's data. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, testServer } from '../testing/index.ts';
import { codeOf } from '../testing/responses.ts';
import { CALLS } from './testing/every-call.ts';
import { OPEN } from './testing/item-calls.ts';

let t: TestServer;
let secondSite: Awaited<ReturnType<TestServer['secondSite']>>;
const item = { title: 'ours', n: 1 };

beforeAll(async () => {
  t = await testServer();
  secondSite = await t.secondSite();
  const refs = { type: 'MULTI_REFERENCE', typeMetadata: { multiReference: { referencedCollectionId: 'C' } } };
  const fields = [
    { key: 'title', type: 'TEXT' },
    { key: 's', type: 'TEXT' },
    { key: 'refs', ...refs },
  ];
  for (const call of [callFirst, callSecond])
    for (const id of ['C', 'E'])
      expect((await call('POST', 'v2/collections', { collection: { id, fields, permissions: OPEN } })).status).toBe(
        200,
      );
  const data = { _id: 'k', ...item, refs: ['k'] };
  await callFirst('POST', 'v2/items', { dataCollectionId: 'C', dataItem: { data }, saveReferences: true });
});
afterAll(() => t.stop());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const callFirst = (method: Method, path: string, body?: object) =>
  t.call({ method, path: `/${path}`, as: t.key, body });
const callSecond = (method: Method, path: string, body?: object, authorization = secondSite.key) =>
  t.call({ method, path: `/${path}`, headers: { authorization }, body });

it('no call of the other site reads or changes anything here', async () => {
  const before = await readAll();
  for (const [method, path, body] of CALLS) {
    const call = path.startsWith('v1/permissions') ? body : { dataCollectionId: 'C', ...body };
    const response = await callSecond(method, path, call);
    expect([path, response.text]).toEqual([path, expect.not.stringContaining('ours')]);
  }
  await callSecond('POST', 'v2/items/truncate', { dataCollectionId: 'C' });
  await callSecond('DELETE', 'v2/collections/C?dataCollectionId=C');
  expect(await readAll()).toEqual(before);
});

/** Returns all responses of this site about its two collections. */
async function readAll(): Promise<string[]> {
  const texts: string[] = [];
  for (const id of ['C', 'E']) {
    for (const path of ['v2/collections/x', 'v2/indexes', 'v1/permissions', 'portico/v1/data/schema-changes'])
      texts.push((await callFirst('GET', `${path}?dataCollectionId=${id}`)).text);
    texts.push((await callFirst('POST', 'v2/items/query', { dataCollectionId: id })).text);
    const reference = { referringItemFieldName: 'refs', referringItemId: 'k', referencedItemId: 'k' };
    texts.push((await callFirst('POST', 'v2/items/is-referenced', { dataCollectionId: id, ...reference })).text);
  }
  return texts;
}

it('jobs, special permissions and indexes of one site are not found in the other', async () => {
  const { jobId } = (
    await callFirst('POST', 'v2/bulk/items/async-remove-by-filter', { dataCollectionId: 'E', filter: {} })
  ).body;
  expect((await callFirst('GET', `v2/async-jobs/${jobId}/status?jobId=${jobId}`)).status).toBe(200);
  for (const as of [secondSite.key, secondSite.visitor])
    expect(codeOf(await callSecond('GET', `v2/async-jobs/${jobId}/status?jobId=${jobId}`, undefined, as))).toBe(
      'NOT_FOUND',
    );
  const request = { dataCollectionId: 'C', specialPermissions: { userId: t.memberId, itemRead: 'ALLOWED' } };
  const { id } = (await callFirst('POST', 'v1/permissions/special', request)).body.specialPermissions;
  for (const named of ['', '?dataCollectionId=E'])
    expect(codeOf(await callSecond('DELETE', `v1/permissions/special/${id}${named}`))).toBe('NOT_FOUND');
  const index = { name: 'only here', fields: [{ path: 'title' }] };
  expect((await callFirst('POST', 'v2/indexes', { dataCollectionId: 'E', index })).status).toBe(200);
  expect(codeOf(await callSecond('DELETE', 'v2/indexes?dataCollectionId=E&indexName=only%20here'))).toBe('WDE0160');
});

it('a key is rejected for another site, and so is a pair of credentials of two sites', async () => {
  const body = { dataCollectionId: 'C' };
  const send = (authorization: string, site?: string) =>
    t.call({
      method: 'POST',
      path: '/v2/items/query',
      headers: { authorization, ...(site ? { 'wix-site-id': site } : {}) },
      body,
    });
  expect((await send(secondSite.key, t.site.id)).status).toBe(403);
  expect((await send(t.key, secondSite.site.id)).status).toBe(403);
  for (const pair of [`${t.visitor},${secondSite.key}`, `${secondSite.visitor},${t.key}`]) {
    const { status, text } = await send(pair);
    expect([status, text]).toEqual([401, expect.not.stringContaining('ours')]);
  }
});

it('cursors of one site are rejected in the other', async () => {
  for (const id of ['l', 'm'])
    await callFirst('POST', 'v2/items', { dataCollectionId: 'C', dataItem: { id, data: item } });
  const query = { paging: { limit: 1 }, filter: { title: 'ours' } };
  const { next } = (await callFirst('POST', 'v2/items/query', { dataCollectionId: 'C', query })).body.pagingMetadata
    .cursors;
  const followUp = { dataCollectionId: 'E', query: { cursorPaging: { cursor: next } } };
  expect(codeOf(await callSecond('POST', 'v2/items/query', followUp))).toBe('WDE0152');
});
