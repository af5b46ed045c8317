import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import fastify from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { freePort } from '../testing/free-port.ts';
import { listen } from './listen.ts';

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

async function startServer(host: string): Promise<{ http: ReturnType<typeof fastify>; port: number }> {
  const http = fastify();
  http.get('/', async () => 'hello');
  opened.push(http);
  const port = await freePort();
  await listen(http, { host, port });
  return { http, port };
}

async function hasIpv6(): Promise<boolean> {
  const probe = createServer().listen(0, '::1');
  return Promise.race([once(probe, 'listening').then(() => true), once(probe, 'error').then(() => false)]).finally(() =>
    probe.close(),
  );
}

const bodyFrom = async (address: string, port: number) => (await fetch(`http://${address}:${port}/`)).text();

it('listens on both loopback addresses for localhost, whatever the resolver returns', async () => {
  const { http, port } = await startServer('localhost');
  expect(await bodyFrom('127.0.0.1', port)).toBe('hello');
  if (await hasIpv6()) expect(await bodyFrom('[::1]', port)).toBe('hello');
  await http.close();
  for (const address of ['127.0.0.1', '::1']) {
    const socket = connect(port, address);
    const [error] = await once(socket, 'error').catch((thrown: Error) => [thrown]);
    expect(['ECONNREFUSED', 'EADDRNOTAVAIL']).toContain((error as NodeJS.ErrnoException).code);
  }
});

it('completes requests in progress at ::1 when the server closes', async () => {
  if (!(await hasIpv6())) return;
  const http = fastify();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  http.get('/slow', async () => {
    await held;
    return 'done';
  });
  const port = await freePort();
  await listen(http, { host: 'localhost', port });
  const response = fetch(`http://[::1]:${port}/slow`);
  await new Promise((resolve) => http.server.once('request', resolve));
  const closing = http.close();
  release();
  expect(await (await response).text()).toBe('done');
  await closing;
});
