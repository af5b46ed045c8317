/** What the tests do in a page of the website. */
import type { Page } from 'playwright-core';
import type { Visit } from './website.ts';

export type Outcome = { value?: unknown; error?: string };

/** A method of the client's auth, called by a script of the page. */
export const call = ({ page }: Visit, name: string, ...args: unknown[]): Promise<Outcome> =>
  page.evaluate(
    async ([name, args]) => {
      const { auth } = (globalThis as unknown as { client: { auth: Record<string, (...args: unknown[]) => unknown> } })
        .client;
      try {
        return { value: await auth[name]?.(...args) };
      } catch (error) {
        return { error: (error as Error).message };
      }
    },
    [name, args] as const,
  );

/** Everything that is posted to the page from now on. */
export const listen = (page: Page) =>
  page.evaluate(() => {
    const heard: unknown[] = [];
    Object.assign(globalThis, { heard });
    addEventListener('message', ({ data }) => heard.push(data));
  });
/** What `listen` has heard so far. */
export const heardBy = (page: Page) => page.evaluate(() => (globalThis as never as { heard: unknown[] }).heard);

/** Shows an address in a frame of the page, and waits until it is loaded. */
export const embed = (page: Page, url: string) =>
  page.evaluate(
    (url) =>
      new Promise<void>((resolve) => {
        const frame = Object.assign(document.createElement('iframe'), { src: url, onload: () => resolve() });
        document.body.append(frame);
      }),
    url,
  );
