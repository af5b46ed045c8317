import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startReceiver } from '../../events/testing/receiver.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import { startSmtp } from '../../mail/testing/smtp-server.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { readSamples, type Sample } from '../testing/read-samples.ts';

const METRICS_TOKEN = 'a-token-of-the-operator';
let t: TestServer;
beforeAll(async () => {
  t = await testServer(undefined, { env: { PORTICO_METRICS_TOKEN: METRICS_TOKEN } });
});
afterAll(() => t.stop());

const scrape = (authorization?: string) =>
  t.call({ method: 'GET', path: '/metrics', headers: authorization ? { authorization } : {} });
async function read(): Promise<Sample[]> {
  const { status, text } = await scrape(`Bearer ${METRICS_TOKEN}`);
  expect(status).toBe(200);
  return readSamples(text);
}
/** Returns the sum of the samples that have these labels. */
async function sum(name: string, labels: Readonly<Record<string, string>> = {}): Promise<number> {
  const found = (await read()).filter(
    (one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value),
  );
  return found.reduce((total, { value }) => total + value, 0);
}
const query = (as: string, dataCollectionId = 'Recipes') =>
  t.call({ method: 'POST', path: '/v2/items/query', as, body: { dataCollectionId } });

describe('GET /metrics', () => {
  it('returns 401 without the token or with another one', async () => {
    for (const header of [undefined, 'Bearer ', `Bearer ${METRICS_TOKEN}x`, t.key, `Bearer ${t.member}`]) {
      const { status, headers } = await scrape(header);
      expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer']);
    }
  });

  it('does not exist while no token is set', async () => {
    const other = await testServer();
    const { status } = await other.call({ method: 'GET', path: '/metrics', headers: { authorization: 'Bearer ' } });
    expect(status).toBe(404);
    await other.stop();
  });
});

describe('the metrics of requests', () => {
  it('count requests by endpoint, method and class of the status, and errors by code', async () => {
    const name = 'portico_http_request_duration_seconds_count';
    const endpoint = 'data.items.query';
    const before = await sum(name, { endpoint, method: 'POST', status: '4xx' });
    const errorsBefore = await sum('portico_http_errors_total', { code: 'WDE0025' });
    for (let count = 0; count < 3; count += 1) expect((await query(t.key, 'NoSuchCollection')).status).toBe(404);
    expect(await sum(name, { endpoint, method: 'POST', status: '4xx' })).toBe(before + 3);
    expect(await sum('portico_http_errors_total', { code: 'WDE0025' })).toBe(errorsBefore + 3);
    expect(await sum('portico_http_requests_open')).toBe(1);
  });

  it('have no label that a client can invent, and none that names a site', async () => {
    await t.call({ method: 'GET', path: `/invented/${t.site.id}?email=maria@example.org` });
    await t.call({ method: 'PROPFIND' as never, path: '/v2/items/query' });
    const { text } = await scrape(`Bearer ${METRICS_TOKEN}`);
    for (const secret of [t.site.id, t.site.slug, 'invented', 'maria', 'PROPFIND', t.memberId])
      expect(text).not.toContain(secret);
    expect(await sum('portico_http_request_duration_seconds_count', { endpoint: 'pages' })).toBeGreaterThan(0);
  });
});

describe('the metrics of the process and the database', () => {
  it('contain pools, statements, caches, the event loop, memory and the size of the database', async () => {
    await query(t.key);
    await query(t.key);
    expect(await sum('portico_database_connections', { pool: 'main', state: 'max' })).toBe(5);
    expect(await sum('portico_database_connections', { pool: 'slow', state: 'max' })).toBe(8);
    expect(await sum('portico_database_connection_wait_seconds_count', { pool: 'main' })).toBeGreaterThan(0);
    expect(await sum('portico_database_statement_duration_seconds_count', { outcome: 'ok' })).toBeGreaterThan(0);
    expect(await sum('portico_cache_lookups_total', { cache: 'keys', result: 'hit' })).toBeGreaterThan(0);
    expect(await sum('portico_cache_lookups_total', { cache: 'sites', result: 'hit' })).toBeGreaterThan(0);
    expect(await sum('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    expect(await sum('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    expect(await sum('portico_database_size_bytes')).toBeGreaterThan(1_000_000);
    expect(await sum('portico_data_disk_bytes', { kind: 'free' })).toBeGreaterThan(0);
    expect(await sum('portico_database_up')).toBe(1);
  });

  it('count failed statements', async () => {
    const name = 'portico_database_statement_duration_seconds_count';
    const before = await sum(name, { outcome: 'failed' });
    await expect(
      t.db
        .selectFrom('no_such_table' as 'mails')
        .select('id')
        .execute(),
    ).rejects.toThrow();
    expect(await sum(name, { outcome: 'failed' })).toBe(before + 1);
  });
});

describe('the metrics of queues', () => {
  it('contain the length and the age of each queue', async () => {
    const mail = { site_id: t.site.id, kind: 'VERIFY', recipient: 'x@example.org', language: 'en', subject: 'x' };
    const hourAgo = new Date(Date.now() - 3_600_000);
    await t.db
      .insertInto('mails')
      .values({ ...mail, id: t.memberId, give_up_at: new Date(), next_attempt_at: hourAgo, leased_until: 'infinity' })
      .execute();
    await vi.waitFor(async () => expect(await sum('portico_queue_rows', { queue: 'mails' })).toBe(1), 15_000);
    const age = await sum('portico_queue_oldest_due_seconds', { queue: 'mails' });
    expect(age).toBeGreaterThanOrEqual(3_600);
    await t.db.deleteFrom('mails').execute();
    const queues = (await read()).flatMap(({ name, labels }) => (name === 'portico_queue_rows' ? [labels.queue] : []));
    expect(queues.toSorted()).toEqual(['deliveries', 'file removal', 'jobs on collections', 'mails', 'outbox']);
  });

  it('count mails that were sent and that failed', async () => {
    const smtp = await startSmtp({ statusFor: (to) => (to.startsWith('nobody') ? 550 : undefined) });
    await t.configure({ mail: { smtp: { host: '127.0.0.1', port: smtp.port, security: 'NONE', user: '' } } });
    const site = await t.ctx.env.site(t.site.id);
    if (!site) throw new Error('no site');
    const [acceptedBefore, rejectedBefore] = [
      await sum('portico_mail_attempts_total', { outcome: 'sent' }),
      await sum('portico_mail_attempts_total', { outcome: 'failed' }),
    ];
    for (const to of ['maria@example.org', 'nobody@example.org'])
      await queueMail({ ...t.ctx, site, now: new Date() }, { kind: 'TEST', to } as never);
    await vi.waitFor(async () => {
      expect(await sum('portico_mail_attempts_total', { outcome: 'sent' })).toBe(acceptedBefore + 1);
      expect(await sum('portico_mail_attempts_total', { outcome: 'failed' })).toBe(rejectedBefore + 1);
    }, 15_000);
    await t.configure({ mail: { smtp: null } });
    await smtp.stop();
  });

  it('count deliveries to webhooks', async () => {
    const receiver = await startReceiver();
    const owner = await t.userToken('owner');
    const webhook = { url: receiver.url('/hook'), eventTypes: ['*'], format: 'STANDARD' };
    const created = await t.call({ method: 'POST', path: '/portico/v1/webhooks', as: owner, body: { webhook } });
    const path = `/portico/v1/webhooks/${created.body.webhook.webhookId}/test`;
    const before = await sum('portico_webhook_attempts_total', { outcome: 'sent' });
    expect((await t.call({ method: 'POST', path, as: owner, body: {} })).status).toBe(200);
    await vi.waitFor(async () => {
      expect(await sum('portico_webhook_attempts_total', { outcome: 'sent' })).toBe(before + 1);
    }, 15_000);
    await receiver.stop();
  });
});
