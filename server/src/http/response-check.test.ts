import { sitesEndpoints } from '@portico/contract/sites';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError } from '../kernel/app-error.ts';
import { mayCall } from '../sites/index.ts';
import { type TestServer, testServer } from '../testing/index.ts';
import { bindOpen, type Route } from './bind.ts';
import { createHttp } from './serve.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

/** Returns the response of a strict server that serves only this route. */
async function responseOf(route: Route) {
  const http = await createHttp({
    db: t.db,
    env: t.ctx.env,
    lookups: { site: async () => null, key: async () => null, role: async () => null, isSessionAlive: () => false },
    routes: [route],
    endpoints: [route.endpoint],
    logLevel: 'silent',
    trustProxy: false,
    isStrict: true,
    mayCall,
    countCall: () => undefined,
    observe: () => undefined,
  });
  const { statusCode, body } = await http.inject({ method: 'GET', url: route.endpoint.path });
  await http.close();
  return { status: statusCode, message: JSON.parse(body).message };
}

const { getSetup } = sitesEndpoints;
const routeReturning = (output: unknown): Route => bindOpen(getSetup, async () => output as { needed: boolean });

it('passes a declared response', async () => {
  expect(await responseOf(routeReturning({ needed: true }))).toMatchObject({ status: 200 });
});

it('names the endpoint, the path of an undeclared field, and the contract file', async () => {
  const { status, message } = await responseOf(routeReturning({ needed: true, secret: 'x' }));
  expect(status).toBe(500);
  expect(message).toMatch(/^sites\.setup\.get responded with \$\.secret, which its contract does not declare\./);
  expect(message).toMatch(/Declare the field in the response of sites\.setup\.get in contract\/src\/sites\/[\w-]+\.ts/);
});

it('names the path of a value that does not fit its schema', async () => {
  const { message } = await responseOf(routeReturning({ needed: 'yes' }));
  expect(message).toContain('sites.setup.get responded with a value that violates its contract: $.needed must');
});

it('names the endpoint, an unlisted error code, and the contract file', async () => {
  const route = bindOpen(getSetup, async () => {
    throw new AppError('FORM_NOT_FOUND');
  });
  const { status, message } = await responseOf(route);
  expect(status).toBe(500);
  expect(message).toMatch(/^sites\.setup\.get failed with the code FORM_NOT_FOUND, which its contract does not list\./);
  expect(message).toMatch(/Add it to the errors of sites\.setup\.get in contract\/src\/sites\/[\w-]+\.ts/);
});

it('names a caller that the declared access excludes', async () => {
  const route = bindOpen({ ...getSetup, access: 'user' }, async () => ({ needed: true }));
  const { message } = await responseOf(route);
  expect(message).toMatch(
    /^sites\.setup\.get succeeded for a caller of the kind unauthenticated, although its access 'user' excludes such callers/,
  );
});
