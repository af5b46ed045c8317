/** Sends traces to a real OTLP receiver on the loopback interface. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';

interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly status: { readonly code?: number };
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

const spans: OtlpSpan[] = [];
const services: unknown[] = [];
let collector: Server;
let t: TestServer;
beforeAll(async () => {
  collector = createServer(async (request, response) => {
    // biome-ignore lint/suspicious/noExplicitAny: the shape is that of OTLP, of which the test reads a part
    const body = (await json(request)) as any;
    if (request.url === '/v1/traces') {
      for (const { resource, scopeSpans } of body.resourceSpans) {
        services.push(
          resource.attributes.find((one: { key: string }) => one.key === 'service.name')?.value.stringValue,
        );
        for (const scope of scopeSpans) spans.push(...scope.spans);
      }
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  t = await testServer(undefined, { env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } });
}, 60_000);
afterAll(async () => {
  await t?.stop();
  collector.close();
});

const attributesOf = ({ attributes }: OtlpSpan): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
const waitForSpan = (fits: (span: OtlpSpan) => boolean): Promise<OtlpSpan> =>
  vi.waitFor(
    () => {
      const found = spans.find(fits);
      if (!found) throw new Error('The span has not arrived.');
      return found;
    },
    { timeout: 20_000, interval: 50 },
  );
const query = (headers: Record<string, string>, dataCollectionId: string) =>
  t.call({ method: 'POST', path: '/v2/items/query', as: t.key, headers, body: { dataCollectionId } });

describe('a request', () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

  it('is a span in the trace of its traceparent header, and its statements are spans below it', async () => {
    const { headers } = await query({ traceparent: `00-${traceId}-00f067aa0ba902b7-01` }, 'NoSuchCollection');
    const span = await waitForSpan((one) => one.traceId === traceId && one.name === 'data.items.query');
    expect(span).toMatchObject({ parentSpanId: '00f067aa0ba902b7', kind: 2 });
    expect(attributesOf(span)).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/v2/items/query',
      'http.response.status_code': 404,
      'portico.caller': 'key',
      'portico.site_id': t.site.id,
      'portico.request_id': headers['x-wix-request-id'],
      'error.type': 'WDE0025',
    });
    const statement = await waitForSpan(
      (one) => one.parentSpanId === span.spanId && /collections/.test(String(attributesOf(one)['db.query.text'])),
    );
    expect(statement).toMatchObject({ traceId, kind: 3, name: 'SELECT' });
    const attributes = attributesOf(statement);
    expect(attributes).toMatchObject({ 'db.system.name': 'postgresql', 'portico.pool': expect.any(String) });
    expect(BigInt(statement.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano));
    expect(BigInt(statement.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(span.endTimeUnixNano));
    expect(new Set(services)).toEqual(new Set(['portico']));
  });

  it('starts its own trace without the header, or with a malformed one', async () => {
    for (const header of [{}, { traceparent: '00-zz-01' }]) {
      const { headers } = await query(header as Record<string, string>, 'Recipes');
      const id = headers['x-wix-request-id'];
      const span = await waitForSpan((one) => attributesOf(one)['portico.request_id'] === id);
      expect([span.parentSpanId ?? '', span.traceId]).toEqual(['', expect.stringMatching(/^[0-9a-f]{32}$/)]);
    }
  });

  it('reveals no personal data', async () => {
    const login = { loginId: { email: 'maria@example.org' }, password: 'hunter2hunter2' };
    const headers = { 'user-agent': 'portico-test-agent', 'x-forwarded-for': '198.51.100.77' };
    const { headers: responseHeaders } = await t.call({
      method: 'POST',
      path: '/v2/login',
      as: t.visitor,
      body: login,
      headers,
    });
    await waitForSpan((one) => attributesOf(one)['portico.request_id'] === responseHeaders['x-wix-request-id']);
    const text = JSON.stringify(spans);
    expect(text).toContain('member');
    for (const secret of ['maria', 'hunter2', 'portico-test-agent', '198.51.100.77', t.visitor, t.key])
      expect(text).not.toContain(secret);
  });
});

it('the statements of workers are not traced', async () => {
  await waitForSpan(({ kind }) => kind === 3);
  // A request arrives after its statements, possibly in a later batch.
  await vi.waitFor(() => {
    const requestIds = new Set(spans.filter(({ kind }) => kind === 2).map(({ spanId }) => spanId));
    expect(spans.filter(({ kind, parentSpanId }) => kind === 3 && !requestIds.has(parentSpanId ?? ''))).toEqual([]);
  }, 20_000);
});
