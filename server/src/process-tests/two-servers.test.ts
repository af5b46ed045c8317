/** Tests servers on one database behind a balancer without stickiness, some of them with only one role. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeForm, requestUploadUrl, submit } from '../forms/testing/files.ts';
import { type TestServer, testServer } from '../testing/index.ts';
import { type SecondProcess, startSecondProcess } from '../testing/second-process.ts';
import { type StreamingCluster, startStreamingCluster } from '../testing/streaming-cluster.ts';

let cluster: StreamingCluster;
let web: TestServer;
let secondWeb: SecondProcess;
let settings: { DATABASE_URL: string; PORTICO_ROLES: string; PORTICO_LIMITS: string };
beforeAll(async () => {
  cluster = await startStreamingCluster();
  settings = { DATABASE_URL: cluster.primary.url, PORTICO_ROLES: 'web', PORTICO_LIMITS: 'on' };
  web = await testServer(undefined, { env: settings });
  secondWeb = await startSecondProcess(web, settings);
}, 120_000);
afterAll(async () => {
  await secondWeb?.stop();
  await web?.stop();
  await cluster?.stop();
});

describe('two servers with the role web', () => {
  it('count failed sign-ins together', async () => {
    const body = { loginId: { email: 'guessed@example.org' }, password: 'wrong password' };
    const outcomes: string[] = [];
    for (let n = 0; n < 8; n += 1) {
      const { body: response } =
        n % 2 === 0
          ? await web.call({ method: 'POST', path: '/v2/login', as: web.visitor, body })
          : await secondWeb.call('POST', '/v2/login', { as: web.visitor, body });
      outcomes.push((response as { details: { applicationError: { code: string } } }).details.applicationError.code);
    }
    expect(outcomes.slice(0, 5)).toEqual(Array(5).fill('-19976'));
    expect(outcomes.slice(-1)).toEqual(['TOO_MANY_REQUESTS']);
  });

  it('share uploaded files: the URL comes from one, the other receives the file, and both serve it', async () => {
    const formId = await makeForm(web);
    const requested = await requestUploadUrl(web, formId, 'notes.txt', 'text/plain');
    expect(requested.status).toBe(200);
    const { pathname, search } = new URL(requested.body.uploadUrl);
    const uploaded = await fetch(secondWeb.url + pathname + search, {
      method: 'PUT',
      body: 'shared',
      headers: { 'content-type': 'text/plain' },
    });
    const { file } = (await uploaded.json()) as { file: { url: string } };
    const value = { fileId: '1', displayName: 'notes.txt', url: file.url, fileType: 'text/plain' };
    const submitted = await submit(web, formId, { name: 'Ada', files: [value] });
    expect([submitted.status, submitted.text]).toEqual([200, expect.anything()]);
    const path = file.url.slice(new URL(file.url).origin.length);
    const headers = { authorization: web.key, 'wix-site-id': web.site.id };
    expect((await web.call({ method: 'GET', path, as: web.key })).text).toBe('shared');
    expect(await (await fetch(secondWeb.url + path, { headers })).text()).toBe('shared');
  });
});

describe('a server with the role worker', () => {
  it('does the work that servers with the role web have queued', async () => {
    const id = 'Queued';
    const call = (method: 'GET' | 'POST', path: string, body?: object) =>
      web.call({ method, path, as: web.key, ...(body ? { body } : {}) });
    const collection = { id, fields: [{ key: 'title', type: 'TEXT' }] };
    expect((await call('POST', '/v2/collections', { collection })).status).toBe(200);
    for (const title of ['a', 'b'])
      await call('POST', '/v2/items', { dataCollectionId: id, dataItem: { data: { title } } });
    const index = { name: 'byTitle', fields: [{ path: 'title', order: 'ASC' }] };
    expect((await call('POST', '/v2/indexes', { dataCollectionId: id, index })).status).toBe(200);
    const readStatus = async () => {
      const { body } = await call('GET', `/v2/indexes?dataCollectionId=${id}`);
      return body.indexes.find(({ name }: { name: string }) => name === 'byTitle').status;
    };
    const countQueued = async () =>
      (await cluster.primary.query('select from portico.data_jobs where finished_at is null')).length;
    expect([await readStatus(), await countQueued()]).toEqual(['BUILDING', 1]);
    const worker = await startSecondProcess(web, { ...settings, PORTICO_ROLES: 'worker' });
    await expect.poll(readStatus).toBe('ACTIVE');
    expect((await worker.call('GET', '/health/live')).body).toEqual({ status: 'live', roles: ['worker'] });
    expect((await worker.call('GET', '/health/ready')).status).toBe(200);
    expect((await worker.call('GET', `/v2/indexes?dataCollectionId=${id}`, { as: web.key })).status).toBe(404);
    await worker.stop();
  });
});

describe('the folder of uploaded files', () => {
  const WARNING = 'another server on this database keeps uploaded files elsewhere';
  const startWith = async (dataDir: string): Promise<string> => {
    const started = await startSecondProcess(web, { ...settings, LOG_LEVEL: 'warn', PORTICO_DATA_DIR: dataDir });
    await started.stop();
    return started.output();
  };

  it('is reported if another server has a different one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portico-separate-'));
    expect(await startWith(folder)).toContain(WARNING);
    rmSync(folder, { recursive: true });
  });

  it('is not reported if all servers share it', async () => {
    expect(await startWith(web.dataDir)).not.toContain(WARNING);
  });
});
