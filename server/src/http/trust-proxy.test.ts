import { expect, it } from 'vitest';
import { mountNotFound } from '../app.ts';
import { testServer } from '../testing/index.ts';

it.each([
  [undefined, '127.0.0.1'],
  ['1', '198.51.100.7'],
  ['2', '203.0.113.9'],
  ['127.0.0.1', '198.51.100.7'],
  ['127.0.0.1, 198.51.100.0/24', '203.0.113.9'],
])('with TRUST_PROXY %s, a request through two proxies has the address %s', async (trustProxy, address) => {
  const server = await testServer(
    (app) => {
      app.http.get('/address', async (request) => ({ address: request.ip }));
      mountNotFound(app.http);
    },
    { trustProxy },
  );
  try {
    // The client forged the first address; the outer proxy wrote the second, the inner one the third.
    const headers = { 'x-forwarded-for': '192.0.2.66, 203.0.113.9, 198.51.100.7' };
    expect((await server.call({ method: 'GET', path: '/address', headers })).body).toEqual({ address });
  } finally {
    await server.stop();
  }
});
