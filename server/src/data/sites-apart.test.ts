/** Two sites with collections of the same name: ids of one lead nowhere in the other. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeOf } from '../testing/answers.ts';
import { type TestServer, testServer } from '../testing/index.ts';
import { CALLS } from './testing/every-call.fixture.ts';
import { OPEN } from './testing/items.fixture.ts';

let t: TestServer;
let theirs: Awaited<ReturnType<TestServer['secondSite']>>;
const ours = { kept: 'ours', n: 1 };

beforeAll(async () => {
  t = await testServer();
  theirs = await t.secondSite();
  const refs = { type: 'MULTI_REFERENCE', typeMetadata: { multiReference: { referencedCollectionId: 'C' } } };
  const fields = [
    { key: 'kept', type: 'TEXT' },
    { key: 's', type: 'TEXT' },
    { key: 'refs', ...refs },
  ];
  for (const call of [here, there])
    for (const id of ['C', 'E'])
      expect((await call('POST', 'v2/collections', { collection: { id, fields, permissions: OPEN } })).status).toBe(
        200,
      );
  const data = { _id: 'k', ...ours, refs: ['k'] };
  await here('POST', 'v2/items', { dataCollectionId: 'C', dataItem: { data }, saveReferences: true });
});
afterAll(() => t.stop());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const here = (method: Method, path: string, body?: object) => t.call({ method, path: `/${path}`, as: t.key, body });
const there = (method: Method, path: string, body?: object, authorization = theirs.key) =>
  t.call({ method, path: `/${path}`, headers: { authorization }, body });

it('no call of the other site reads or changes anything here', async () => {
  const before = await all();
  for (const [method, path, body] of CALLS) {
    const call = path.startsWith('v1/permissions') ? body : { dataCollectionId: 'C', ...body };
    const answer = await there(method, path, call);
    expect([path, answer.text]).toEqual([path, expect.not.stringContaining('ours')]);
  }
  await there('POST', 'v2/items/truncate', { dataCollectionId: 'C' });
  await there('DELETE', 'v2/collections/C?dataCollectionId=C');
  expect(await all()).toEqual(before);
});

/** All that this site tells of its two collections. */
async function all(): Promise<string[]> {
  const texts: string[] = [];
  for (const id of ['C', 'E']) {
    for (const path of ['v2/collections/x', 'v2/indexes', 'v1/permissions', 'portico/v1/data/schema-changes'])
      texts.push((await here('GET', `${path}?dataCollectionId=${id}`)).text);
    texts.push((await here('POST', 'v2/items/query', { dataCollectionId: id })).text);
    const asked = { referringItemFieldName: 'refs', referringItemId: 'k', referencedItemId: 'k' };
    texts.push((await here('POST', 'v2/items/is-referenced', { dataCollectionId: id, ...asked })).text);
  }
  return texts;
}

it('jobs, special permissions and indexes of one site are not there in the other', async () => {
  const { jobId } = (await here('POST', 'v2/bulk/items/async-remove-by-filter', { dataCollectionId: 'E', filter: {} }))
    .body;
  expect((await here('GET', `v2/async-jobs/${jobId}/status?jobId=${jobId}`)).status).toBe(200);
  for (const as of [theirs.key, theirs.visitor])
    expect(codeOf(await there('GET', `v2/async-jobs/${jobId}/status?jobId=${jobId}`, undefined, as))).toBe('NOT_FOUND');
  const given = { dataCollectionId: 'C', specialPermissions: { userId: t.memberId, itemRead: 'ALLOWED' } };
  const { id } = (await here('POST', 'v1/permissions/special', given)).body.specialPermissions;
  for (const named of ['', '?dataCollectionId=E'])
    expect(codeOf(await there('DELETE', `v1/permissions/special/${id}${named}`))).toBe('NOT_FOUND');
  const index = { name: 'only here', fields: [{ path: 'kept' }] };
  expect((await here('POST', 'v2/indexes', { dataCollectionId: 'E', index })).status).toBe(200);
  expect(codeOf(await there('DELETE', 'v2/indexes?dataCollectionId=E&indexName=only%20here'))).toBe('WDE0160');
});

it("a key does not act in another site, whatever site is named; a pair of two sites' credentials is none", async () => {
  const body = { dataCollectionId: 'C' };
  const ask = (authorization: string, site?: string) =>
    t.call({
      method: 'POST',
      path: '/v2/items/query',
      headers: { authorization, ...(site ? { 'wix-site-id': site } : {}) },
      body,
    });
  expect((await ask(theirs.key, t.site.id)).status).toBe(403);
  expect((await ask(t.key, theirs.site.id)).status).toBe(403);
  for (const pair of [`${t.visitor},${theirs.key}`, `${theirs.visitor},${t.key}`]) {
    const { status, text } = await ask(pair);
    expect([status, text]).toEqual([401, expect.not.stringContaining('ours')]);
  }
});

it('cursors of one site open nothing in the other', async () => {
  for (const id of ['l', 'm']) await here('POST', 'v2/items', { dataCollectionId: 'C', dataItem: { id, data: ours } });
  const query = { paging: { limit: 1 }, filter: { kept: 'ours' } };
  const { next } = (await here('POST', 'v2/items/query', { dataCollectionId: 'C', query })).body.pagingMetadata.cursors;
  const followUp = { dataCollectionId: 'E', query: { cursorPaging: { cursor: next } } };
  expect(codeOf(await there('POST', 'v2/items/query', followUp))).toBe('WDE0152');
});
