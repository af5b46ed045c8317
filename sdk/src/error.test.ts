/** Tests the errors of responses (specification section 8, "Client error normalisation") over HTTP. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessTokenAuth, connect, createItemsClient, PorticoError } from './index.ts';
import { sitesInfoGet } from './routes.gen.ts';

interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

let reply: Reply = { status: 200 };
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((_request, response) => {
    const { status, headers = {}, body = '<h1>Down</h1>' } = reply;
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const connection = () => connect({ url, retries: 0, auth: accessTokenAuth('token') });

async function errorOf(next: Reply, work: () => Promise<unknown> = () => connection().call(sitesInfoGet)) {
  reply = next;
  const error = await work().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PorticoError);
  return error as PorticoError;
}

const REQUEST = { 'x-wix-request-id': 'r1' };
const application = (code: string, data = {}, message = 'Rejected') => ({
  message,
  details: { applicationError: { code, description: 'Why', data } },
});
const violations = (...fields: string[]) => ({
  message: 'invalid',
  details: { validationError: { fieldViolations: fields.map((field) => ({ field, description: `is bad` })) } },
});

describe('the error of a response', () => {
  it.each([
    ['violations, sorted by field', 400, violations('b', 'a'), 'INVALID_ARGUMENT: "a" is bad, "b" is bad'],
    ['message and description', 409, application('TAKEN'), 'Rejected: Why'],
    ['a message that repeats the description', 409, application('TAKEN', {}, 'Why'), 'Why'],
    ['a message without details', 404, { message: 'No such page' }, 'No such page'],
    ['a failure of the server', 500, {}, 'System error occurred, request-id: r1'],
    ['a page instead of JSON', 502, '<h1>Down</h1>', 'System error occurred, request-id: r1'],
    ['an OAuth error', 400, { error: 'invalid_grant', error_description: 'Ended.' }, 'Ended.'],
  ])('has the message of %s', async (_name, status, body, message) => {
    const error = await errorOf({ status, headers: REQUEST, body });
    expect(error).toMatchObject({ message, status, requestId: 'r1' });
  });

  it.each([
    ['violations', 400, violations('a'), 'INVALID_ARGUMENT'],
    ['an application error', 409, application('TAKEN'), 'TAKEN'],
    ['an OAuth error', 400, { error: 'invalid_grant' }, 'invalid_grant'],
    ['another 4xx', 404, '', 'Not Found'],
    ['a failure', 503, '', 'SYSTEM_ERROR'],
  ])('has the code of %s', async (_name, status, body, code) => {
    expect((await errorOf({ status, body })).code).toBe(code);
  });

  it('contains the response if there is no request id', async () => {
    const error = await errorOf({ status: 500, body: { message: 'oops' } });
    expect(error.message).toBe('System error occurred: {"status":500,"message":"oops"}');
  });

  it('has the data of an application error and the seconds of its body or header', async () => {
    const limited = await errorOf({ status: 429, body: application('TOO_MANY_REQUESTS', { retryAfterSeconds: 7 }) });
    expect(limited).toMatchObject({ data: { retryAfterSeconds: 7 }, retryAfterSeconds: 7 });
    expect((await errorOf({ status: 429, headers: { 'retry-after': '9' } })).retryAfterSeconds).toBe(9);
    expect((await errorOf({ status: 503 })).retryAfterSeconds).toBeUndefined();
  });

  it('names the URL of a server that does not respond with JSON', async () => {
    expect(await errorOf({ status: 200 })).toMatchObject({
      code: 'INVALID_RESPONSE',
      message: expect.stringContaining(url),
    });
  });

  it.each([
    ['WD_VALIDATION_ERROR', 400, violations('a')],
    ['WD_UNKNOWN_ERROR', 500, ''],
    ['WDE0109', 413, ''],
    ['WDE0027', 403, application('WDE0027')],
  ])('of a data call has the code %s', async (code, status, body) => {
    const items = createItemsClient(connection().call);
    expect(await errorOf({ status, body }, () => items.query('Books').find())).toMatchObject({ code, status });
  });
});

describe('the error of a call without a response', () => {
  it('has the code NETWORK_ERROR, status 0 and the cause', async () => {
    const { call } = connect({ url: 'http://127.0.0.1:1', retries: 0, auth: accessTokenAuth('token') });
    const error = await call(sitesInfoGet).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      name: 'PorticoError',
      code: 'NETWORK_ERROR',
      status: 0,
      cause: expect.any(TypeError),
    });
  });
});
