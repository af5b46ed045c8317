/**
 * Tests the hidden frame with which the vendor's client signs a member in without leaving the page, and attacks on its
 * messages. Uses a real browser on a website that the browser treats as another site.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../e2e/support/browser.ts';
import { call, embedFrame, receivedMessages, recordMessages } from './support/in-page.ts';
import { newClient, newEmail, PASSWORD, sessionTokenOf } from './support/people.ts';
import { type ServedSite, serveSite } from './support/served-site.ts';
import { openWebsite, type Visit, type Website } from './support/website.ts';

let site: ServedSite;
let website: Website;
let unlistedWebsite: Website;
let browser: Browser;
let visit: Visit;
beforeAll(async () => {
  [site, browser] = await Promise.all([serveSite(), launchBrowser()]);
  [website, unlistedWebsite] = [await openWebsite(site), await openWebsite(site, false)];
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await Promise.all([website?.close(), unlistedWebsite?.close()]);
  await site?.stop();
});

/** Opens the website in a new profile, before each test of the group or once for all of them. */
function visitWebsite(hook: typeof beforeAll | typeof beforeEach, selectWebsite: () => Website = () => website): void {
  hook(async () => {
    await visit?.context.close();
    visit = await selectWebsite().visit(browser);
  });
}

/** Registers a member from Node, without a browser page, and returns the session token. */
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

/** Waits until the browser has rejected a frame. */
const waitForRejection = ({ problems }: Visit) =>
  expect.poll(() => problems.join(), { timeout: 15_000 }).toContain('frame-ancestors');

describe('the hidden frame', () => {
  visitWebsite(beforeEach);
  const member = { refreshToken: { role: 'member' }, accessToken: { value: expect.any(String) } };

  it('getMemberTokensForDirectLogin returns tokens of a member and removes the frame', async () => {
    expect((await call(visit, 'getMemberTokensForDirectLogin', await newSessionToken())).value).toMatchObject(member);
    expect(await visit.page.locator('iframe').count()).toBe(0);
    expect(visit.problems).toEqual([]);
  });

  it('works if the browser blocks third-party cookies', async () => {
    expect(await cookiesOfFrames(visit.page)).toEqual([undefined, 'third=party']);
    const session = await visit.context.newCDPSession(visit.page);
    await session.send('Network.enable');
    await session.send('Network.setCookieControls' as never, { enableThirdPartyCookieRestriction: true } as never);
    await visit.page.reload();
    await visit.page.waitForFunction(() => 'client' in globalThis);
    expect(await cookiesOfFrames(visit.page)).toEqual([undefined, undefined]);
    expect((await call(visit, 'getMemberTokensForDirectLogin', await newSessionToken())).value).toMatchObject(member);
  });

  it('sends no cookie of the site, even if the browser has one', async () => {
    const email = newEmail();
    await newClient(site.t).auth.register({ email, password: PASSWORD });
    await signInAtSite(visit, email);
    const frameCookies: (string | undefined)[] = [];
    visit.page.on('request', async (request) => {
      if (request.url().includes('/oauth2/authorize')) frameCookies.push((await request.allHeaders()).cookie);
    });
    expect((await call(visit, 'getMemberTokensForDirectLogin', await newSessionToken())).value).toMatchObject(member);
    await expect.poll(() => frameCookies).toEqual([undefined]);
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
  ])('rejects immediately if the session token was %s', async (_name, makeToken) => {
    const { error } = await call(visit, 'getMemberTokensForDirectLogin', await makeToken());
    expect(error).toBe('Missing code or _state');
  });

  it('is not shown on a page of an origin that the app does not list', async () => {
    visit = await unlistedWebsite.visit(browser);
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
  visitWebsite(beforeEach, () => unlistedWebsite);

  it('gets no code for a valid session token of the app', async () => {
    await recordMessages(visit.page);
    await embedFrame(visit.page, authorizeUrl({ sessionToken: await newSessionToken() }));
    await waitForRejection(visit);
    expect(await receivedMessages(visit.page)).toEqual([]);
  });

  it.each(['frame', 'window'])('gets no code from a %s of a signed-in visitor', async (context) => {
    const email = newEmail();
    await newClient(site.t).auth.register({ email, password: PASSWORD });
    await signInAtSite(visit, email);
    await recordMessages(visit.page);
    if (context === 'frame') {
      await embedFrame(visit.page, authorizeUrl({}));
      await waitForRejection(visit);
    } else {
      const newPage = visit.context.waitForEvent('page');
      await visit.page.evaluate((url) => void open(url), authorizeUrl({}));
      await (await newPage).waitForLoadState();
    }
    expect(await receivedMessages(visit.page)).toEqual([]);
  });

  it('cannot read the messages that an embedded page of the app receives', async () => {
    await recordMessages(visit.page);
    await embedFrame(visit.page, `${website.origin}/`);
    const inner = visit.page.frames().find((frame) => frame.url().startsWith(website.origin));
    await inner?.waitForFunction(() => 'client' in globalThis);
    const sessionToken = await newSessionToken();
    await inner?.evaluate((url) => {
      document.body.append(Object.assign(document.createElement('iframe'), { src: url }));
    }, authorizeUrl({ sessionToken }));
    // The outermost page is not from an origin of the app, so the browser does not show the authorize frame.
    await waitForRejection(visit);
    expect(await receivedMessages(visit.page)).toEqual([]);
  });
});

describe('messages to the app’s page', () => {
  visitWebsite(beforeAll);

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
  ])('the state %j is returned unchanged and is not executed', async (state) => {
    await recordMessages(visit.page);
    await embedFrame(visit.page, authorizeUrl({ state }));
    await expect
      .poll(() => receivedMessages(visit.page))
      .toEqual([expect.objectContaining({ error: 'login_required', state })]);
    expect(visit.problems).toEqual([]);
  });

  it('a message with another state is ignored', async () => {
    const pendingLogin = call(visit, 'getMemberTokensForDirectLogin', await newSessionToken());
    await visit.page.evaluate(() => {
      for (const data of ['x', null, { code: 'forged' }, { code: 'forged', state: 'guessed' }]) postMessage(data, '*');
    });
    expect((await pendingLogin).value).toMatchObject({ refreshToken: { role: 'member' } });
  });

  it('a code injected by an attacker with the correct state is rejected by PKCE', async () => {
    const attackerVisit = await website.visit(browser);
    await recordMessages(attackerVisit.page);
    await embedFrame(attackerVisit.page, authorizeUrl({ sessionToken: await newSessionToken() }));
    await expect.poll(() => receivedMessages(attackerVisit.page)).toHaveLength(1);
    const [{ code }] = (await receivedMessages(attackerVisit.page)) as [{ code: string }];
    await visit.page.evaluate((code) => {
      const originalAppendChild = Node.prototype.appendChild;
      // This script runs in the page and can therefore read the `state` parameter, unlike an attacker's own page.
      Node.prototype.appendChild = function appendChild(node) {
        if (!(node instanceof HTMLIFrameElement)) return originalAppendChild.call(this, node) as never;
        postMessage({ code, state: new URL(node.src).searchParams.get('state') }, '*');
        node.src = 'about:blank';
        return originalAppendChild.call(this, node) as never;
      };
    }, code);
    const { error } = await call(visit, 'getMemberTokensForDirectLogin', await newSessionToken());
    expect(error).toContain('invalid_grant');
  });
});

/** Loads two successive third-party frames that set a `SameSite=None` cookie, and returns their Cookie headers. */
async function cookiesOfFrames(page: Page): Promise<(string | undefined)[]> {
  const cookies: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    if (request.url !== '/') return response.writeHead(204).end();
    cookies.push(request.headers.cookie);
    return response.setHeader('set-cookie', 'third=party; SameSite=None; Secure').end();
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}/`;
  await embedFrame(page, url);
  await embedFrame(page, url);
  server.closeAllConnections();
  server.close();
  await page.context().clearCookies();
  return cookies;
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
