import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SiteCtx } from '../kernel/ctx.ts';
import { createVault } from '../kernel/encryption.ts';
import { type TestServer, testServer } from '../testing/index.ts';
import { verifyCaptcha } from './index.ts';
import { isVerified, providers, type ThirdPartyProvider } from './third-party-providers.ts';

const names = Object.keys(providers) as ThirdPartyProvider[];
const SECRET = 'the secret of the site';
const SITE_KEY = 'the public key';

/** A fake of the three services that responds as they document; the token selects the response. */
let server: Server;
let url: string;
let requests: { method?: string; type?: string; form: Record<string, string> }[] = [];
const logLines: unknown[][] = [];
const log = { info: note, warn: note, error: note };
function note(...line: unknown[]): void {
  logLines.push(line);
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { status, headers, body } = await verdictOf(request);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  requests = [];
  logLines.length = 0;
});

async function verdictOf(request: IncomingMessage) {
  const form = Object.fromEntries(new URLSearchParams(await text(request)));
  requests.push({ method: request.method, type: request.headers['content-type'], form });
  const jsonResponse = (value: unknown, status = 200, headers = {}) => ({
    status,
    headers,
    body: JSON.stringify(value),
  });
  const rejection = (...codes: string[]) => jsonResponse({ success: false, 'error-codes': codes });
  const successBody = {
    success: true,
    challenge_ts: '2026-03-01T12:00:00Z',
    hostname: 'www.example.org',
    'error-codes': [],
  };
  if (form.secret !== SECRET) return rejection('invalid-input-secret');
  switch (form.response) {
    case 'right':
      return jsonResponse(successBody);
    case 'used':
      return rejection('timeout-or-duplicate');
    case 'human':
      return jsonResponse({ ...successBody, score: 0.9, action: 'login' });
    case 'robot':
      return jsonResponse({ ...successBody, score: 0.1, action: 'login' });
    case 'right with status 500':
      return jsonResponse({}, 500);
    case 'a page':
      return { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' };
    case 'the word true':
      return jsonResponse({ ...successBody, success: 'true' });
    case 'elsewhere':
      return jsonResponse(successBody, 307, { location: '/other' });
    default:
      return rejection('invalid-input-response');
  }
}

const verify = (name: ThirdPartyProvider, token: string, secret = SECRET) =>
  isVerified({ ...providers[name], url }, { secret, siteKey: SITE_KEY, token }, log);

describe.each(names)('%s', (name) => {
  it('receives the secret and the token, as a form', async () => {
    expect(await verify(name, 'right')).toBe(true);
    const form = { secret: SECRET, response: 'right', ...(name === 'HCAPTCHA' ? { sitekey: SITE_KEY } : {}) };
    expect(requests).toEqual([{ method: 'POST', type: 'application/x-www-form-urlencoded;charset=UTF-8', form }]);
    expect(logLines).toEqual([]);
  });

  it.each(['used', 'never seen'])('rejects a token that is %s and logs the reason', async (token) => {
    expect(await verify(name, token)).toBe(false);
    expect(JSON.stringify(logLines)).toMatch(/timeout-or-duplicate|invalid-input-response/);
  });

  it('rejects the wrong secret', async () => {
    expect(await verify(name, 'right', 'another')).toBe(false);
    expect(JSON.stringify(logLines)).toContain('invalid-input-secret');
  });

  it.each(['right with status 500', 'a page', 'the word true', 'elsewhere'])(
    'rejects the response "%s"',
    async (token) => {
      expect(await verify(name, token)).toBe(false);
      expect(requests).toHaveLength(1);
      expect(logLines).toHaveLength(1);
    },
  );

  it('rejects the token if it cannot be reached', async () => {
    const unreachable = { ...providers[name], url: 'http://127.0.0.1:1/siteverify' };
    expect(await isVerified(unreachable, { secret: SECRET, siteKey: SITE_KEY, token: 'right' }, log)).toBe(false);
    expect(JSON.stringify(logLines)).toContain('the captcha provider returned no verdict');
  });

  it('is not called for a token of absurd length', async () => {
    expect(await verify(name, 'x'.repeat(10_000))).toBe(false);
    expect(requests).toEqual([]);
  });
});

describe('a score', () => {
  it('below one half is rejected for reCAPTCHA', async () => {
    expect(await verify('RECAPTCHA', 'human')).toBe(true);
    expect(await verify('RECAPTCHA', 'robot')).toBe(false);
  });

  it('below one half is logged as the reason, because the provider accepted the token', async () => {
    await verify('RECAPTCHA', 'robot');
    await verify('RECAPTCHA', 'used');
    expect(logLines).toMatchObject([
      [{ reason: 'the score is below 0.5', score: 0.1 }, 'a captcha token was rejected'],
      [{ reason: 'the provider rejected the token' }, 'a captcha token was rejected'],
    ]);
  });

  it('is ignored for other providers: hCaptcha scores risk', async () => {
    expect(await verify('HCAPTCHA', 'robot')).toBe(true);
  });
});

describe('the services are called at their documented addresses', () => {
  it.each([
    ['RECAPTCHA', 'https://www.google.com/recaptcha/api/siteverify'],
    ['HCAPTCHA', 'https://api.hcaptcha.com/siteverify'],
    ['TURNSTILE', 'https://challenges.cloudflare.com/turnstile/v0/siteverify'],
  ] as const)('%s', (name, address) => expect(providers[name].url).toBe(address));
});

describe('a site with a third-party provider', () => {
  let t: TestServer;
  beforeAll(async () => {
    t = await testServer();
  });
  afterAll(() => t.stop());

  const ctxOf = async (): Promise<SiteCtx> => ({
    ...t.ctx,
    log,
    site: (await t.ctx.env.site(t.site.id)) as SiteCtx['site'],
  });

  it('calls it with the decrypted secret', async () => {
    await t.configure({
      signIn: { captcha: { mode: 'VISIBLE', provider: 'TURNSTILE', siteKey: SITE_KEY, secret: SECRET } },
    });
    const services = { ...providers, TURNSTILE: { ...providers.TURNSTILE, url } };
    const ctx = await ctxOf();
    await verifyCaptcha(ctx, 'right', services);
    expect(requests.map(({ form }) => form.secret)).toEqual([SECRET]);
    await expect(verifyCaptcha(ctx, 'used', services)).rejects.toMatchObject({ code: '-19970' });
  });

  it('rejects every token if the secret can no longer be decrypted, and logs it', async () => {
    const ctx = await ctxOf();
    const env = { ...ctx.env, vault: createVault('the secret of another installation, quite long') };
    await expect(verifyCaptcha({ ...ctx, env }, 'right')).rejects.toMatchObject({ code: '-19970' });
    expect(JSON.stringify(logLines)).toContain('no secret that can be read');
  });

  it('still requires a token', async () => {
    await expect(verifyCaptcha(await ctxOf(), undefined)).rejects.toMatchObject({ code: '-19971' });
  });
});
