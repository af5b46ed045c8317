import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser, openContext } from './browser.ts';
import { type Product, startProduct } from './product.ts';

export const OWNER = { email: 'owner@example.com', password: 'a long enough password' } as const;

/** Label of a password's input: the button that shows what was typed names the password too. */
export const PASSWORD = /^Password(?! again)/;

/** An installation that has its owner already. */
export const OWNED = { PORTICO_OWNER_EMAIL: OWNER.email, PORTICO_OWNER_PASSWORD: OWNER.password } as const;

/** The first start of a clone builds the pages before it serves them. */
export const START_MS = 300_000;

/** A page, and everything its scripts and the browser have complained about, refused requests too. */
export interface Seat {
  readonly page: Page;
  readonly problems: string[];
  close(): Promise<void>;
}

/** A running product and a browser, for the journeys of one file. */
export interface Stage {
  readonly product: Product;
  readonly browser: Browser;
  /** a page in a fresh profile */
  open(options?: BrowserContextOptions): Promise<Seat>;
  close(): Promise<void>;
}

export async function openStage(env: Readonly<Record<string, string>> = {}): Promise<Stage> {
  const product = await startProduct(env);
  const browser = await launchBrowser().catch(async (error: unknown) => {
    await product.stop();
    throw error;
  });
  return stageOf(product, browser, async () => {
    await browser.close();
    await product.stop();
  });
}

/** Another product on the stage's browser. */
export async function openSecondStage({ browser }: Stage, env: Readonly<Record<string, string>>): Promise<Stage> {
  const product = await startProduct(env);
  return stageOf(product, browser, product.stop);
}

function stageOf(product: Product, browser: Browser, close: Stage['close']): Stage {
  return {
    product,
    browser,
    async open(options = {}) {
      const { context, problems } = await openContext(browser, { baseURL: product.url, ...options });
      return { page: await context.newPage(), problems, close: () => context.close() };
    },
    close,
  };
}

/** Signs in to the dashboard and waits for its home. */
export async function signInAsOwner(page: Page): Promise<void> {
  await page.goto('/dashboard/sign-in');
  await page.getByLabel('E-mail').fill(OWNER.email);
  await page.getByLabel(PASSWORD).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
}

/** Follows the dashboard's navigation. */
export async function openScreen(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
}

/** Becomes the owner through the one-time link. */
export async function setUpOwner(page: Page, link: string, siteName: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('E-mail').fill(OWNER.email);
  await page.getByLabel('Name of the site').fill(siteName);
  await page.getByLabel(PASSWORD).fill(OWNER.password);
  await page.getByLabel('Password again').fill(OWNER.password);
  await page.getByRole('button', { name: 'Make me the owner' }).click();
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
}
