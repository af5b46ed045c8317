import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limitBodyTime } from './body-time.ts';

const app = Fastify();
let port: number;

beforeAll(async () => {
  limitBodyTime(app, 50);
  app.post('/plain', async () => 'read');
  app.post('/upload', { config: { upload: true } }, async () => 'read');
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

it('closes the connection of a body that does not arrive in time', async () => {
  expect(await sendSlowly('/plain', false)).toBe('');
});

it('keeps the connection of a body that arrived completely, also after that time', async () => {
  expect(await sendSlowly('/plain', true)).toMatch(/200 OK.*200 OK/s);
});

it('still replies on a path without a route', async () => {
  expect(await sendSlowly('/nowhere', true)).toMatch(/404 Not Found.*404 Not Found/s);
});

it('leaves the pace of an upload to the upload itself', async () => {
  expect(await sendSlowly('/upload', false)).toMatch(/200 OK/);
});

/**
 * Sends half a body and the rest much later, or two complete bodies far apart. Returns all responses on the connection.
 */
async function sendSlowly(path: string, isComplete: boolean): Promise<string> {
  const head = `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 4\r\n`;
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (piece) => {
    text += piece;
  });
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  socket.write(isComplete ? `${head}\r\n1234` : `${head}connection: close\r\n\r\n12`);
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 200))]);
  if (!socket.destroyed) socket.write(isComplete ? `${head}connection: close\r\n\r\n1234` : '34');
  await closed;
  return text;
}
