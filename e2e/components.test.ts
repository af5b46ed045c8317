/**
 * The gallery of the React components at /docs/components: every component in every state, language and color scheme.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textsOf } from '../react/src/texts/index.ts';
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

describe('the gallery', () => {
  it.each(['en', 'de', 'he'])('passes the accessibility rules and logs no error: %s', async (language) => {
    const { page, problems } = reader;
    await page.goto('/docs/components');
    await page.getByLabel('Language').selectOption(language);
    await page.locator(`.gallery-frame[lang=${language}] .portico-sessions`).first().waitFor();
    expect(await page.locator('.gallery-frame').count()).toBeGreaterThan(30);
    expect(await inspectScreen(page, `components ${language}`)).toEqual([]);
    expect(problems.splice(0)).toEqual([]);
  });

  it.each(['en', 'de', 'he'] as const)(
    'says in its language what is missing, for screen readers, too: %s',
    async (language) => {
      const { page, problems } = reader;
      const { signIn, validation } = textsOf(language);
      await page.goto('/docs/components');
      await page.getByLabel('Language').selectOption(language);
      const form = page.locator(`#SignIn .gallery-frame[lang=${language}] form`).first();
      await form.getByRole('button', { name: signIn.button, exact: true }).click();
      expect(await form.locator('.portico-error').allTextContents()).toEqual([
        validation.required,
        validation.required,
      ]);
      expect(await form.locator('[aria-invalid=true][aria-describedby]').count()).toBe(2);
      expect(await form.locator('input[name=email]').evaluate((input) => input.matches(':focus'))).toBe(true);
      expect(await inspectScreen(page, `empty inputs ${language}`)).toEqual([]);
      expect(problems.splice(0)).toEqual([]);
    },
  );

  it('has working components: the menu of a member opens, and the check of a form runs', async () => {
    const { page } = reader;
    await page.goto('/docs/components');
    await page.getByRole('button', { name: 'Account of Ada' }).click();
    await page.getByRole('link', { name: 'Your account' }).waitFor();
    await page.locator('#Form').getByRole('button', { name: 'Submit' }).first().click();
    await page.locator('#Form').getByText('This cannot be left empty.').first().waitFor();
    await page.locator('#Form').getByLabel('I am human').waitFor();
    await page.locator('#Item').getByText('This does not exist, or you may not see it.').waitFor();
  });
});
