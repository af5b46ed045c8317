/** Tests the built pages beside the API: which handler serves an address, and with which content security policy. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildAll } from '../builds/index.ts';
import { prepareSite } from '../installation.ts';
import { type TestServer, testServer } from '../testing/index.ts';
import { mountPages } from './mount.ts';

const quiet = { info() {}, warn: (message: string) => console.warn(message) };

let server: TestServer;
let url: string;
let host: string;
let second: string;
beforeAll(async () => {
  expect(await buildAll({ log: quiet })).toEqual([]);
  server = await testServer((app) => mountPages(app.http, { env: app.env, mode: 'production', log: app.http.log }));
  await prepareSite(server.ctx, false);
  url = server.origin;
  host = new URL(url).host;
  second = new URL((await server.secondSite()).site.origin).host;
}, 300_000);
afterAll(() => server?.stop());

const NOT_SERVED = { description: expect.any(String) };

const open = (path: string, headers: Record<string, string> = {}) =>
  server.call({ method: 'GET', path, headers: { host, accept: 'text/html', ...headers } });
const post = (path: string, body: Record<string, string>, headers: Record<string, string> = {}) =>
  server.call({
    method: 'POST',
    path,
    body: new URLSearchParams(body).toString(),
    headers: { host, origin: url, 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });

describe('addresses of the API', () => {
  it.each(['/data/v9/nothing', '/v4/submissions', '/forms/a', '/members/x', '/portico/nothing', '/oauth2/nothing'])(
    '%s returns 404 in the shape of the API, to browsers too',
    async (path) => {
      const response = await open(path);
      expect([response.status, response.body.details.applicationError.code]).toEqual([404, 'NOT_FOUND']);
      expect(response.headers['x-wix-request-id']).toBeTruthy();
    },
  );

  it.each([
    '/blog/v3/posts',
    '/apps/v1/nothing',
    '/assets/scripts/v1/nothing',
    '/site-properties/v4/properties',
    '/some/unheard-of/service/v12',
    '/v3/forms',
    '/v5/contacts',
  ])('%s names a version, and returns 404 in the shape of the API, to browsers too', async (path) => {
    const response = await open(path);
    expect([response.status, response.body?.details.applicationError.data]).toEqual([404, { path }]);
  });

  it.each(['/c/v1', '/c/v1/v2', '/form/v1', '/dashboard/v1/x', '/vintage', '/v'])('%s is a page', async (path) => {
    expect((await open(path)).headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it.each([
    ['/blog', 'VENDOR_PRODUCT_NOT_SERVED'],
    ['/blog/posts', 'VENDOR_PRODUCT_NOT_SERVED'],
    ['/blog/v3/posts', 'VENDOR_PRODUCT_NOT_SERVED'],
    ['/graphql', 'VENDOR_PRODUCT_NOT_SERVED'],
    ['/site-media/files', 'VENDOR_PRODUCT_NOT_SERVED'],
    ['/categories/foo', 'VENDOR_PRODUCT_NOT_SERVED'],
    ['/assets/scripts/foo', 'NOT_FOUND'],
  ])('%s has no page, and returns 404 with %s in the shape of the API, whatever is accepted', async (path, code) => {
    for (const accept of ['text/html', 'application/json', '*/*']) {
      const { status, body } = await open(path, { accept });
      expect([accept, status, body?.details?.applicationError]).toEqual([
        accept,
        404,
        { code, ...NOT_SERVED, data: { path } },
      ]);
    }
    for (const origin of [url, 'http://evil.example']) {
      const { status, body } = await post(path, {}, { origin });
      expect([origin, status, body?.details?.applicationError.code]).toEqual([origin, 404, code]);
    }
  });

  it('methods that no page has are not treated as page requests', async () => {
    const response = await server.call({ method: 'DELETE', path: '/', headers: { host } });
    expect([response.status, response.body.details.applicationError.code]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('a page of the site', () => {
  it('is complete without scripts, and allows only its own', async () => {
    const page = await open('/');
    expect(page.status).toBe(200);
    expect(page.text).toContain('<h1>Welcome to Test</h1>');
    const policy = String(page.headers['content-security-policy']);
    const [, nonce] = /script-src 'self' 'nonce-([^']+)'/.exec(policy) ?? [];
    const scripts = page.text.match(/<script\b[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([]);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain('report-uri /portico/v1/csp-reports');
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
    });
  });

  it('has a new nonce each time', async () => {
    const policies = await Promise.all([open('/'), open('/')]);
    expect(policies[0]?.headers['content-security-policy']).not.toBe(policies[1]?.headers['content-security-policy']);
  });

  it.each(['/nowhere', '/c/Nothing', '/form/nothing', '/c/a/b/c', '/assets/none.js'])(
    '%s: 404 and a page that says so',
    async (path) => {
      const page = await open(path);
      expect(page.status).toBe(404);
      expect(page.text).toContain('Nothing here');
    },
  );

  it('allows a third-party captcha on the pages that show it, and on no others', async () => {
    const policyOf = async (path: string) => String((await open(path)).headers['content-security-policy']);
    const captcha = { mode: 'VISIBLE', provider: 'HCAPTCHA', siteKey: 'key', secret: 'secret' } as const;
    await server.configure({ signIn: { captcha } });
    expect(await policyOf('/sign-up')).toMatch(
      /script-src [^;]*https:\/\/hcaptcha\.com.*frame-src https:\/\/hcaptcha\.com/,
    );
    expect(await policyOf('/')).not.toContain('hcaptcha');
    expect(await policyOf('/account')).not.toContain('hcaptcha');
    await server.configure({ signIn: { captcha: { mode: 'VISIBLE', provider: 'ALTCHA' } } });
    expect(await policyOf('/sign-up')).not.toMatch(/frame-src|hcaptcha/);
    await server.configure({ signIn: { captcha: { mode: 'OFF' } } });
  });

  it('moves the token of a mailed link into a cookie of that page, out of the address', async () => {
    const opened = await open('/reset-password?token=a.token&lang=de');
    expect([opened.status, opened.headers.location]).toEqual([302, '/reset-password?lang=de']);
    expect(String(opened.headers['set-cookie'])).toMatch(
      /portico-link-\S+; Max-Age=1800; Path=\/reset-password; HttpOnly/,
    );
    expect((await open('/reset-password')).text).toContain('This link no longer works');
  });

  it('uses the language of the browser, in its direction', async () => {
    const page = await open('/sign-in', { 'accept-language': 'he-IL,he;q=0.9' });
    expect(page.text).toContain('<html lang="he" dir="rtl">');
    expect(page.headers['content-security-policy']).toMatch(/style-src 'self' 'nonce-/);
  });

  it('belongs to the site of the requested host', async () => {
    expect((await open('/', { host: second })).text).toContain('<h1>Welcome to Second</h1>');
  });

  it('has immutable files, sent compressed', async () => {
    const [path] = /\/assets\/entry[^"]+\.js/.exec((await open('/')).text) ?? [];
    const file = await open(String(path), { 'accept-encoding': 'br' });
    expect(file.status).toBe(200);
    expect(file.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
    });
  });

  it.each(['/../package.json', '/assets/../../server/index.js', '/%2e%2e/%2e%2e/package.json', '/.vite/manifest.json'])(
    'no path leads to a file that is not for browsers: %s',
    async (path) => {
      const response = await open(path);
      expect(response.status).toBe(404);
      expect(response.text).not.toContain('"private"');
    },
  );
});

describe('a form post', () => {
  const member = { email: 'ada@example.org', password: 'correct horse battery', nickname: 'Ada' };

  it('of a page of the site signs a member up and in', async () => {
    const response = await post('/sign-up', member);
    expect([response.status, response.headers.location]).toEqual([302, '/account']);
    const cookies = [response.headers['set-cookie']].flat().map((cookie) => String(cookie).split(';')[0]);
    const account = await open('/account', { cookie: cookies.join('; ') });
    expect(account.status).toBe(200);
    expect(account.text).toContain('value="Ada"');
  });

  it('of another origin is rejected with 403', async () => {
    for (const origin of ['http://evil.example', 'null', `http://${second}`]) {
      const response = await post('/sign-in', member, { origin });
      expect(response.status).toBe(403);
      expect(response.headers['set-cookie']).toBeUndefined();
    }
  });

  it('with a wrong password is rejected on the page with 401', async () => {
    const response = await post('/sign-in', { email: member.email, password: 'wrong' });
    expect(response.status).toBe(401);
    expect(response.text).toContain('The e-mail address or the password is wrong.');
    expect(response.text).not.toContain('value="wrong"');
  });

  it('larger than the limit is rejected with 413', async () => {
    expect((await post('/sign-in', { email: 'x'.repeat(1_100_000) })).status).toBe(413);
  });
});

describe('the dashboard', () => {
  it.each(['/dashboard', '/dashboard/', '/dashboard/collections/Books'])('%s is its one page', async (path) => {
    const page = await open(path);
    expect(page.status).toBe(200);
    expect(page.text).toContain('<div id="root">');
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(page.headers['content-security-policy']).toMatch(/script-src 'self'[^;]*;.*style-src/);
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it('returns 404 for a missing file, never its page', async () => {
    const file = await open('/dashboard/assets/none.js');
    expect([file.status, file.headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8']);
  });

  it('is not served at another site’s host', async () => {
    const page = await open('/dashboard', { host: second });
    expect(page.status).toBe(404);
    expect(page.text).toContain('Nothing here');
  });
});

describe('the documentation', () => {
  it('is a static page that is revalidated, and runs no inline script', async () => {
    const page = await open('/docs');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers['cache-control']).toBe('no-cache');
    expect(String(page.headers['content-security-policy'])).toContain("script-src 'self';");
    const { etag } = page.headers;
    expect((await open('/docs', { 'if-none-match': String(etag) })).status).toBe(304);
  });

  it('contains the address of the server and the names of its packages, without scripts', async () => {
    const page = await open('/docs/quickstart/vite');
    const { body: names } = await open('/packages/index.json');
    expect(page.text).toContain(`npm i ${url}/packages/${names['portico-sdk.tgz']} ${url}/packages/`);
    expect((await open('/docs/quickstart/html')).text).toContain(`&#x27;${url}/packages/sdk.js&#x27;`);
    expect(page.text).not.toContain('http://localhost:4000');
  });

  it('lists its pages in /llms.txt, with addresses that work', async () => {
    const { status, headers, text } = await open('/llms.txt');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    const addresses = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, address]) => address as string);
    expect(addresses).toContain(`${url}/docs/members`);
    expect(addresses.length).toBeGreaterThan(20);
    for (const address of addresses) {
      expect(address.startsWith(`${url}/`), address).toBe(true);
      expect([address, (await open(address.slice(url.length))).status]).toEqual([address, 200]);
    }
  });

  it.each(['/docs/nothing', '/docs/../package.json', '/docs/data.html', '/docs/api/nothing/here/at/all'])(
    '%s: 404',
    async (path) => {
      const page = await open(path);
      expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    },
  );

  it('has one address per page', async () => {
    const { status, headers } = await open('/docs/data/');
    expect([status, headers.location]).toEqual([302, '/docs/data']);
  });
});

describe('the packages', () => {
  const tarballs = async (): Promise<Record<string, string>> => (await open('/packages/index.json')).body;

  it.each(['portico-sdk.tgz', 'portico-react.tgz'])(
    'redirect %s to a name that changes with its content',
    async (name) => {
      const redirectResponse = await open(`/packages/${name}`, { origin: 'https://other.example' });
      expect([redirectResponse.status, redirectResponse.headers['cache-control']]).toEqual([302, 'no-cache']);
      const address = `/packages/${(await tarballs())[name]}`;
      expect(redirectResponse.headers.location).toBe(address);
      const { status, headers, bytes } = await open(address);
      expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
      expect(address).toMatch(new RegExp(`^/packages/${name.replace('.tgz', '')}-\\d+\\.\\d+\\.\\d+-${hash}\\.tgz$`));
    },
  );

  it('say how to install the present version, if a lockfile names another one', async () => {
    const { status, body } = await open('/packages/portico-sdk-0.0.9-0123456789ab.tgz');
    expect(status).toBe(404);
    expect(body.error).toContain(`npm i http://`);
    expect(body.error).toContain((await tarballs())['portico-sdk.tgz']);
  });

  it('keep a lockfile valid, and never have another content at the address in a lockfile', async () => {
    const origin = await server.listen();
    const folder = mkdtempSync(join(tmpdir(), 'portico-lockfile-'));
    const npm = (...args: string[]) =>
      promisify(execFile)('npm', [...args, '--no-audit', '--no-fund', '--cache', join(folder, 'cache')], {
        cwd: folder,
      });
    try {
      writeFileSync(join(folder, 'package.json'), '{}');
      const name = (await tarballs())['portico-sdk.tgz'] as string;
      await npm('i', `${origin}/packages/${name}`);
      rmSync(join(folder, 'cache'), { recursive: true });
      await npm('ci');

      // Makes the project require the tarball of an older version, which this server no longer has.
      rmSync(join(folder, 'cache'), { recursive: true });
      for (const file of ['package.json', 'package-lock.json']) {
        const text = readFileSync(join(folder, file), 'utf8');
        expect(text).toContain(name);
        writeFileSync(join(folder, file), text.replaceAll(name, 'portico-sdk-0.0.9-0123456789ab.tgz'));
      }
      const { stderr } = await npm('ci').then(
        () => expect.fail('npm ci installed another version'),
        (error: { stderr: string }) => error,
      );
      expect(stderr).toContain('E404');
      expect(stderr).toContain(`npm i ${origin}/packages/${name}`);
      expect(stderr).not.toContain('EINTEGRITY');
    } finally {
      rmSync(folder, { recursive: true });
    }
  }, 60_000);

  it.each(['sdk.js', 'index.json'])('serve %s to every origin', async (name) => {
    const { status, headers } = await open(`/packages/${name}`, { origin: 'https://other.example' });
    expect([status, headers['access-control-allow-origin']]).toEqual([200, '*']);
    expect(headers['content-type']).toMatch(name === 'sdk.js' ? /javascript/ : /json/);
  });

  it('return 404 in the shape of the API for other files', async () => {
    const response = await open('/packages/nothing.js');
    expect([response.status, response.body.details.applicationError.code]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('a dashboard with a separate origin', () => {
  let serverWithOrigin: TestServer;
  const admin = 'admin.example:1';
  beforeAll(async () => {
    serverWithOrigin = await testServer((app) => {
      const env = { ...app.env, dashboardOrigin: `http://${admin}` };
      return mountPages(app.http, { env, mode: 'production', log: app.http.log });
    });
  });
  afterAll(() => serverWithOrigin?.stop());
  const openAt = (host: string, path: string) =>
    serverWithOrigin.call({ method: 'GET', path, headers: { host, accept: 'text/html' } });

  it('is served only there', async () => {
    expect((await openAt(admin, '/dashboard')).status).toBe(200);
    expect((await openAt(new URL(serverWithOrigin.origin).host, '/dashboard')).status).toBe(404);
  });

  it('does not share the origin with the pages of a site', async () => {
    const root = await openAt(admin, '/');
    expect([root.status, root.headers.location]).toEqual([302, '/dashboard']);
    const page = await openAt(admin, '/sign-in');
    expect([page.status, page.body.details.applicationError.code]).toEqual([404, 'NOT_FOUND']);
  });
});
