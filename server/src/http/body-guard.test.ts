/** Tests bodies that cost memory or time before the caller is authenticated. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { mountNotFound } from '../app.ts';
import { type TestServer, testServer } from '../testing/index.ts';
import { openRawConnection, type RawConnection } from '../testing/raw-connection.ts';
import { codeOf } from '../testing/responses.ts';

const BULK_PATH = '/v2/bulk/items/insert';
const BULK_BYTES = 15_900_000;

let t: TestServer;
let origin: string;
beforeAll(async () => {
  t = await testServer();
  origin = await t.listen();
});
afterAll(() => t.stop());

const opened: RawConnection[] = [];
afterEach(async () => {
  for (const connection of opened) connection.close();
  await Promise.all(opened.splice(0).map((connection) => connection.closed));
});

/** Sends the head of a request and some of its body, but not the rest. */
function startRequest(to: string, body: string | Buffer, headers: Record<string, string> = {}, path = BULK_PATH) {
  const connection = openRawConnection(to);
  opened.push(connection);
  const lines = {
    host: 'localhost',
    'content-type': 'application/json',
    'content-length': `${BULK_BYTES}`,
    ...headers,
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  connection.write(`POST ${path} HTTP/1.1\r\n${head.join('')}\r\n`);
  connection.write(body);
  return connection;
}

const withKey = () => ({ authorization: t.key });
const unfinishedBody = Buffer.alloc(BULK_BYTES - 1, 'x');

describe('authentication', () => {
  it.each([
    ['without a token', {}],
    ['with a token that is not ours', { authorization: 'IST.ours.not' }],
  ])('returns 401 %s before the body has arrived', async (_, headers) => {
    const { status, body } = await startRequest(origin, '{"dataItems":[', headers).nextResponse();
    expect([status, body.details.applicationError.code]).toEqual([401, 'UNAUTHENTICATED']);
  });

  it('keeps the connection usable when the rejected body arrives after all', async () => {
    const connection = startRequest(origin, '[');
    expect((await connection.nextResponse()).status).toBe(401);
    connection.write(unfinishedBody);
    connection.write('GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n');
    expect((await connection.nextResponse()).status).toBe(200);
  });
});

describe('nesting', () => {
  it('returns 400 while the body still arrives, as soon as it is nested too deep', async () => {
    const { status, body } = await startRequest(origin, '['.repeat(100_000), withKey()).nextResponse();
    expect([status, body.details.applicationError.data.reason]).toEqual([
      400,
      'the body is nested deeper than 500 levels',
    ]);
  });

  it.each([
    ['brackets inside a text', `"${'['.repeat(50_000)}"`],
    ['escaped quotation marks', `"${'\\"['.repeat(50_000)}"`],
    ['escaped backslashes', `["${'\\\\'.repeat(50_000)}", "${'['.repeat(50_000)}"]`],
    ['siblings', `[${Array.from({ length: 20_000 }, () => '[]').join()}]`],
  ])('does not count %s', async (_, json) => {
    const response = await t.call({
      method: 'POST',
      path: BULK_PATH,
      body: `{"dataItems": ${json}}`,
      as: t.key,
      headers: JSON_TYPE,
    });
    expect([response.status, response.text]).toEqual([400, expect.stringContaining('dataItems')]);
  });

  it('counts in chunks that end inside an escape', async () => {
    const start = `{"dataCollectionId": "${'x'.repeat(70_000)}\\`;
    const rest = `"${'['.repeat(1_000)}"`;
    const connection = startRequest(origin, start, { ...withKey(), 'content-length': `${start.length + rest.length}` });
    await new Promise((resolve) => setTimeout(resolve, 20));
    connection.write(rest);
    const { status, body } = await connection.nextResponse();
    expect([status, body.details.applicationError.data.reason]).toEqual([400, 'the body is not valid JSON']);
  });
});

const JSON_TYPE = { 'content-type': 'application/json' };

describe('memory', () => {
  it('returns 503 when the bodies of all callers together exceed 64 MB, and accepts others afterwards', async () => {
    const openRequests = Array.from({ length: 4 }, () => startRequest(origin, unfinishedBody, withKey()));
    const rejected = startRequest(origin, unfinishedBody, withKey());
    const first = await Promise.race([...openRequests, rejected].map((connection) => connection.nextResponse()));
    expect([first.status, first.body.details.applicationError.code]).toEqual([503, 'SERVER_BUSY']);

    const small = await t.call({ method: 'POST', path: BULK_PATH, body: {}, as: t.key });
    expect(small.status).toBe(400);

    for (const connection of [...openRequests, rejected]) connection.close();
    const body = { x: 'x'.repeat(15_000_000) };
    await expect
      .poll(async () => (await t.call({ method: 'POST', path: BULK_PATH, body, as: t.key })).status)
      .toBe(400);
  }, 60_000);

  it('returns 429 when the bodies of one address exceed half of that', async () => {
    const limited = await testServer((app) => mountNotFound(app.http), { limits: true });
    try {
      const url = await limited.listen();
      const key = { authorization: limited.key };
      const requests = Array.from({ length: 3 }, () => startRequest(url, unfinishedBody, key));
      const first = await Promise.race(requests.map((connection) => connection.nextResponse()));
      expect([first.status, first.body.details.applicationError.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
      const body = { x: 'x'.repeat(15_000_000) };
      const elsewhere = await limited.call({
        method: 'POST',
        path: BULK_PATH,
        body,
        as: limited.key,
        address: '192.0.2.1',
      });
      expect([elsewhere.status, codeOf(elsewhere)]).not.toEqual([429, 'TOO_MANY_REQUESTS']);
    } finally {
      for (const connection of opened) connection.close();
      await limited.stop();
    }
  }, 60_000);
});
