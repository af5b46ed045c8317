/** Opens a website of another origin in a real browser. Its scripts use the vendor's client. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openContext } from '../../e2e/support/browser.ts';
import { serveThirdParty } from '../../e2e/support/third-party.ts';
import type { ServedSite } from './served-site.ts';

export interface Website {
  readonly origin: string;
  readonly clientId: string;
  /** Opens a page of the website in the given browser profile. The default is a new profile. */
  visit(browser: Browser, profile?: BrowserContext): Promise<Visit>;
  close(): Promise<void>;
}

export interface Visit {
  readonly page: Page;
  /** Errors that the page and the browser have logged. */
  readonly problems: string[];
  readonly context: BrowserContext;
}

/** @param isListed true if the website's origin is among the redirect URIs of its OAuth app */
export async function openWebsite({ t, owner }: ServedSite, isListed = true): Promise<Website> {
  const website = await serveThirdParty();
  const origin = isListed ? website.origin : 'http://127.0.0.1:1';
  const body = { app: { name: 'Website', redirectUris: [`${origin}/callback`] } };
  const createdApp = await t.call({ method: 'POST', path: '/portico/v1/apps', body, as: owner });
  const { clientId } = createdApp.body.app;
  website.connect(t.origin, clientId);
  return {
    origin: website.origin,
    clientId,
    async visit(browser, profile) {
      const opened = profile ? { context: profile, problems: [] } : await openContext(browser);
      const page = await opened.context.newPage();
      await page.goto(`${website.origin}/`);
      await page.waitForFunction(() => 'client' in globalThis);
      return { page, ...opened };
    },
    close: () => website.close(),
  };
}
