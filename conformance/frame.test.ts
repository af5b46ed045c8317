/**
 * The hidden frame by which the vendor's client signs a member in without leaving the page, in a real browser on a
 * website that is another site to it; and who would like to hear what is said in it.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../e2e/support/browser.ts';
import { call, embed, heardBy, listen } from './support/in-page.ts';
import { newClient, newEmail, PASSWORD, sessionTokenOf } from './support/people.ts';
import { type ServedSite, serveSite } from './support/served-site.ts';
import { openWebsite, type Visit, type Website } from './support/website.ts';

let site: ServedSite;
let website: Website;
let unlisted: Website;
let browser: Browser;
let visit: Visit;
beforeAll(async () => {
  [site, browser] = await Promise.all([serveSite(), launchBrowser()]);
  [website, unlisted] = [await openWebsite(site), await openWebsite(site, false)];
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await Promise.all([website?.close(), unlisted?.close()]);
  await site?.stop();
});

/** A page of the website in a fresh profile, before each test of the group or once for all of them. */
function visited(when: typeof beforeAll | typeof beforeEach, which: () => Website = () => website): void {
  when(async () => {
    await visit?.context.close();
    visit = await which().visit(browser);
  });
}

/** Registers from Node, which costs no page. */
const newSessionToken = async () =>
  sessionTokenOf(await newClient(site.t).auth.register({ email: newEmail(), password: PASSWORD }));

const secrets = { codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', codeChallengeMethod: 'S256' };
const authorizeUrl = (more: Record<string, string>) =>
  `${site.t.origin}/_api/oauth2/authorize?${new URLSearchParams({
    clientId: website.clientId,
    responseType: 'code',
    responseMode: 'web_message',
    prompt: 'none',
    state: 'a-state',
    ...secrets,
    ...more,
  })}`;

/** The browser would not show a frame to the page. */
const isRefused = ({ problems }: Visit) =>
  expect.poll(() => problems.join(), { timeout: 15_000 }).toContain('frame-ancestors');

describe('the hidden frame', () => {
  visited(beforeEach);
  const member = { refreshToken: { role: 'member' }, accessToken: { value: expect.any(String) } };

  it('getMemberTokensForDirectLogin: tokens of a member, and the frame is gone', async () => {
    expect((await call(visit, 'getMemberTokensForDirectLogin', await newSessionToken())).value).toMatchObject(member);
    expect(await visit.page.locator('iframe').count()).toBe(0);
    expect(visit.problems).toEqual([]);
  });

  it('works where the browser blocks third-party cookies', async () => {
    expect(await cookiesOfFrames(visit.page)).toEqual([undefined, 'third=party']);
    const session = await visit.context.newCDPSession(visit.page);
    await session.send('Network.enable');
    await session.send('Network.setCookieControls' as never, { enableThirdPartyCookieRestriction: true } as never);
    await visit.page.reload();
    await visit.page.waitForFunction(() => 'client' in globalThis);
    expect(await cookiesOfFrames(visit.page)).toEqual([undefined, undefined]);
    expect((await call(visit, 'getMemberTokensForDirectLogin', await newSessionToken())).value).toMatchObject(member);
  });

  it('sends no cookie of the product, though the browser has one', async () => {
    const email = newEmail();
    await newClient(site.t).auth.register({ email, password: PASSWORD });
    await signInAtSite(visit, email);
    const framed: (string | undefined)[] = [];
    visit.page.on('request', async (request) => {
      if (request.url().includes('/oauth2/authorize')) framed.push((await request.allHeaders()).cookie);
    });
    expect((await call(visit, 'getMemberTokensForDirectLogin', await newSessionToken())).value).toMatchObject(member);
    await expect.poll(() => framed).toEqual([undefined]);
  });

  it.each([
    [
      'used before',
      async () => {
        const sessionToken = await newSessionToken();
        await call(visit, 'getMemberTokensForDirectLogin', sessionToken);
        return sessionToken;
      },
    ],
    ['made up', async () => 'made.up'],
  ])('with a session token %s: rejects at once', async (_name, given) => {
    const { error } = await call(visit, 'getMemberTokensForDirectLogin', await given());
    expect(error).toBe('Missing code or _state');
  });

  it('at a page that the app does not name gets nothing: the browser shows no frame', async () => {
    visit = await unlisted.visit(browser);
    const sessionToken = await newSessionToken();
    await Promise.race([
      call(visit, 'getMemberTokensForDirectLogin', sessionToken),
      expect.poll(() => visit.problems, { timeout: 15_000 }).toEqual([expect.stringContaining('frame-ancestors')]),
    ]);
    expect(
      await visit.page.evaluate(() =>
        (globalThis as never as { client: { auth: { loggedIn(): boolean } } }).client.auth.loggedIn(),
      ),
    ).toBe(false);
  });
});

describe('a hostile page', () => {
  visited(beforeEach, () => unlisted);

  it('that embeds a good session token of the app’s gets no code', async () => {
    await listen(visit.page);
    await embed(visit.page, authorizeUrl({ sessionToken: await newSessionToken() }));
    await isRefused(visit);
    expect(await heardBy(visit.page)).toEqual([]);
  });

  it.each(['frame', 'window'])('gets no code of a visitor who is signed in, in a %s', async (where) => {
    const email = newEmail();
    await newClient(site.t).auth.register({ email, password: PASSWORD });
    await signInAtSite(visit, email);
    await listen(visit.page);
    if (where === 'frame') {
      await embed(visit.page, authorizeUrl({}));
      await isRefused(visit);
    } else {
      const opened = visit.context.waitForEvent('page');
      await visit.page.evaluate((url) => void open(url), authorizeUrl({}));
      await (await opened).waitForLoadState();
    }
    expect(await heardBy(visit.page)).toEqual([]);
  });

  it('that frames the app’s own page reads nothing of what is posted there', async () => {
    await listen(visit.page);
    await embed(visit.page, `${website.origin}/`);
    const inner = visit.page.frames().find((frame) => frame.url().startsWith(website.origin));
    await inner?.waitForFunction(() => 'client' in globalThis);
    const sessionToken = await newSessionToken();
    await inner?.evaluate((url) => {
      document.body.append(Object.assign(document.createElement('iframe'), { src: url }));
    }, authorizeUrl({ sessionToken }));
    // The answer's frame has an ancestor that the app does not name: the browser shows it to nobody.
    await isRefused(visit);
    expect(await heardBy(visit.page)).toEqual([]);
  });
});

describe('what the app’s own page hears', () => {
  visited(beforeAll);

  it.each([
    '</script><script>parent.postMessage("pwned","*")</script>',
    '"+parent.postMessage("pwned","*")+"',
    '<!--<script>',
    "'};parent.postMessage('pwned','*');//",
    '\u2028parent.postMessage("pwned","*")\u2029',
    '&quot;&lt;/script&gt;',
    '\\u003c/script\\u003e',
    '__proto__',
    'x'.repeat(2_000),
  ])('the state %j comes back as it was, and does nothing', async (state) => {
    await listen(visit.page);
    await embed(visit.page, authorizeUrl({ state }));
    await expect.poll(() => heardBy(visit.page)).toEqual([expect.objectContaining({ error: 'login_required', state })]);
    expect(visit.problems).toEqual([]);
  });

  it('a message with another state is not taken for the answer', async () => {
    const signingIn = call(visit, 'getMemberTokensForDirectLogin', await newSessionToken());
    await visit.page.evaluate(() => {
      for (const data of ['x', null, { code: 'forged' }, { code: 'forged', state: 'guessed' }]) postMessage(data, '*');
    });
    expect((await signingIn).value).toMatchObject({ refreshToken: { role: 'member' } });
  });

  it('a code of the attacker’s own, slipped in with the right state, is refused: PKCE binds it to another', async () => {
    const stolen = await website.visit(browser);
    await listen(stolen.page);
    await embed(stolen.page, authorizeUrl({ sessionToken: await newSessionToken() }));
    await expect.poll(() => heardBy(stolen.page)).toHaveLength(1);
    const [{ code }] = (await heardBy(stolen.page)) as [{ code: string }];
    await visit.page.evaluate((code) => {
      const original = Node.prototype.appendChild;
      // Knows the state because it runs in the page: more than any outsider can.
      Node.prototype.appendChild = function appendChild(node) {
        if (!(node instanceof HTMLIFrameElement)) return original.call(this, node) as never;
        postMessage({ code, state: new URL(node.src).searchParams.get('state') }, '*');
        node.src = 'about:blank';
        return original.call(this, node) as never;
      };
    }, code);
    const { error } = await call(visit, 'getMemberTokensForDirectLogin', await newSessionToken());
    expect(error).toContain('invalid_grant');
  });
});

/** The Cookie header of each of two frames of a third party that sets a cookie of the laxest kind. */
async function cookiesOfFrames(page: Page): Promise<(string | undefined)[]> {
  const heard: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    if (request.url !== '/') return response.writeHead(204).end();
    heard.push(request.headers.cookie);
    return response.setHeader('set-cookie', 'third=party; SameSite=None; Secure').end();
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}/`;
  await embed(page, url);
  await embed(page, url);
  server.closeAllConnections();
  server.close();
  await page.context().clearCookies();
  return heard;
}

/** Signs in on the site's own origin, so that the browser has its session cookie. */
async function signInAtSite({ context }: Visit, email: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${site.t.origin}/health`);
  const status = await page.evaluate(
    async (body) => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch('/portico/v1/session/sign-in', { method: 'POST', headers, body: JSON.stringify(body) }))
        .status;
    },
    { email, password: PASSWORD },
  );
  expect(status).toBe(200);
  expect((await context.cookies(site.t.origin)).some(({ name }) => name.includes('session'))).toBe(true);
  await page.close();
}
