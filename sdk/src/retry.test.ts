/** Tests which calls are repeated, over HTTP against a server that fails on demand. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endpoints } from '@portico/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { routeTable } from './admin/route-table.gen.ts';
import type { CallInput } from './call.ts';
import type { Calls } from './calls.gen.ts';
import { accessTokenAuth, connect } from './index.ts';
import { isRepeatable } from './retry.ts';

type Failure = 'hang up' | { status: number; seconds?: number };

let failures: Failure[] = [];
let requests: { consistency: string | undefined }[] = [];
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push({ consistency: request.headers['x-wix-consistent'] as string | undefined });
    const failure = failures.shift();
    if (failure === 'hang up') return request.socket.destroy();
    const headers: Record<string, string> = { 'x-wix-consistent': `after-${requests.length}` };
    if (!failure) return response.writeHead(200, headers).end('{"submission":{}}');
    const { status, seconds } = failure;
    const data = seconds === undefined ? {} : { retryAfterSeconds: seconds };
    const applicationError = { code: 'TOO_MANY_REQUESTS', description: 'Wait.', data };
    return response.writeHead(status).end(JSON.stringify({ details: { applicationError } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  failures = [];
  requests = [];
});

const clientWith = (retries?: number) => connect({ url, retries, auth: accessTokenAuth('token') });

/** Makes a call while the server fails in the listed ways. Returns the number of requests and the error, if any. */
async function attempt<Id extends keyof Calls>(listed: Failure[], id: Id, input?: CallInput<Id>, retries?: number) {
  failures = [...listed];
  const error = await clientWith(retries)
    .call(routeTable[id], input)
    .then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
  return { count: requests.length, error };
}

const BUSY: Failure = { status: 503 };

describe('a failed call', () => {
  it.each([
    ['503', BUSY],
    ['502', { status: 502 }],
    ['504', { status: 504 }],
    ['a lost connection', 'hang up'],
    ['429 with seconds', { status: 429, seconds: 0.01 }],
  ] as const)('is repeated after %s', async (_name, failure) => {
    expect(await attempt([failure], 'data.items.query')).toEqual({ count: 2, error: undefined });
  });

  it.each([
    ['400', { status: 400 }],
    ['500', { status: 500 }],
    ['a quota, which is a 429 without seconds', { status: 429 }],
    ['429 with more seconds than a caller would wait', { status: 429, seconds: 60 }],
  ] as const)('is not repeated after %s', async (_name, failure) => {
    const { count, error } = await attempt([failure], 'data.items.query');
    expect([count, error]).toEqual([1, expect.objectContaining({ status: failure.status })]);
  });

  it('is repeated twice by default, and as often as the client says', async () => {
    expect(await attempt([BUSY, BUSY, BUSY], 'sites.info.get')).toMatchObject({ count: 3, error: { status: 503 } });
    requests = [];
    expect((await attempt([BUSY], 'sites.info.get', {}, 0)).count).toBe(1);
  });

  it('that writes is repeated only with an idempotency key', async () => {
    expect((await attempt([BUSY], 'data.items.insert')).count).toBe(1);
    requests = [];
    const headers = { 'idempotency-key': 'k' };
    expect(await attempt([BUSY], 'forms.submissions.create', { headers })).toEqual({ count: 2, error: undefined });
  });

  it('is no longer repeated after an abort', async () => {
    const abort = new AbortController();
    const reason = new Error('The visitor left.');
    const call = attempt([BUSY, BUSY], 'sites.info.get', { signal: abort.signal });
    await expect.poll(() => requests.length).toBe(1);
    abort.abort(reason);
    expect(await call).toEqual({ count: 1, error: reason });
  });
});

it('repeats no call that writes', () => {
  const reads = /^(Query|Search|Count|List|Check|Validate|Group items|Run an aggregation)/;
  for (const { id, method, summary } of endpoints) {
    if (method !== 'GET' && isRepeatable(routeTable[id as keyof Calls])) expect(summary, id).toMatch(reads);
  }
});

it('sends the consistency token of a response with later calls', async () => {
  const { call } = clientWith();
  await call(routeTable['sites.info.get']);
  await call(routeTable['sites.info.get']);
  expect(requests).toEqual([{ consistency: undefined }, { consistency: 'after-1' }]);
});

describe('parallel calls', () => {
  /** Starts this many calls at once, and returns a function that answers one of them with a consistency token. */
  async function startCalls(count: number) {
    const requestTokens: (string | null)[] = [];
    const answers: ((token: string | null) => void)[] = [];
    const fetch = (_url: unknown, init?: RequestInit) => {
      requestTokens.push(new Headers(init?.headers).get('x-wix-consistent'));
      return new Promise<Response>((resolve) => {
        answers.push((token) => resolve(Response.json({}, token ? { headers: { 'x-wix-consistent': token } } : {})));
      });
    };
    const { call } = connect({ url, auth: accessTokenAuth('token'), fetch });
    const start = async () => {
      const { length } = answers;
      const response = call(routeTable['sites.info.get']);
      await expect.poll(() => answers.length).toBe(length + 1);
      return { response, answer: answers[length] as (token: string | null) => void };
    };
    const started: Awaited<ReturnType<typeof start>>[] = [];
    for (let index = 0; index < count; index += 1) started.push(await start());
    /** Answers a call, and returns what a later call sends. */
    const answerCall = async ({ response, answer }: (typeof started)[0], token: string | null) => {
      answer(token);
      await response;
    };
    return { started, start, answerCall, lastRequestToken: () => requestTokens.at(-1) };
  }

  it('keep the tokens of all writes, because their responses may arrive in another order', async () => {
    const { started, start, answerCall, lastRequestToken } = await startCalls(2);
    const [first, second] = started as [(typeof started)[0], (typeof started)[0]];
    await answerCall(second, 'second');
    await answerCall(first, 'first');
    const read = await start();
    expect(lastRequestToken()).toBe('second,first');
    await answerCall(read, null);
    const write = await start();
    expect(lastRequestToken()).toBe('second,first');
    await answerCall(write, 'third');
    await start();
    expect(lastRequestToken()).toBe('third');
  });

  it('read from the primary database if there are too many tokens for a header', async () => {
    const { started, start, answerCall, lastRequestToken } = await startCalls(21);
    for (const [index, call] of started.entries()) await answerCall(call, `token-${index}`);
    const write = await start();
    expect(lastRequestToken()).toBe('latest');
    await answerCall(write, 'newest');
    await start();
    expect(lastRequestToken()).toBe('newest');
  });
});
