import type { Page } from 'playwright-core';
import type { Api } from '../support/api.ts';

/** A screen in one of its states. */
export interface Screen {
  readonly name: string;
  /** what makes its state, before it is opened */
  readonly given?: (page: Page, api: Api) => Promise<unknown>;
  /** `:form` and the like stand for ids of the sample; absent: what `given` has opened already */
  readonly path?: string;
  /** a text that shows that it is there */
  readonly shows: string | RegExp;
  /** what is done on it before it is looked at */
  readonly first?: (page: Page) => Promise<unknown>;
  /** what the browser may say about it: it notes every request that is refused */
  readonly problems?: RegExp;
}

export const click = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
