import type { Page } from 'playwright-core';
import type { Api } from '../support/api.ts';

/** A screen in one of its states. */
export interface Screen {
  readonly name: string;
  /** Prepares the state before the screen is opened. */
  readonly prepare?: (page: Page, api: Api) => Promise<unknown>;
  /** Path with names such as `:formId`, which ids of the sample replace; absent if `prepare` opens the screen. */
  readonly path?: string;
  /** A text that is visible when the screen has loaded. */
  readonly visibleText: string | RegExp;
  /** Interacts with the screen before it is inspected. */
  readonly interact?: (page: Page) => Promise<unknown>;
  /** Matches errors that the browser is expected to log, e.g. rejected requests. */
  readonly expectedProblems?: RegExp;
}

export const click = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
