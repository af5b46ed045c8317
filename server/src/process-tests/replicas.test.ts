/** Tests reads from a real streaming standby, whose replay is paused or delayed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeForm, submit } from '../forms/testing/files.ts';
import { type TestResponse, type TestServer, testServer } from '../testing/index.ts';
import { runs } from '../testing/runs.ts';
import { type SecondProcess, startSecondProcess } from '../testing/second-process.ts';
import {
  type PostgresNode,
  type StreamingCluster,
  startStreamingCluster,
  urlOfNodes,
} from '../testing/streaming-cluster.ts';

const TOKEN = 'x-wix-consistent';
let cluster: StreamingCluster;
let standby: PostgresNode;
let t: TestServer;
let other: SecondProcess;
beforeAll(async () => {
  cluster = await startStreamingCluster();
  standby = await cluster.addStandby('standby');
  const env = { DATABASE_URL: urlOfNodes(cluster.primary), DATABASE_REPLICA_URLS: standby.url };
  t = await testServer(undefined, { env });
  other = await startSecondProcess(t, env);
}, 180_000);
afterAll(async () => {
  await other?.stop();
  await t?.stop();
  await cluster?.stop();
}, 60_000);

const post = (path: string, body: object, headers: Record<string, string> = {}): Promise<TestResponse> =>
  t.call({ method: 'POST', path, body, as: t.key, headers });
const get = (path: string, headers: Record<string, string> = {}): Promise<TestResponse> =>
  t.call({ method: 'GET', path, as: t.key, headers });

const dataCollectionId = 'Notes';
const insert = (id: string) => post('/v2/items', { dataCollectionId, dataItem: { data: { _id: id, title: id } } });
const getItem = (id: string, headers: Record<string, string> = {}) =>
  get(`/v2/items/${id}?dataCollectionId=${dataCollectionId}`, headers);
const pauseReplay = () => standby.query('select pg_wal_replay_pause()');
const resumeReplay = () => standby.query('select pg_wal_replay_resume()');

/** Pauses replay as soon as reads without a token come from the standby: they miss an item that it has not replayed. */
async function waitForReplicaReads(): Promise<void> {
  for (let n = 0; ; n += 1) {
    await resumeReplay();
    // A process uses the standby only after it has replayed what the process has loaded of the collection.
    await other.call('GET', `/v2/items/new?dataCollectionId=${dataCollectionId}`, { as: t.key });
    await sleep(200);
    await pauseReplay();
    const id = `probe-${Date.now()}-${n}`;
    await insert(id);
    if ((await getItem(id)).status === 404) return;
  }
}

beforeAll(async () => {
  const fields = [
    { key: 'title', type: 'TEXT' },
    {
      key: 'related',
      type: 'MULTI_REFERENCE',
      typeMetadata: {
        multiReference: {
          referencedCollectionId: 'Notes',
          referencingFieldKey: 'relatedFrom',
          referencingDisplayName: 'Related from',
        },
      },
    },
  ];
  const created = await post('/v2/collections', { collection: { id: dataCollectionId, fields } });
  expect([created.status, created.text]).toEqual([200, expect.anything()]);
  expect(created.headers[TOKEN]).toEqual(expect.any(String));
  await waitForReplicaReads();
}, 60_000);

describe('while a standby has not replayed a write', () => {
  const search = { filter: { _id: 'new' } };
  const initialFilter = search.filter;
  const aggregation = { groupingFields: ['title'], operations: [{ resultFieldName: 'n', itemCount: {} }] };
  const related = { referringItemId: 'old', referringItemFieldName: 'related' };
  // biome-ignore lint/suspicious/noExplicitAny: the calls have responses of different shapes
  type Count = (body: any) => number;
  const posts: readonly (readonly [name: string, path: string, body: object, count: Count])[] = [
    ['query', '/v2/items/query', { query: search }, ({ dataItems }) => dataItems.length],
    ['count', '/v2/items/count', search, ({ totalCount }) => totalCount],
    [
      'distinct values',
      '/v2/items/query-distinct-values',
      { fieldName: 'title', ...search },
      (b) => b.distinctValues.length,
    ],
    ['aggregate', '/v2/items/aggregate', { initialFilter, aggregation }, ({ results }) => results.length],
    ['search without words', '/v2/items/search', { search }, ({ dataItems }) => dataItems.length],
    ['search for words', '/v2/items/search', { search: { search: { expression: 'new' } } }, (b) => b.dataItems.length],
    ['references', '/v2/items/query-referenced', related, ({ results }) => results.length],
  ];
  const getNew = (extra: object, headers?: Record<string, string>) =>
    get(`/v2/items/new?${new URLSearchParams({ dataCollectionId, ...(extra as Record<string, string>) })}`, headers);
  const reads: readonly (readonly [string, (extra: object, headers?: Record<string, string>) => Promise<number>])[] = [
    ['get', async (extra, headers) => ((await getNew(extra, headers)).status === 200 ? 1 : 0)],
    ...posts.map(
      ([name, path, body, count]) =>
        [
          name,
          async (extra: object, headers?: Record<string, string>) =>
            count((await post(path, { dataCollectionId, ...body, ...extra }, headers)).body),
        ] as const,
    ),
  ];
  let token: string;
  let replayedTokens: string[];
  let formId: string;
  beforeAll(async () => {
    const save = { dataCollectionId, dataItem: { data: { _id: 'old', title: 'old' } } };
    const writes = [await insert('old'), await post('/v2/items/save', save)];
    replayedTokens = writes.map(({ headers }) => String(headers[TOKEN]));
    formId = await makeForm(t);
    // The first search stores the words of the items and prepares the tables for it.
    const words = { dataCollectionId, search: { search: { expression: 'old' } } };
    while ((await post('/v2/items/search', words)).status !== 200) await sleep(100);
    await waitForReplicaReads();
    await insert('new');
    const dataItemReference = { referringItemId: 'old', referencedItemId: 'new', referringItemFieldName: 'related' };
    const response = await post('/v2/bulk/items/insert-references', {
      dataCollectionId,
      dataItemReferences: [dataItemReference],
    });
    token = String(response.headers[TOKEN]);
  });
  afterAll(resumeReplay);

  it.each(reads)('%s without a token reads from the standby, and misses the write', async (_name, read) => {
    expect(await read({})).toBe(0);
  });
  it.each(reads)('%s with the token of the write finds it', async (_name, read) => {
    expect(await read({}, { [TOKEN]: token })).toBe(1);
  });
  it.each(reads)('%s with the tokens of several writes waits for each of them', async (_name, read) => {
    expect(await read({}, { [TOKEN]: replayedTokens.join() })).toBe(0);
    expect(await read({}, { [TOKEN]: [token, ...replayedTokens].join() })).toBe(1);
    expect(await read({}, { [TOKEN]: [...replayedTokens, token].join() })).toBe(1);
  });
  it.each(reads)('%s with consistentRead finds it', async (_name, read) => {
    expect(await read({ consistentRead: true })).toBe(1);
  });
  it.each(reads)('%s with the cookie finds it', async (_name, read) => {
    expect(await read({}, { cookie: `portico-consistent=${encodeURIComponent(token)}` })).toBe(1);
  });
  it('a token that this installation has not issued reads from the primary', async () => {
    for (const forged of ['x', `${token}x`, Buffer.from('1 99').toString('base64')])
      expect((await getItem('new', { [TOKEN]: forged })).status).toBe(200);
  });
  it('submissions are read from the standby, too, and with the token of the write they are found', async () => {
    const submitted = await submit(t, formId, { name: 'Ada' }, t.key);
    expect(submitted.status).toBe(200);
    const count = async (headers: Record<string, string>) => {
      const query = { filter: { formId, namespace: 'wix.form_app.form' } };
      const { body } = await post('/v4/submissions/namespace/query', { query }, headers);
      return body.submissions.length;
    };
    expect(await count({})).toBe(0);
    expect(await count({ [TOKEN]: String(submitted.headers[TOKEN]) })).toBe(1);
  });
  it('a read sends no token, and a write in a browser also sets a cookie', async () => {
    expect((await getItem('new', { [TOKEN]: token })).headers).not.toHaveProperty(TOKEN);
    const { host } = new URL(t.origin);
    const body = { dataCollectionId, dataItem: { data: { _id: 'browser' } } };
    const { headers } = await post('/v2/items', body, { origin: t.origin, host });
    expect(String(headers['set-cookie'])).toMatch(
      /^portico-consistent=.+; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const elsewhere = await post('/v2/items/save', { ...body }, { origin: 'https://elsewhere.example', host });
    expect(elsewhere.status).toBe(200);
    expect(elsewhere.headers).not.toHaveProperty('set-cookie');
  });
  it('the token of one process works in another', async () => {
    const path = `/v2/items/new?dataCollectionId=${dataCollectionId}`;
    expect((await other.call('GET', path, { as: t.key, headers: { [TOKEN]: token } })).status).toBe(200);
    await expect.poll(async () => (await other.call('GET', path, { as: t.key })).status).toBe(404);
  });
  it('a renamed field that its permissions hide is not shown under its former key', async () => {
    const change = { kind: 'RENAME', field: 'title', to: 'heading' };
    expect((await post('/portico/v1/data/schema-changes', { dataCollectionId, change })).status).toBe(200);
    const { body } = await post('/v2/items/query', { dataCollectionId, query: { paging: { limit: 5 } } });
    for (const { data } of body.dataItems) expect(Object.keys(data)).not.toContain('title');
  });
});

it('no read with a token misses its own write while replay is delayed', async () => {
  await resumeReplay();
  await standby.query(`alter system set recovery_min_apply_delay = '15ms'`);
  await standby.query('select pg_reload_conf()');
  const [total, clients] = [runs(100_000), 16];
  let [missed, missedWithoutToken, withoutToken] = [0, 0, 0];
  const write = async (client: number): Promise<void> => {
    for (let n = client; n < total; n += clients) {
      const id = `own-${n}`;
      const body = { dataCollectionId, dataItem: { data: { _id: id } } };
      const written = await (n % 2 === 0
        ? post('/v2/items', body).then(({ status, headers }) => ({ status, token: String(headers[TOKEN]) }))
        : other
            .call('POST', '/v2/items', { as: t.key, body })
            .then(({ status, headers }) => ({ status, token: String(headers.get(TOKEN)) })));
      expect(written.status).toBe(200);
      if (n % 10 === 0) {
        withoutToken += 1;
        if ((await getItem(id)).status !== 200) missedWithoutToken += 1;
      }
      const filter = { _id: id };
      const headers = { [TOKEN]: written.token };
      const found =
        n % 3 === 0
          ? (await post('/v2/items/count', { dataCollectionId, filter }, headers)).body.totalCount === 1
          : (await getItem(id, headers)).status === 200;
      if (!found) missed += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => write(client)));
  console.log(
    `${total} reads with a token missed ${missed} of their own writes, ${withoutToken} without one missed ${missedWithoutToken}`,
  );
  expect(missed).toBe(0);
  // Otherwise the standby was not used, and the test would show nothing.
  expect(missedWithoutToken).toBeGreaterThan(0);
  await standby.query('alter system reset recovery_min_apply_delay');
  await standby.query('select pg_reload_conf()');
}, 1_800_000);

it('a standby that falls behind is left out, and used again when it has caught up', async () => {
  await waitForReplicaReads();
  await insert('late');
  expect((await getItem('late')).status).toBe(404);
  await expect.poll(async () => (await getItem('late')).status, { timeout: 30_000 }).toBe(200);
  await waitForReplicaReads();
  await resumeReplay();
}, 90_000);

it('reads succeed while the standby is dead, and use it again after its restart', async () => {
  await waitForReplicaReads();
  await resumeReplay();
  const statuses = new Set<number>();
  let running = true;
  const reader = (async () => {
    while (running) statuses.add((await getItem('new')).status);
  })();
  await standby.kill();
  await insert('meanwhile');
  await expect.poll(async () => (await getItem('meanwhile')).status).toBe(200);
  await standby.start();
  await waitForReplicaReads();
  running = false;
  await reader;
  expect([...statuses]).toEqual([200]);
}, 90_000);

it('a promoted standby is not used', async () => {
  await waitForReplicaReads();
  await resumeReplay();
  await standby.query('select pg_promote()');
  await insert('after');
  await expect.poll(async () => (await getItem('after')).status).toBe(200);
  for (let n = 0; n < 20; n += 1) expect((await getItem('after')).status).toBe(200);
}, 60_000);
