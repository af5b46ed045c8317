/** Counts the preflight requests that Chromium makes for calls of the SDK from another origin (docs/data.md). */
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApi } from './support/api.ts';
import {
  type BrowserSession,
  OWNER_ENV,
  START_TIMEOUT_MS,
  startEnvironment,
  type TestEnvironment,
} from './support/environment.ts';
import { type HostWebsite, serveHostWebsite } from './support/host-website.ts';

let environment: TestEnvironment;
let website: HostWebsite;
let visitor: BrowserSession;
let proxy: Server;
const preflights: string[] = [];
beforeAll(async () => {
  environment = await startEnvironment(OWNER_ENV);
  proxy = countPreflights(environment.product.url);
  await new Promise<void>((resolve) => proxy.listen(0, 'localhost', resolve));
  const url = `http://localhost:${(proxy.address() as AddressInfo).port}`;
  website = await serveHostWebsite(url);
  const api = await openApi(environment.product);
  const { app } = await api.postAsOwner('/portico/v1/apps', { app: { name: 'Website', redirectUris: [] } });
  website.serve('/', { body: '' });
  visitor = await environment.open({ baseURL: website.origin });
  await visitor.page.goto('/');
  // The code is a string, because Vitest would replace the dynamic import in a function.
  await visitor.page.evaluate(`import('${url}/packages/sdk.js').then(({ createClient }) => {
    globalThis.books = createClient({ url: '${url}', clientId: '${app.clientId}' }).items.query('Books');
  })`);
}, START_TIMEOUT_MS);
afterAll(async () => {
  await visitor?.close();
  await website?.close();
  proxy?.closeAllConnections();
  proxy?.close();
  await environment?.close();
});

/** Forwards all requests to the server, and records the paths of the preflights, which DevTools does not report. */
const countPreflights = (url: string): Server =>
  createServer((incoming, outgoing) => {
    if (incoming.method === 'OPTIONS') preflights.push((incoming.url ?? '').split('?')[0] as string);
    const { method = 'GET', headers } = incoming;
    const forwarded = request(url + incoming.url, { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });

/** Runs code for each of the numbers 1 to 5, one after the other, and returns the paths of the preflights. */
async function preflightsOf(code: string): Promise<string[]> {
  preflights.length = 0;
  await visitor.page.evaluate(`(async () => { for (let n = 1; n <= 5; n += 1) await ${code}; })()`);
  return [...preflights];
}

it('needs one preflight for the token, and one for each different query', async () => {
  expect(await preflightsOf('books.limit(n).find()')).toEqual([
    '/oauth2/token',
    ...Array.from({ length: 5 }, () => '/v2/items/query'),
  ]);
});

it('needs none for a query that was made before', async () => {
  expect(await preflightsOf('books.limit(n).find()')).toEqual([]);
});

it('needs one for all calls that are sent as POST', async () => {
  expect(await preflightsOf('books.gt("year", n).count()')).toEqual(['/v2/items/count']);
});
