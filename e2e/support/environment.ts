import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser, openContext } from './browser.ts';
import { type Product, startProduct } from './product.ts';

export const OWNER = { email: 'owner@example.com', password: 'a long enough password' } as const;

/** The label of the password input, excluding “Password again” and the button that shows the password. */
export const PASSWORD = /^Password(?! again)/;

/** Environment variables of an installation that already has an owner. */
export const OWNER_ENV = { PORTICO_OWNER_EMAIL: OWNER.email, PORTICO_OWNER_PASSWORD: OWNER.password } as const;

/** Time limit of a start. It is long, because the first start of a fresh clone builds the pages. */
export const START_TIMEOUT_MS = 300_000;

/** A page, and everything that its scripts and the browser have logged as errors, including rejected requests. */
export interface BrowserSession {
  readonly page: Page;
  readonly problems: string[];
  close(): Promise<void>;
}

/** A running installation and a browser for the tests of one file. */
export interface TestEnvironment {
  readonly product: Product;
  readonly browser: Browser;
  /** Opens a page in a new profile. */
  open(options?: BrowserContextOptions): Promise<BrowserSession>;
  close(): Promise<void>;
}

export async function startEnvironment(env: Readonly<Record<string, string>> = {}): Promise<TestEnvironment> {
  const product = await startProduct(env);
  const browser = await launchBrowser().catch(async (error: unknown) => {
    await product.stop();
    throw error;
  });
  return environmentOf(product, browser, async () => {
    await browser.close();
    await product.stop();
  });
}

/** Starts another installation and uses the same browser. */
export async function startSecondEnvironment(
  { browser }: TestEnvironment,
  env: Readonly<Record<string, string>>,
): Promise<TestEnvironment> {
  const product = await startProduct(env);
  return environmentOf(product, browser, product.stop);
}

function environmentOf(product: Product, browser: Browser, close: TestEnvironment['close']): TestEnvironment {
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

/** Signs in to the dashboard and waits for the home screen. */
export async function signInAsOwner(page: Page): Promise<void> {
  await page.goto('/dashboard/sign-in');
  await page.getByLabel('E-mail').fill(OWNER.email);
  await page.getByLabel(PASSWORD).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
}

/** Opens a screen through the navigation of the dashboard. */
export async function openScreen(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
}

/** Creates the owner with the one-time link. */
export async function setUpOwner(page: Page, link: string, siteName: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('E-mail').fill(OWNER.email);
  await page.getByLabel('Name of the site').fill(siteName);
  await page.getByLabel(PASSWORD).fill(OWNER.password);
  await page.getByLabel('Password again').fill(OWNER.password);
  await page.getByRole('button', { name: 'Make me the owner' }).click();
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
}
