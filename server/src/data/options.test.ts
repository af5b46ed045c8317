/**
 * Tests the options that all calls accept, and all paths under which calls are served (data contract sections 0, 0.1
 * and 1).
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../testing/index.ts';
import { codeOf } from '../testing/responses.ts';
import { createVerbs } from '../testing/verbs.ts';
import { CALLS } from './testing/every-call.ts';
import { OPEN } from './testing/item-calls.ts';

let t: TestServer;
const C = { dataCollectionId: 'C' };

beforeAll(async () => {
  t = await testServer();
  const fields = [
    { key: 'one', type: 'REFERENCE', typeMetadata: { reference: { referencedCollectionId: 'C' } } },
    { key: 'refs', type: 'MULTI_REFERENCE', typeMetadata: { multiReference: { referencedCollectionId: 'C' } } },
  ];
  await post('collections', { collection: { id: 'C', permissions: OPEN, fields } });
  await post('collections', { collection: { id: 'Mine', permissions: { read: 'SITE_MEMBER_AUTHOR' } } });
});
beforeEach(async () => {
  await post('items/truncate', C);
  await post('items', { ...C, dataItem: { data: { _id: 'k', n: 1, refs: ['k'] } }, saveReferences: true });
});
afterAll(() => t.stop());

const { post } = createVerbs(() => t, { at: '/v2/' });

const OPTIONS = {
  suppressHooks: true,
  suppressAuth: true,
  appOptions: { a: [{ b: null }] },
  publishPluginOptions: { includeDraftItems: true },
  consistentRead: true,
  language: 'fr',
  includeFieldGroups: ['g'],
  gridAppId: 'x',
  appId: 'y',
  showDrafts: true,
  somethingNew: { deep: [1] },
};

const itemCalls = CALLS.filter(([, path]) => /^v2\/(bulk\/)?items/.test(path));
const others = ['items/truncate', 'items/create-draft', 'items/publish-draft', 'items/unpublish'].map(
  (path) => ['POST', `v2/${path}`, { dataItemId: 'k', copyToDraft: true }] as const,
);

describe.each([...itemCalls, ...others])('%s %s (%#)', (method, path, body) => {
  const call = (options: object) =>
    t.call({ method, path: `/${path}`, as: t.key, body: { ...C, ...body, ...options } });

  it('responds equally with and without each option, and rejects the sandbox', async () => {
    const rejected = await call({ ...OPTIONS, environment: 'SANDBOX' });
    expect([rejected.status, codeOf(rejected)]).toEqual([400, 'WDE0179']);
    const plain = await call({});
    for (const environment of ['LIVE', 'SANDBOX_PREFERRED']) {
      await post('items/truncate', C);
      await post('items', { ...C, dataItem: { data: { _id: 'k', n: 1, refs: ['k'] } }, saveReferences: true });
      const response = await call({ ...OPTIONS, environment });
      expect([response.status, codeOf(response)]).toEqual([plain.status, codeOf(plain)]);
    }
    const unknown = await call({ environment: 'PRODUCTION' });
    expect(unknown.body.details.validationError.fieldViolations[0].field).toBe('environment');
  });
});

it('a query includes the references of the older REST option', async () => {
  const request = { ...C, includeReferencedItems: ['refs'], query: { fields: ['refs'] } };
  const { body } = await post('items/query', request);
  expect(body.dataItems[0].data).toEqual({ _id: 'k', refs: [expect.objectContaining({ _id: 'k', n: 1 })] });
  const both = { ...request, includeReferences: [{ field: 'refs', limit: 1 }] };
  expect((await post('items/query', both)).body.dataItems[0].data.refs).toHaveLength(1);
  expect((await post('items/query', { ...C, includeReferencedItems: true })).status).toBe(200);
});

describe.each(['/wix-data', '/_api/cloud-data', '/cloud-data', '/_api/data', '/data', ''])('under %s', (prefix) => {
  const pack = (body: object) => `.r=${Buffer.from(JSON.stringify(body)).toString('base64url')}`;
  const get = (path: string) => t.call({ method: 'GET', path: prefix + path, as: t.key });
  const send = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    t.call({ method, path: prefix + path, as: t.key, body });

  it('items are read and queried, plain and packed, and written in the REST forms', async () => {
    const options = 'environment=LIVE&suppressHooks=true&consistentRead=true&language=fr&gridAppId=5';
    const plain = await get(`/v2/items/k?dataCollectionId=C&dataItemId=k&${options}&fields=n&fields=m`);
    expect(plain.body.dataItem.data).toEqual({ _id: 'k', n: 1 });
    const { language, includeFieldGroups, suppressHooks, appOptions, publishPluginOptions } = OPTIONS;
    const all = { language, includeFieldGroups, suppressHooks, appOptions, publishPluginOptions, ...C };
    const response = await get(
      `/v2/items/k?${pack({ ...all, dataItemId: 'k', includeReferences: [{ field: 'refs' }] })}`,
    );
    expect(response.body.dataItem.data.refs).toMatchObject([{ _id: 'k', n: 1 }]);
    const page = await get(`/v2/items/query?${pack({ ...all, query: { filter: { n: 1 } } })}`);
    expect([page.body.dataItems.length, page.headers['cache-control']]).toEqual([1, 'no-store']);
    const put = await send('PUT', '/v2/items/k', { ...C, dataItem: { data: { n: 2 } } });
    expect(put.body.dataItem.data.n).toBe(2);
    const fieldModifications = [{ action: 'INCREMENT_FIELD', fieldPath: 'n', incrementFieldOptions: { value: 1 } }];
    const patched = await send('PATCH', '/v2/items/k', { ...C, patch: { fieldModifications } });
    expect(patched.body.dataItem.data.n).toBe(3);
    const counted = await send('POST', '/v2/items/count', C);
    expect(counted.body).toEqual({ totalCount: 1 });
    const bulk = await send('POST', '/v2/bulk/items/insert', { ...C, dataItems: [{ data: {} }] });
    expect(bulk.body.bulkActionMetadata.totalSuccesses).toBe(1);
    const removed = await send('DELETE', '/v2/items/k?dataCollectionId=C');
    expect(removed.body.dataItem.data.n).toBe(3);
  });

  it('the other services are available', async () => {
    for (const path of ['/v2/collections', '/v2/collections/C?dataCollectionId=C', '/v2/indexes?dataCollectionId=C'])
      expect([path, (await get(path)).status]).toEqual([path, 200]);
    for (const path of ['/v1/permissions?dataCollectionId=C', '/v1/permissions/current?dataCollectionId=C'])
      expect([path, (await get(path)).status]).toEqual([path, 200]);
    const job = (await send('POST', '/v2/bulk/items/async-remove-by-filter', { ...C, filter: { n: 5 } })).body.jobId;
    expect((await get(`/v2/async-jobs/${job}/status?jobId=${job}`)).status).toBe(200);
  });

  it.each(['%25', 'W10', 'bnVsbA', 'eyJh', '', 'e30!'])(
    'rejects a value that is not a packed object: .r=%s',
    async (r) => {
      expect((await get(`/v2/items/query?.r=${r}`)).status).toBe(400);
      expect((await get(`/v2/items/k?.r=${r}`)).status).toBe(400);
    },
  );
});

describe('suppressAuth grants nothing', () => {
  const suppressAuthOptions = { ...OPTIONS, options: { suppressAuth: true }, appOptions: { suppressAuth: true } };

  it.each(itemCalls)('%s %s (%#)', async (method, path, body) => {
    for (const as of [t.visitor, t.member]) {
      const queryWith = (options: object) =>
        t.call({ method, path: `/${path}`, as, body: { dataCollectionId: 'Mine', ...body, ...options } });
      const [without, withOption] = [await queryWith({}), await queryWith(suppressAuthOptions)];
      expect([withOption.status, codeOf(withOption)]).toEqual([without.status, codeOf(without)]);
      if (as === t.visitor) expect([withOption.status, codeOf(withOption)]).toEqual([403, 'WDE0027']);
    }
  });
});
