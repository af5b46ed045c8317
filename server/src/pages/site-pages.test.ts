import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readBuild } from '../builds/index.ts';
import { type TestServer, testServer } from '../testing/index.ts';
import { makeTemporaryFolder } from '../testing/run-folder.ts';
import { createApiFetch } from './api-fetch.ts';
import { serveBuiltSite } from './site-pages.ts';

/** The build of a site whose developer added the page /blog. */
const SITE_BUILD = `
const page = (request) => new URL(request.url).pathname === '/blog'
  ? new Response('<h1>Blog</h1>', { headers: { 'content-type': 'text/html' } })
  : new Response('<h1>Nothing here</h1>', { status: 404, headers: { 'content-type': 'text/html' } });
export const entry = { module: { createHandler: () => async (request) => page(request) } };
`;

let server: TestServer;
let site: FastifyInstance;
beforeAll(async () => {
  const output = makeTemporaryFolder('portico-site-');
  mkdirSync(join(output, 'client'));
  mkdirSync(join(output, 'server'));
  writeFileSync(join(output, 'package.json'), '{"type":"module"}');
  writeFileSync(join(output, 'server', 'index.js'), SITE_BUILD);
  server = await testServer();
  site = Fastify();
  const build = { ...readBuild('site'), output };
  const serve = serveBuiltSite(build, { env: server.ctx.env, apiFor: (request) => createApiFetch(site, request) });
  site.get('/*', (request, reply) => serve(request, reply, request.url));
});
afterAll(async () => {
  await site?.close();
  await server?.stop();
});

it.each(['text/html', 'application/json'])(
  'a page below a prefix of the vendor is served to a client that accepts %s',
  async (accept) => {
    const page = await site.inject({ url: '/blog', headers: { accept } });
    expect([page.statusCode, page.body]).toEqual([200, '<h1>Blog</h1>']);
  },
);

it('a path below a prefix of the vendor without a page fails as a call of the API', async () => {
  const { statusCode, body } = await site.inject({ url: '/blog/nothing' });
  expect([statusCode, body]).toEqual([404, expect.stringContaining('VENDOR_PRODUCT_NOT_SERVED')]);
});

it('another path without a page gets the 404 page of the site', async () => {
  const { statusCode, body } = await site.inject({ url: '/nothing' });
  expect([statusCode, body]).toEqual([404, '<h1>Nothing here</h1>']);
});
