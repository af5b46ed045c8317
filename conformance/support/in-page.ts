/** Helpers that run scripts in a page of the website. */
import type { Page } from 'playwright-core';
import type { Visit } from './website.ts';

export type Outcome = { value?: unknown; error?: string };

/** Calls a method of the client's `auth` in the page. */
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

/** Starts to record all messages that are posted to the page. */
export const recordMessages = (page: Page) =>
  page.evaluate(() => {
    const received: unknown[] = [];
    Object.assign(globalThis, { received });
    addEventListener('message', ({ data }) => received.push(data));
  });
/** Returns the messages that the page has received since `recordMessages` was called. */
export const receivedMessages = (page: Page) =>
  page.evaluate(() => (globalThis as never as { received: unknown[] }).received);

/** Shows a URL in a frame of the page, and waits until it has loaded. */
export const embedFrame = (page: Page, url: string) =>
  page.evaluate(
    (url) =>
      new Promise<void>((resolve) => {
        const frame = Object.assign(document.createElement('iframe'), { src: url, onload: () => resolve() });
        document.body.append(frame);
      }),
    url,
  );
