import { endpoints } from '@portico/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boundEndpoints } from '../app.ts';
import { type TestServer, testServer } from '../testing/index.ts';
import { codeOf } from '../testing/responses.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

describe('a successful response', () => {
  it('carries a request id, is never cached and has no ETag', async () => {
    const response = await t.call({ method: 'GET', path: '/portico/v1/setup' });
    expect(response.headers['x-wix-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers.etag).toBeUndefined();
    expect(response.headers['x-content-type-options']).toBe('nosniff');
  });

  it('a preflight allows the headers of the vendor’s client, from any origin', async () => {
    const response = await t.call({
      method: 'OPTIONS' as 'GET',
      path: '/wix-data/v2/items/query',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,x-wix-bi-gateway,wix-site-id,x-wix-consistent',
      },
    });
    expect(response.headers['access-control-allow-origin']).toBe('*');
    expect(response.headers['access-control-allow-headers']).toContain('x-wix-bi-gateway');
    const read = await t.call({
      method: 'GET',
      path: '/portico/v1/setup',
      headers: { origin: 'https://elsewhere.example' },
    });
    expect(read.headers['access-control-expose-headers']).toContain('x-wix-request-id');
    expect(read.headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('parameters may be packed or plain', async () => {
    const owner = await t.userToken('owner');
    const packed = Buffer.from(JSON.stringify({ paging: { limit: 1 } })).toString('base64url');
    for (const query of [`.r=${packed}`, 'paging.limit=1']) {
      const response = await t.call({ method: 'GET', path: `/portico/v1/audit?${query}`, as: owner });
      expect(response.body.entries).toHaveLength(1);
    }
  });

  it('health and the documents of the contract are served', async () => {
    expect((await t.call({ method: 'GET', path: '/health/live' })).status).toBe(200);
    expect((await t.call({ method: 'GET', path: '/health/ready' })).body).toEqual({ status: 'ready' });
    const document = await t.call({ method: 'GET', path: '/openapi.json' });
    expect(document.body.openapi).toBe('3.1.0');
    const operations = Object.values(document.body.paths).flatMap((path) => Object.keys(path as object));
    expect(operations).toHaveLength(endpoints.length);
    expect((await t.call({ method: 'GET', path: '/docs/api/data/items' })).text).toContain('/v2/items/query');
    expect((await t.call({ method: 'GET', path: '/wix.js' })).headers['content-type']).toContain('javascript');
  });
});

describe('an empty body of type application/json', () => {
  const send = (method: 'POST' | 'DELETE', path: string, as: string) =>
    t.call({ method, path, body: '', as, headers: { 'content-type': 'application/json', origin: t.origin } });

  it('is accepted if the endpoint needs no body', async () => {
    const owner = await t.userToken('owner');
    const key = { name: 'Short-lived', scopes: ['*'] };
    const createResponse = await t.call({ method: 'POST', path: '/portico/v1/keys', body: { key }, as: owner });
    const { keyId } = createResponse.body.key;
    expect((await send('DELETE', `/portico/v1/keys/${keyId}`, owner)).status).toBe(200);
    expect((await send('POST', '/portico/v1/dashboard/sign-out', owner)).text).toBe('{}');
  });

  it('is rejected with the missing fields if it needs one', async () => {
    const { status, body } = await send('POST', '/portico/v1/apps', await t.userToken('owner'));
    expect([status, body.details.validationError.fieldViolations[0]]).toMatchObject([400, { field: 'app' }]);
  });
});

describe('400 is returned', () => {
  it.each([
    ['broken JSON', '{"email": '],
    ['a prototype key', '{"__proto__": {"x": 1}}'],
    ['an array', '[1]'],
    ['a number', '1'],
  ])('%s', async (_, body) => {
    const response = await t.call({
      method: 'POST',
      path: '/portico/v1/dashboard/sign-in',
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(response.status).toBe(400);
    expect(response.body.details).toBeDefined();
  });

  it.each(['%%%', Buffer.from('[1]').toString('base64url'), Buffer.from('{').toString('base64url')])(
    'a packed parameter %s',
    async (packed) => {
      const response = await t.call({
        method: 'GET',
        path: `/portico/v1/audit?.r=${packed}`,
        as: await t.userToken('owner'),
      });
      expect(response.status).toBe(400);
      expect(codeOf(response)).toBe('BAD_REQUEST');
    },
  );

  it('for every invalid value, with its path', async () => {
    const body = { app: { redirectUris: [1] } };
    const response = await t.call({ method: 'POST', path: '/portico/v1/apps', body, as: await t.userToken('owner') });
    const fields = response.body.details.validationError.fieldViolations.map(
      (violation: { field: string }) => violation.field,
    );
    expect(fields).toEqual(expect.arrayContaining(['app.name', 'app.redirectUris.0']));
  });
});

describe('404 is returned', () => {
  it('for an undeclared path, with the path in its data', async () => {
    const response = await t.call({ method: 'GET', path: '/v9/nothing?x=1' });
    expect(response.status).toBe(404);
    expect(response.body.details.applicationError).toMatchObject({ code: 'NOT_FOUND', data: { path: '/v9/nothing' } });
  });
});

describe('413 is returned', () => {
  it('for a body over 1 MB', async () => {
    const body = { email: 'x'.repeat(1_100_000), password: 'x' };
    expect(codeOf(await t.call({ method: 'POST', path: '/portico/v1/dashboard/sign-in', body }))).toBe(
      'PAYLOAD_TOO_LARGE',
    );
  });

  it('with the vendor’s code on data paths; bulk calls accept 16 MB', async () => {
    const call = (path: string, bytes: number) =>
      t.call({ method: 'POST', path, body: { x: 'x'.repeat(bytes) }, as: t.key });
    const single = await call('/v2/items', 1_100_000);
    expect([single.status, codeOf(single)]).toEqual([413, 'WDE0109']);
    expect((await call('/v2/bulk/items/insert', 1_100_000)).status).not.toBe(413);
    expect((await call('/v2/bulk/items/insert', 17_000_000)).status).toBe(413);
  });
});

describe('415 is returned', () => {
  it.each(['text/plain', 'application/x-www-form-urlencoded'])('for %s', async (type) => {
    const response = await t.call({
      method: 'POST',
      path: '/portico/v1/dashboard/sign-in',
      body: 'a=1',
      headers: { 'content-type': type },
    });
    expect(codeOf(response)).toBe('UNSUPPORTED_MEDIA_TYPE');
  });
});

describe('501 is returned', () => {
  it('in the wire’s shape for every declared endpoint without a handler, all of which the router knows', async () => {
    const waiting = endpoints.filter((endpoint) => !boundEndpoints.has(endpoint.id));
    for (const { method, path } of waiting) {
      const url = path.replace(/\{[\w.]+\*?\}/g, 'x');
      const response = await t.call({
        method,
        path: url,
        ...(method === 'GET' || method === 'DELETE' ? {} : { body: {} }),
      });
      expect([path, response.status]).toEqual([path, 501]);
    }
  });
});
