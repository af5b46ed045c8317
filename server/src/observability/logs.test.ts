import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestServer, testServer } from '../testing/index.ts';
import { type SecondProcess, startSecondProcess } from '../testing/second-process.ts';
import { shapeOf } from './statement-shape.ts';

let t: TestServer;
let logging: SecondProcess;
beforeAll(async () => {
  t = await testServer();
  logging = await startSecondProcess(t, {
    LOG_LEVEL: 'info',
    PORTICO_REQUEST_LOG: 'on',
    PORTICO_SLOW_QUERY_MS: '0',
    TRUST_PROXY: '1',
  });
});
afterAll(async () => {
  await logging.stop();
  await t.stop();
});

type Line = Readonly<Record<string, unknown>>;
const lines = (): Line[] =>
  logging
    .output()
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
const waitForLine = (fits: (line: Line) => boolean): Promise<Line> =>
  vi.waitFor(() => {
    const found = lines().find(fits);
    if (!found) throw new Error('The line is not in the log.');
    return found;
  }, 10_000);

/** Personal data and secrets that the calls of this file contain. */
const PLANTED = ['maria', 'Muster', 'example.org', '198.51.100.77', 'hunter2hunter2', '555-0199', 'portico-test-agent'];

describe('the request log', () => {
  it('has one line per request with id, caller, site, endpoint, code, status and duration', async () => {
    const body = { dataCollectionId: 'Maria-Muster' };
    await logging.call('POST', '/v2/items/query', { as: t.key, body });
    const line = await waitForLine((one) => one.endpoint === 'data.items.query');
    expect(line).toMatchObject({
      msg: 'request',
      reqId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      caller: 'key',
      siteId: t.site.id,
      method: 'POST',
      status: 404,
      code: 'WDE0025',
      durationMs: expect.any(Number),
    });
    expect(lines().filter((one) => one.reqId === line.reqId && one.msg === 'request')).toHaveLength(1);
  });

  it('and the log of statements contain no personal data and no secrets', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.77', 'user-agent': 'portico-test-agent', cookie: 'maria=1' };
    const login = { loginId: { email: 'maria@example.org' }, password: 'hunter2hunter2' };
    await logging.call('POST', '/v2/login', { as: t.visitor, body: login, headers });
    await logging.call('POST', '/v2/register', { as: t.visitor, body: login, headers });
    await logging.call('GET', '/maria/Muster?phone=555-0199', { headers });
    await logging.call('GET', `/v1/members?search.expression=maria%40example.org`, { as: t.key, headers });
    await logging.call('POST', '/v2/items', {
      as: t.key,
      headers,
      body: { dataCollectionId: 'Recipes', dataItem: { data: { name: 'Muster', phone: '555-0199' } } },
    });
    await logging.call('GET', '/health/live', { headers });
    await waitForLine((one) => one.endpoint === 'health');
    expect(lines().some((one) => one.msg === 'slow statement')).toBe(true);
    expect(lines().some((one) => one.endpoint === 'pages')).toBe(true);
    for (const secret of [...PLANTED, t.key, t.visitor]) expect(logging.output()).not.toContain(secret);
  });
});

describe('the log of slow statements', () => {
  it('contains the shape of a statement with its duration and pool', async () => {
    await logging.call('GET', '/health/ready');
    const line = await waitForLine((one) => one.msg === 'slow statement' && /migrations/.test(String(one.statement)));
    expect(line).toMatchObject({ durationMs: expect.any(Number), pool: 'main', level: 40 });
  });

  it.each([
    [
      "select 'O''Brien', 42,\n  x.y2 from t1 where a = $1 and b > 1.5",
      'select ?, ?, x.y2 from t1 where a = $1 and b > ?',
    ],
    ['select "c 1" from "s_9a"."t_12" limit 50', 'select "c 1" from "s_9a"."t_12" limit ?'],
    ["select data->>'name' from x", 'select data->>? from x'],
  ])('removes literals from %s', (text, shape) => {
    expect(shapeOf(text)).toBe(shape);
  });
});
