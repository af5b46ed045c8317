/** Tests requests that no browser sends, over a real connection: they are rejected and never cause a server error. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildAll } from '../builds/index.ts';
import { prepareSite } from '../installation.ts';
import { type TestServer, testServer } from '../testing/index.ts';
import { openRawConnection, type RawResponse } from '../testing/raw-connection.ts';
import { mountPages } from './mount.ts';

const quiet = { info() {}, warn: (message: string) => console.warn(message) };

let server: TestServer;
let origin: string;
let host: string;
beforeAll(async () => {
  expect(await buildAll({ log: quiet })).toEqual([]);
  server = await testServer((app) => mountPages(app.http, { env: app.env, mode: 'production', log: app.http.log }));
  await prepareSite(server.ctx, false);
  origin = await server.listen();
  host = new URL(origin).host;
}, 300_000);
afterAll(() => server?.stop());

async function send(
  method: string,
  target: string,
  headers: Record<string, string> = {},
  body = '',
): Promise<RawResponse> {
  const connection = openRawConnection(origin);
  const all = { host, accept: 'text/html', connection: 'close', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  connection.write(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
  const response = await connection.nextResponse();
  connection.close();
  return response;
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const SIGN_IN = 'email=a%40example.org&password=x';
const post = (target: string, headers: Record<string, string>) =>
  send('POST', target, { ...FORM, 'content-length': `${SIGN_IN.length}`, ...headers }, SIGN_IN);

describe('paths', () => {
  it.each([
    '//',
    '///',
    '//[::1',
    '//%00/',
    '/%00',
    '//evil.example/',
    '/\\evil.example/',
    '/a//b',
    '/%2F%2Fevil.example',
    '/%',
  ])('GET %s is no failure of the server, and leads nowhere else', async (path) => {
    const { status, headers } = await send('GET', path);
    expect([path, status]).toEqual([path, expect.toSatisfy((is: number) => [400, 404].includes(is), '400 or 404')]);
    expect(headers.location).toBeUndefined();
  });

  it.each(['http://evil.example/', 'http://evil.example/sign-in', '*', 'evil', 'http://[::1'])(
    'the request target %s is no failure of the server',
    async (target) => expect((await send('GET', target)).status).toBeLessThan(500),
  );
});

describe('methods', () => {
  it.each(['QUERY', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'OPTIONS', 'PROPFIND', 'PURGE', 'M-SEARCH', 'LINK', 'BREW'])(
    '%s is rejected with 400, 404 or 405',
    async (method) => {
      for (const target of ['/', '/sign-in', '/v2/items/query', '/nowhere']) {
        const { status } = await send(method, target);
        expect([target, status]).toEqual([target, expect.toSatisfy((is: number) => is < 500, 'below 500')]);
      }
    },
  );
});

describe('form posts of other origins', () => {
  it.each(['/sign-out', '/sign-in', '/sign-up'])('are rejected on %s with 403', async (path) => {
    const { status } = await post(path, { origin: 'https://evil.example' });
    expect(status).toBe(403);
  });

  it.each(['//evil.example/sign-in', 'http://evil.example/sign-in', '//evil.example/sign-out'])(
    'are rejected although the request target %s names their host',
    async (target) => {
      const { status, headers } = await post(target, { origin: 'https://evil.example' });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(headers['set-cookie']).toBeUndefined();
    },
  );

  it.each(['/sign-out', '/sign-in', '/sign-out/.data'])('are rejected on %s without an Origin', async (path) => {
    expect((await post(path, {})).status).toBe(403);
  });

  it.each(['multipart/form-data', 'multipart/form-data; boundary=x', 'text/plain', 'application/json'])(
    'of this origin are rejected with 400 when they are no readable %s',
    async (type) => {
      expect((await post('/sign-in', { origin, 'content-type': type })).status).toBe(400);
    },
  );

  it('of this origin are rejected with 400 when a form call is not JSON', async () => {
    expect((await post('/form/x/send', { origin, 'content-type': 'application/json' })).status).toBe(400);
  });

  it('with the Origin null are rejected', async () => {
    expect((await post('/sign-out', { origin: 'null' })).status).toBe(403);
  });
});

describe('hosts', () => {
  it.each(['[::1', 'a b', 'evil.example', '', 'x/y', 'user@evil', 'x:99999', '%00'])(
    'the host "%s" is no failure of the server',
    async (name) => {
      for (const path of ['/', '/dashboard', '/sign-in', '/portico/v1/sign-in-settings'])
        expect([path, (await send('GET', path, { host: name })).status]).toEqual([
          path,
          expect.toSatisfy((is: number) => is < 500, 'below 500'),
        ]);
    },
  );
});
