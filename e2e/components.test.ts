/**
 * The gallery of the React components at /docs/components: every component in every state, language and color scheme.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exhibits } from '../docs/src/gallery/states.ts';
import { textsOf } from '../react/src/texts/index.ts';
import { isFull, seed } from '../server/src/testing/runs.ts';
import {
  type BrowserSession,
  START_TIMEOUT_MS,
  startEnvironment,
  type TestEnvironment,
} from './support/environment.ts';
import { inspectScreen } from './support/inspect-screen.ts';

let environment: TestEnvironment;
let reader: BrowserSession;
beforeAll(async () => {
  environment = await startEnvironment();
  reader = await environment.open();
}, START_TIMEOUT_MS);
afterAll(async () => {
  await reader?.close();
  await environment?.close();
});

const LANGUAGES = ['en', 'de', 'he'];
/** The page shows the same component in many states, so its landmarks have the same names. */
const REPEATED = ['landmark-unique'];
const states = Object.entries(exhibits).flatMap(([component, exhibit]) =>
  exhibit.states.map((state) => `${component}: ${state}`),
);

/** Opens the gallery, and waits until every component has reached its state. */
async function openGallery(page: Page, language: string): Promise<void> {
  await page.goto('/docs/components');
  await page.getByLabel('Language').selectOption(language);
  const ready = page.locator(`.gallery-frame[lang=${language}]:not([hidden])`);
  await expect.poll(() => ready.count(), { timeout: 30_000 }).toBe(states.length);
}

/** Returns what was logged, except the failures that the gallery shows on purpose. */
const unexpected = (problems: string[]): string[] =>
  problems.splice(0).filter((text) => !/part of the gallery|is not registered for the OAuth app/.test(text));

describe('the gallery', () => {
  it('shows each component in each state of the table', async () => {
    const { page, problems } = reader;
    await openGallery(page, 'en');
    const shown = await page
      .locator('.gallery-component')
      .evaluateAll((sections) =>
        sections.flatMap((section) =>
          [...section.querySelectorAll('h3')].map((heading) => `${section.id}: ${heading.textContent}`),
        ),
      );
    expect(shown).toEqual(states);
    expect(unexpected(problems)).toEqual([]);
  });

  // A full run checks every language, at two widths and in two colour schemes; other runs one that the seed selects.
  const inspected = isFull ? LANGUAGES : LANGUAGES.slice(seed % LANGUAGES.length).slice(0, 1);
  it.each(inspected)('passes the accessibility rules and logs no error: %s', async (language) => {
    const { page, problems } = reader;
    await openGallery(page, language);
    expect(await inspectScreen(page, `components ${language}`, { without: REPEATED })).toEqual([]);
    expect(unexpected(problems)).toEqual([]);
  });

  it.each(['en', 'de', 'he'] as const)(
    'says in its language what is missing, for screen readers, too: %s',
    async (language) => {
      const { page, problems } = reader;
      const { signIn, validation } = textsOf(language);
      await openGallery(page, language);
      const form = page.locator(`#SignIn .gallery-frame[lang=${language}] form`).first();
      await form.getByRole('button', { name: signIn.button, exact: true }).click();
      expect(await form.locator('.portico-error').allTextContents()).toEqual([
        validation.required,
        validation.required,
      ]);
      expect(await form.locator('[aria-invalid=true][aria-describedby]').count()).toBe(2);
      expect(await form.locator('input[name=email]').evaluate((input) => input.matches(':focus'))).toBe(true);
      expect(await inspectScreen(page, `empty inputs ${language}`, { without: REPEATED })).toEqual([]);
      expect(unexpected(problems)).toEqual([]);
    },
  );

  it('has working components: the menu of a member opens, and the check of a form runs', async () => {
    const { page } = reader;
    await openGallery(page, 'en');
    const stateOf = (component: string, state: string) =>
      page
        .locator(`#${component} .gallery-state`)
        .filter({ has: page.getByRole('heading', { name: state, exact: true }) });
    await stateOf('UserButton', 'menu open').getByRole('link', { name: 'Your account' }).waitFor();
    const user = stateOf('UserButton', 'member');
    await user.getByRole('button', { name: 'Account of Ada' }).click();
    await user.getByRole('link', { name: 'Your account' }).waitFor();
    const form = stateOf('Form', 'empty');
    await form.getByRole('button', { name: 'Submit' }).click();
    await form.getByText('This cannot be left empty.').first().waitFor();
  });
});
