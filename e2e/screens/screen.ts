import type { Page } from 'playwright-core';

/** A screen in one of its states. */
export interface Screen {
  readonly name: string;
  /** `:form` and the like stand for ids of the sample */
  readonly path: string;
  /** a text that shows that it is there */
  readonly shows: string | RegExp;
  /** what is done on it before it is looked at */
  readonly first?: (page: Page) => Promise<unknown>;
  /** what the browser may say about it: it notes every request that is refused */
  readonly problems?: RegExp;
}

export const click = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
