/** Tests requests to hostile receivers and host names. */

import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Receiver, startReceiver, status } from '../events/testing/receiver.ts';
import { readAllowedAddresses } from './allowed-addresses.ts';
import { type PostRules, post } from './post.ts';

let receiver: Receiver;
let port: number;
beforeAll(async () => {
  receiver = await startReceiver();
  port = Number(new URL(receiver.url('/')).port);
});
afterAll(() => receiver.stop());

const makeRules = (allow: string[], more: Partial<PostRules> = {}): PostRules => ({
  allowed: readAllowedAddresses('PORTICO_WEBHOOK_ALLOW', allow),
  timeoutMs: 5_000,
  ...more,
});
const send = (url: string, rules: PostRules) => post({ url, headers: { 'webhook-id': 'x' }, body: 'hello' }, rules);
const rejected = { httpStatus: null, responseText: null, error: expect.stringContaining('may not reach') };

describe('a receiver', () => {
  const loopbackRules = makeRules(['127.0.0.1']);

  it('that accepts the post: returns the status and the beginning of the response', async () => {
    receiver.respondWith('/fine', status(200, `a\0b\x07${'é'.repeat(3_000)}`));
    const reply = await send(receiver.url('/fine'), loopbackRules);
    expect(reply).toMatchObject({ httpStatus: 200, error: null });
    expect(reply.responseText).toMatch(/^abé+/);
    expect(Buffer.byteLength(reply.responseText as string)).toBeLessThanOrEqual(2_050);
    expect(receiver.requestsTo('/fine')[0]).toMatchObject({ body: 'hello', id: 'x' });
  });

  it('that redirects is not followed', async () => {
    receiver.respondWith('/away', status(307, '', { location: receiver.url('/elsewhere') }));
    expect(await send(receiver.url('/away'), loopbackRules)).toMatchObject({ httpStatus: 307 });
    expect(receiver.requestsTo('/elsewhere')).toHaveLength(0);
  });

  it('that never responds causes a timeout', async () => {
    receiver.respondWith('/silent', () => undefined);
    const reply = await send(receiver.url('/silent'), makeRules(['127.0.0.1'], { timeoutMs: 400 }));
    expect(reply).toEqual({ httpStatus: null, responseText: null, error: 'No response within 0.4 seconds.' });
  });

  it('that closes the connection is reported', async () => {
    receiver.respondWith('/cut', (response) => response.destroy());
    expect(await send(receiver.url('/cut'), loopbackRules)).toMatchObject({
      httpStatus: null,
      error: expect.stringMatching(/closed the connection/),
    });
  });

  it('that never ends its response: returns the status and what has arrived', async () => {
    receiver.respondWith('/slow', (response) => response.writeHead(202).write('a little'));
    expect(await send(receiver.url('/slow'), loopbackRules)).toEqual({
      httpStatus: 202,
      responseText: 'a little',
      error: null,
    });
    receiver.respondWith('/half', (response) => {
      response
        .writeHead(200, { 'content-length': '100' })
        .write('half', () => setTimeout(() => response.destroy(), 20));
    });
    expect(await send(receiver.url('/half'), loopbackRules)).toEqual({
      httpStatus: 200,
      responseText: 'half',
      error: null,
    });
  });

  it('that sends an endless response is disconnected', async () => {
    let closed = false;
    receiver.respondWith('/flood', (response) => {
      response.on('close', () => {
        closed = true;
      });
      response.writeHead(200);
      const writeMore = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        response.once('drain', writeMore);
      };
      writeMore();
    });
    expect((await send(receiver.url('/flood'), loopbackRules)).responseText).toHaveLength(2_048);
    await vi.waitFor(() => expect(closed).toBe(true));
  });

  it('that speaks no HTTP, or does not listen, is reported', async () => {
    const sockets: Socket[] = [];
    const server = createServer(
      (socket) => sockets.push(socket.on('error', () => undefined)) && socket.end('SSH-2.0\r\n\r\n'),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    expect(await send(`http://127.0.0.1:${port}/`, loopbackRules)).toMatchObject({
      httpStatus: null,
      error: expect.any(String),
    });
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
    const reply = await send(`http://127.0.0.1:${port}/`, loopbackRules);
    expect(reply.error).toBe('Nothing listens at this address and port.');
  });
});

describe('a private address is rejected before anything is sent', () => {
  it.each(['http', 'https'])('literally, by %s and in every notation', async (scheme) => {
    const before = receiver.requestsTo('/').length;
    for (const host of ['127.0.0.1', '0x7f.1', '2130706433', '0177.1', '127.1', '[::ffff:127.0.0.1]', '[::1]']) {
      const { httpStatus, error } = await send(`${scheme}://${host}:${port}/`, makeRules([]));
      expect([host, httpStatus, error]).toEqual([host, null, expect.stringMatching(/may not reach|https only/)]);
    }
    expect(receiver.requestsTo('/')).toHaveLength(before);
  });

  it('through a name that resolves to it', async () => {
    const resolve = async () => ['127.0.0.1', '::1', '169.254.169.254'];
    expect(await send(`https://evil.example:${port}/`, makeRules([], { resolve }))).toEqual(rejected);
  });

  it('through a name that resolves differently each time: the connection itself resolves it once', async () => {
    const connected = vi.fn();
    const server = createServer((socket) => {
      connected();
      socket.destroy();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    let queries = 0;
    // A separate check would see one address, and the connection another (DNS rebinding).
    const resolve = async () => (queries++ === 0 ? ['10.0.0.1'] : ['127.0.0.1']);
    const url = `https://rebinding.example:${(server.address() as { port: number }).port}/`;
    expect(await send(url, makeRules([], { resolve }))).toEqual(rejected);
    expect(await send(url, makeRules([], { resolve }))).toEqual(rejected);
    expect(queries).toBe(2);
    expect(connected).not.toHaveBeenCalled();
    server.close();
  });

  it('also a public one over http: only allowed addresses may be reached unencrypted', async () => {
    const resolve = async () => ['93.184.215.14'];
    const reply = await send('http://plain.example/', makeRules([], { resolve }));
    expect(reply.error).toContain('https only');
  });

  it('unless it is allowed by name or address', async () => {
    const resolve = async () => ['10.9.9.9', '127.0.0.1'];
    expect(await send(`http://app.example:${port}/named`, makeRules(['127.0.0.1'], { resolve }))).toMatchObject({
      httpStatus: 200,
    });
    const resolveLoopback = async () => ['127.0.0.1'];
    expect(
      await send(`http://app.internal:${port}/named`, makeRules(['app.internal'], { resolve: resolveLoopback })),
    ).toMatchObject({
      httpStatus: 200,
    });
    expect(receiver.requestsTo('/named').map((one) => one.headers.host)).toEqual([
      `app.example:${port}`,
      `app.internal:${port}`,
    ]);
  });
});

it('reports a name that does not exist, or whose resolution never completes', async () => {
  const failToResolve = async () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' }));
  expect((await send('https://missing.example/', makeRules([], { resolve: failToResolve }))).error).toBe(
    'There is no such host.',
  );
  const waitForever = () => new Promise<never>(() => undefined);
  expect((await send('https://slow.example/', makeRules([], { resolve: waitForever, timeoutMs: 400 }))).error).toMatch(
    /No response within/,
  );
});

it('aborts the request when the server stops', async () => {
  receiver.respondWith('/waiting', () => undefined);
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 50);
  const reply = await send(
    receiver.url('/waiting'),
    makeRules(['127.0.0.1'], { timeoutMs: 10_000, signal: stop.signal }),
  );
  expect(reply).toMatchObject({ httpStatus: null });
});
