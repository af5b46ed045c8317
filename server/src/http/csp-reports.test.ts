import { Writable } from 'node:stream';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Log } from '../kernel/log.ts';
import { type TestServer, testServer } from '../testing/index.ts';
import { CSP_REPORT_PATH, mountCspReports } from './csp-reports.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer(undefined, { limits: true });
});
afterAll(() => t.stop());

const report = (fields: object = {}) => ({
  'csp-report': {
    'document-uri': 'https://user@www.example.org/reset?token=top-secret#part',
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://evil.example/x.js?id=42',
    'script-sample': 'alert("maria@example.org")',
    'source-file': 'https://www.example.org/app.js?v=1',
    'line-number': 7,
    ...fields,
  },
});
const send = (body: unknown, type = 'application/csp-report', address?: string) =>
  t.call({
    method: 'POST',
    path: CSP_REPORT_PATH,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': type },
    ...(address ? { address } : {}),
  });

describe('over HTTP', () => {
  it('accepts both formats without a token, and answers with nothing', async () => {
    const { status, text } = await send(report());
    expect([status, text]).toEqual([204, '']);
    const body = { effectiveDirective: 'img-src', blockedURL: 'inline', documentURL: 'https://www.example.org/' };
    expect((await send([{ type: 'csp-violation', body }], 'application/reports+json')).status).toBe(204);
  });

  it('rejects what is no report, and what is too large', async () => {
    expect((await send('{')).status).toBe(400);
    expect((await send(report(), 'text/html')).status).toBe(415);
    expect((await send(`{"csp-report":{"x":"${'x'.repeat(20_000)}"}}`)).status).toBe(413);
  });

  it('limits the reports of one address', async () => {
    const address = '203.0.113.9';
    const outcomes = new Set<number>();
    for (let count = 0; count < 40; count += 1) outcomes.add((await send(report(), undefined, address)).status);
    expect([...outcomes]).toEqual([204, 429]);
    expect((await send(report(), undefined, '203.0.113.10')).status).toBe(204);
  });
});

describe('the log', () => {
  async function logOf(bodies: readonly unknown[]): Promise<Record<string, unknown>[]> {
    const lines: Record<string, unknown>[] = [];
    const stream = new Writable({
      write(chunk, _encoding, done) {
        lines.push(JSON.parse(String(chunk)));
        done();
      },
    });
    const http = fastify({ logger: { level: 'warn', stream } });
    await mountCspReports(http, http.log as Log);
    for (const payload of bodies) {
      const headers = { 'content-type': 'application/csp-report' };
      await http.inject({ method: 'POST', url: CSP_REPORT_PATH, headers, payload: JSON.stringify(payload) });
    }
    await http.close();
    return lines;
  }

  it('has the violation without queries, samples and users', async () => {
    const [line] = await logOf([report()]);
    expect(line).toMatchObject({
      msg: 'a page violated its content security policy',
      directive: 'script-src-elem',
      blocked: 'https://evil.example/x.js',
      page: 'https://www.example.org/reset',
      source: 'https://www.example.org/app.js',
      line: 7,
    });
    expect(JSON.stringify(line)).not.toMatch(/top-secret|maria|user@|id=42/);
  });

  it('has a repeated violation once', async () => {
    expect(await logOf([report(), report(), report({ 'blocked-uri': 'inline' })])).toHaveLength(2);
  });

  it('has at most 60 lines per minute, and at most ten of one request', async () => {
    const many = Array.from({ length: 100 }, (_, index) => report({ 'blocked-uri': `https://evil.example/${index}` }));
    expect(await logOf(many)).toHaveLength(60);
    expect(await logOf([many.slice(0, 30)])).toHaveLength(10);
  });

  it('ignores other reports and cuts long texts', async () => {
    expect(await logOf([{ type: 'deprecation', body: {} }, null, 'x', { 'csp-report': 7 }])).toEqual([]);
    const [line] = await logOf([report({ 'effective-directive': 'x'.repeat(5_000) })]);
    expect(String(line?.directive)).toHaveLength(200);
  });
});
