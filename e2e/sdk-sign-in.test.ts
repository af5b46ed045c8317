/** Tests sign-in and uploads of the SDK on a website of another origin, in a real browser with several tabs. */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient, type MemberAuth, memberAuth } from '../sdk/src/index.ts';
import { openApi } from './support/api.ts';
import { openContext } from './support/browser.ts';
import { OWNER_ENV, START_TIMEOUT_MS, startEnvironment, type TestEnvironment } from './support/environment.ts';
import { serveWebsite } from './support/third-party.ts';

let environment: TestEnvironment;
let website: Awaited<ReturnType<typeof serveWebsite>>;
let context: BrowserContext;
let page: Page;
let html = '';
let clientId: string;
let url: string;
let formId: string;
beforeAll(async () => {
  [environment, website] = await Promise.all([
    startEnvironment(OWNER_ENV),
    serveWebsite('sign-in.js', () => html, openerPolicyOf),
  ]);
  ({ url } = environment.product);
  const body = { app: { name: 'Website', redirectUris: [`${website.origin}/callback`] } };
  const api = await openApi(environment.product);
  ({ clientId } = (await api.postAsOwner('/portico/v1/apps', body)).app);
  const upload = { componentType: 'FILE_UPLOAD', fileUploadOptions: { fileLimit: 1 } };
  const inputOptions = { target: 'file', inputType: 'WIX_FILE', wixFileOptions: upload };
  const field = { id: crypto.randomUUID(), identifier: 'FILE_UPLOAD', fieldType: 'INPUT', inputOptions };
  const form = { name: 'Files', namespace: 'wix.form_app.form', formFields: [field] };
  formId = (await api.post('/v4/forms', { form })).form.id;
  html = `<!doctype html><body data-url="${url}" data-client-id="${clientId}"><script type="module" src="/app.js"></script>`;
}, START_TIMEOUT_MS);
afterAll(async () => {
  await website?.close();
  await environment?.close();
});
beforeEach(async () => {
  ({ context } = await openContext(environment.browser));
  page = await newTab();
});
afterEach(() => context.close());

/** Returns the header Cross-Origin-Opener-Policy for a path that names the policy, such as `/same-origin`. */
function openerPolicyOf(path: string): Record<string, string> {
  return path.startsWith('/same-origin') ? { 'cross-origin-opener-policy': path.slice(1) } : {};
}

/** Opens the website in another tab, with another client and the same localStorage. */
async function newTab(path = '/'): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(website.origin + path);
  await tab.waitForFunction(() => 'client' in globalThis);
  return tab;
}

const PASSWORD = 'correct horse battery staple 5';
let count = 0;
async function newSessionToken(email = `frame${++count}@example.org`): Promise<string> {
  const { auth } = createClient({ url, auth: memberAuth({ clientId }) });
  const result = await auth.register({ email, password: PASSWORD });
  if (result.loginState !== 'SUCCESS') throw new Error(JSON.stringify(result));
  return result.data.sessionToken;
}

/** Runs code with the client of a tab. */
const inTab = <R>(tab: Page, run: (auth: MemberAuth) => Promise<R>): Promise<R> =>
  tab.evaluate(`(${run})(client.auth)`) as Promise<R>;

/** Calls getMemberTokensForDirectLogin in the page. Returns the role, or the message of the error. */
const signIn = (sessionToken: string, options: object = {}) =>
  page.evaluate(
    async ([sessionToken, options]) => {
      // biome-ignore lint/suspicious/noExplicitAny: the page defines this client, and the test has no type for it
      const { auth } = (globalThis as any).client;
      try {
        return (await auth.getMemberTokensForDirectLogin(sessionToken, options)).refreshToken.role as string;
      } catch (error) {
        return (error as Error).message;
      }
    },
    [sessionToken, options] as const,
  );

describe('the hidden frame', () => {
  it('returns tokens of the member and is removed', async () => {
    expect(await signIn(await newSessionToken())).toBe('member');
    expect(await page.locator('iframe').count()).toBe(0);
  });

  it('immediately rejects a session token that is made up', async () => {
    expect(await signIn('made.up')).toBe('Missing code or _state');
  });

  it('ignores messages of other windows, even with the right state, and of another state', async () => {
    await page.evaluate(() => {
      const original = Element.prototype.append;
      Element.prototype.append = function append(...nodes) {
        for (const node of nodes) {
          if (!(node instanceof HTMLIFrameElement)) continue;
          postMessage({ code: 'forged', state: new URL(node.src).searchParams.get('state') }, '*');
          postMessage({ code: 'forged', state: 'guessed' }, '*');
          postMessage(null, '*');
        }
        return original.apply(this, nodes);
      };
    });
    expect(await signIn(await newSessionToken())).toBe('member');
  });

  it('times out if the frame never answers, and is removed', async () => {
    await page.route('**/oauth2/authorize**', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    expect(await signIn(await newSessionToken(), { timeoutMs: 300 })).toBe('OAuth flow timed out');
    expect(await page.locator('iframe').count()).toBe(0);
  });
});

describe('a sign-in window', () => {
  /** Clicks the button and returns the window that it opens. */
  async function openWindow(): Promise<Page> {
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Sign in' }).click(),
    ]);
    await popup.getByLabel('E-mail').waitFor();
    // Timers run in order, so the client has checked whether the window is open before this timer fires.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    return popup;
  }
  const outcome = () => page.evaluate('signedIn') as Promise<string>;

  async function signInWithWindow(email: string): Promise<Page> {
    await newSessionToken(email);
    const popup = await openWindow();
    await popup.getByLabel('E-mail').fill(email);
    await popup.getByLabel('Password').fill(PASSWORD);
    await popup.getByRole('button', { name: 'Sign in', exact: true }).click();
    return popup;
  }

  it('signs the member of the hosted page in and closes', async () => {
    const popup = await signInWithWindow('popup@example.org');
    expect(await outcome()).toBe('signed in');
    expect(await inTab(page, (auth) => auth.isLoggedIn())).toBe(true);
    expect(popup.isClosed()).toBe(true);
  });

  it('asks for the password again after the member signed out', async () => {
    await signInWithWindow('shared-computer@example.org');
    expect(await outcome()).toBe('signed in');
    await inTab(page, (auth) => auth.signOut());
    await (await openWindow()).getByLabel('Password').waitFor();
  });

  it('reports that the visitor closed it', async () => {
    await (await openWindow()).close();
    expect(await outcome()).toBe('POPUP_CLOSED');
  });

  it('reports that the visitor closed it before its page appeared', async () => {
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      context.route('**/oauth2/authorize**', () => undefined),
      page.getByRole('button', { name: 'Sign in' }).click(),
    ]);
    await popup.close();
    expect(await outcome()).toBe('POPUP_CLOSED');
  });

  it('ignores codes that another window posts', async () => {
    const popup = await openWindow();
    await page.evaluate(() => {
      postMessage({ code: 'forged', state: 'guessed' }, '*');
    });
    await popup.close();
    expect(await outcome()).toBe('POPUP_CLOSED');
  });

  it('signs in on a page with Cross-Origin-Opener-Policy: same-origin-allow-popups', async () => {
    page = await newTab('/same-origin-allow-popups');
    await signInWithWindow('allow-popups@example.org');
    expect(await outcome()).toBe('signed in');
  });

  it('reports that Cross-Origin-Opener-Policy: same-origin disconnects it, where a redirect works', async () => {
    page = await newTab('/same-origin');
    await openWindow();
    expect(await outcome()).toBe('POPUP_DISCONNECTED');
    await newSessionToken('same-origin@example.org');
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByLabel('E-mail').fill('same-origin@example.org');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(`${website.origin}/callback**`);
    await page.getByRole('button', { name: 'Leave' }).waitFor();
    expect(await inTab(page, (auth) => auth.isLoggedIn())).toBe(true);
  });

  it('reports that the browser blocked it', async () => {
    await page.evaluate(() => {
      globalThis.open = () => null;
    });
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await outcome()).toBe('POPUP_BLOCKED');
  });
});

describe('two tabs of a member', () => {
  let other: Page;
  let refreshes = 0;
  beforeEach(async () => {
    const sessionToken = await newSessionToken();
    await page.evaluate(async (token) => {
      // biome-ignore lint/suspicious/noExplicitAny: the page defines this client, and the test has no type for it
      const { auth } = (globalThis as any).client;
      await auth.setTokens(await auth.getMemberTokensForDirectLogin(token));
    }, sessionToken);
    other = await newTab();
    refreshes = 0;
    context.on('request', (request) => {
      const isRefresh = request.method() === 'POST' && request.url().endsWith('/oauth2/token');
      if (isRefresh && request.postData()?.includes('refresh_token')) refreshes += 1;
    });
  });

  const expireToken = () =>
    page.evaluate(() => {
      const tokens = JSON.parse(localStorage.getItem('portico-tokens') ?? '');
      tokens.accessToken.expiresAt = 0;
      localStorage.setItem('portico-tokens', JSON.stringify(tokens));
    });
  const role = (tab: Page) => inTab(tab, async (auth) => (await auth.tokens()).refreshToken.role);

  it('refresh an expired token once', async () => {
    await expireToken();
    expect(await Promise.all([role(page), role(other), role(page), role(other)])).toEqual(Array(4).fill('member'));
    expect(refreshes).toBe(1);
  });

  /** Records the next event of the other tab. */
  const recordNextEvent = () =>
    inTab(other, async (auth) => {
      Object.assign(globalThis, { event: new Promise((resolve) => auth.onAuthChange(resolve)) });
    });

  it('receive an event when the other refreshes', async () => {
    await recordNextEvent();
    await expireToken();
    await role(page);
    expect(await other.evaluate('event')).toBe('refreshed');
  });

  it('sign out together', async () => {
    await recordNextEvent();
    await inTab(page, (auth) => auth.signOut());
    expect(await other.evaluate('event')).toBe('signedOut');
    expect(await inTab(other, (auth) => auth.isLoggedIn())).toBe(false);
  });

  it('stay signed out if one signs out while the other refreshes', async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isResponseHeld = false;
    await other.route('**/oauth2/token', async (route) => {
      const response = await route.fetch();
      isResponseHeld = true;
      await released;
      await route.fulfill({ response });
    });
    await expireToken();
    const refreshedRole = role(other);
    await expect.poll(() => isResponseHeld).toBe(true);
    await inTab(page, (auth) => auth.setTokens(null));
    release();
    expect(await refreshedRole).toBe('visitor');
    for (const tab of [page, other]) expect(await inTab(tab, (auth) => auth.isLoggedIn())).toBe(false);
  });
});

describe('two tabs of a member whose tokens are in cookies', () => {
  let other: Page;
  beforeEach(async () => {
    page = await newTab('/?cookies');
    const sessionToken = await newSessionToken();
    await page.evaluate(async (token) => {
      // biome-ignore lint/suspicious/noExplicitAny: the page defines this client, and the test has no type for it
      const { auth } = (globalThis as any).client;
      await auth.setTokens(await auth.getMemberTokensForDirectLogin(token));
    }, sessionToken);
    other = await newTab('/?cookies');
  });

  const recordEvents = (tab: Page) =>
    inTab(tab, async (auth) => {
      const events: string[] = [];
      auth.onAuthChange((event) => events.push(event));
      Object.assign(globalThis, { events });
    });

  it('share the session, also after a reload and on the server of the website', async () => {
    expect(await inTab(other, (auth) => auth.isLoggedIn())).toBe(true);
    const request = page.waitForRequest((one) => one.isNavigationRequest());
    await page.reload();
    expect((await (await request).allHeaders()).cookie).toContain('portico-tokens.0=');
    await page.waitForFunction(() => 'client' in globalThis);
    expect(await inTab(page, (auth) => auth.isLoggedIn())).toBe(true);
  });

  it('sign out together, and each receives one event', async () => {
    for (const tab of [page, other]) await recordEvents(tab);
    await inTab(page, (auth) => auth.signOut());
    for (const tab of [page, other]) {
      await expect.poll(() => tab.evaluate('events')).toEqual(['signedOut']);
      expect(await inTab(tab, (auth) => auth.isLoggedIn())).toBe(false);
    }
    expect((await context.cookies(website.origin)).filter(({ name }) => name.startsWith('portico-tokens'))).toEqual([]);
  });

  it('receive an event although the tab that signs out does not listen', async () => {
    await recordEvents(other);
    await inTab(page, (auth) => auth.signOut());
    await expect.poll(() => other.evaluate('events')).toEqual(['signedOut']);
  });
});

describe('preWarm', () => {
  const KEY = () => `portico-pre-warm:${clientId}`;
  const framesOf = async (run: () => Promise<unknown>) => {
    const urls: string[] = [];
    page.on('request', (request) => void (request.frame() !== page.mainFrame() && urls.push(request.url())));
    await run();
    page.removeAllListeners('request');
    return urls.map((url) => new URL(url).pathname);
  };
  const preWarm = () => inTab(page, (auth) => auth.preWarm());

  it('loads a hidden frame once in seven days', async () => {
    expect(await framesOf(preWarm)).toEqual(['/portico/v1/pre-warm']);
    expect(await page.locator('iframe').count()).toBe(0);
    expect(await framesOf(preWarm)).toEqual([]);
    await page.evaluate((key) => localStorage.setItem(key, String(Date.now() - 604_800_001)), KEY());
    expect(await framesOf(preWarm)).toEqual(['/portico/v1/pre-warm']);
    expect(await framesOf(() => inTab(page, (auth) => auth.preWarm({ force: true })))).toHaveLength(1);
  });

  it('works if localStorage is blocked', async () => {
    await page.evaluate(() => {
      Object.defineProperty(globalThis, 'localStorage', {
        get() {
          throw new DOMException('', 'SecurityError');
        },
      });
    });
    expect(await preWarm()).toBe(true);
  });
});

describe('an upload', () => {
  /** Uploads a text file of this size in bytes, and aborts the upload after the first progress event if requested. */
  const upload = (bytes: number, isAborted: boolean) =>
    page.evaluate(
      async ([formId, bytes, isAborted]) => {
        const progress: number[] = [];
        const abort = new AbortController();
        const onProgress = (part: number) => {
          progress.push(part);
          if (isAborted) abort.abort();
        };
        const file = new File(['a'.repeat(bytes)], 'file.txt', { type: 'text/plain' });
        // biome-ignore lint/suspicious/noExplicitAny: the page defines this client, and the test has no type for it
        const { forms } = (globalThis as any).client;
        const result = await forms.upload(formId, file, { onProgress, signal: abort.signal }).then(
          (value: { displayName: string }) => value.displayName,
          (error: Error) => error.name,
        );
        return { result, progress };
      },
      [formId, bytes, isAborted] as const,
    );

  it('reports its progress', async () => {
    const { result, progress } = await upload(500_000, false);
    expect(result).toBe('file.txt');
    expect(progress.at(-1)).toBe(1);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
  });

  it('is aborted by its signal', async () => {
    expect((await upload(500_000, true)).result).toBe('AbortError');
  });
});
