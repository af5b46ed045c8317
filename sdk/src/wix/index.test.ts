import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pointWixSdkAt } from './index.js';

let server: Server;
let base: string;
let restore: () => void;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () =>
      response.end(
        JSON.stringify({ method: request.method, url: request.url, auth: request.headers.authorization, body }),
      ),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  restore = pointWixSdkAt(`${base}/`);
});
afterAll(() => {
  restore();
  server.close();
});

describe('pointWixSdkAt redirects path, method, headers and body', () => {
  const init = { method: 'POST', headers: { authorization: 'token' }, body: '{"a":1}' };
  const expected = { method: 'POST', url: '/oauth2/token?x=1', auth: 'token', body: '{"a":1}' };

  it.each([
    ['a string', 'https://www.wixapis.com/oauth2/token?x=1'],
    ['the edge host', 'https://edge.wixapis.com/oauth2/token?x=1'],
    ['a URL', new URL('https://www.wixapis.com/oauth2/token?x=1')],
  ])('%s', async (_, target) => expect(await (await fetch(target, init)).json()).toEqual(expected));

  it('a Request', async () => {
    const request = new Request('https://www.wixapis.com/oauth2/token?x=1', init);
    expect(await (await fetch(request)).json()).toEqual(expected);
  });
});

it('does not redirect other hosts, including similar ones', async () => {
  expect((await (await fetch(`${base}/own`)).json()).url).toBe('/own');
  await expect(fetch('https://www.wixapis.com.invalid/')).rejects.toThrow();
});

describe('pointWixSdkAt called again', () => {
  it('wraps fetch once and uses the new address', async () => {
    const wrappedFetch = globalThis.fetch;
    pointWixSdkAt('http://127.0.0.1:1');
    pointWixSdkAt(base);
    expect(globalThis.fetch).toBe(wrappedFetch);
    expect((await (await fetch('https://www.wixapis.com/again')).json()).url).toBe('/again');
  });

  it('keeps a wrapper that was installed later when it is undone', async () => {
    const ours = globalThis.fetch;
    const theirs = ((input, init) => ours(input, init)) as typeof fetch;
    globalThis.fetch = theirs;
    restore();
    expect(globalThis.fetch).toBe(theirs);
    expect((await (await fetch(`${base}/own`)).json()).url).toBe('/own');
    globalThis.fetch = ours;
    restore();
    expect(globalThis.fetch).not.toBe(ours);
    restore = pointWixSdkAt(base);
  });
});
