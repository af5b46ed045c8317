/** The form of a visitor in all its states: every component, steps, errors, uploads, submitted and closed. */
import type { Page } from 'playwright-core';
import type { Api } from '../support/api.ts';
import { everyFieldForm, stepsForm } from '../support/every-field.ts';
import type { Screen } from './screen.ts';

interface FormIds {
  readonly everything: string;
  readonly dinner: string;
  readonly closed: string;
}

const formIds = new WeakMap<Api, Promise<FormIds>>();

async function createForms(api: Api): Promise<FormIds> {
  const create = async (form: object): Promise<string> => (await api.post('/v4/forms', { form })).form.id;
  return {
    everything: await create(everyFieldForm()),
    dinner: await create(stepsForm()),
    closed: await create({ ...stepsForm(), name: 'Over', enabled: false }),
  };
}

const open = (name: keyof FormIds) => async (page: Page, api: Api) => {
  if (!formIds.has(api)) formIds.set(api, createForms(api));
  const ids = (await formIds.get(api)) as FormIds;
  await page.goto(`/form/${ids[name]}`);
  if (name !== 'closed') await page.locator('form[novalidate]').waitFor();
};

const send = (page: Page) => page.locator('main button[type=submit].portico-button').click();

const goToFilesStep = async (page: Page) => {
  await page.locator('[name=name]').fill('Ada');
  await page.locator('[name=comes]').nth(1).check();
  await send(page);
  await page.locator('input[type=file]').waitFor();
};

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: PICTURE });

/** Labels of forms are content and never translated, so they are English in every language. */
export const formScreens: readonly Screen[] = [
  { name: 'form with everything', prepare: open('everything'), visibleText: 'Everything that a form can ask' },
  {
    name: 'form with everything with errors',
    prepare: open('everything'),
    visibleText: 'Everything that a form can ask',
    interact: async (page) => {
      await page.locator('[name=email]').fill('nobody');
      await page.locator('.portico-field button[name=__addRow]').click();
      await page.locator('.portico-date-picker button').click();
      await page.locator('.rdp-month_grid').waitFor();
      await send(page);
      await page.locator('.portico-summary').waitFor();
    },
  },
  { name: 'form in steps', prepare: open('dinner'), visibleText: 'Your name' },
  {
    name: 'form uploading',
    prepare: open('dinner'),
    visibleText: 'one.png',
    interact: async (page) => {
      await goToFilesStep(page);
      let uploads = 0;
      // The first upload never completes, the second fails, the third succeeds.
      await page.route('**/portico/v1/uploads/**', (route) => {
        uploads += 1;
        if (uploads === 2) return route.abort();
        return uploads > 2 ? route.fallback() : undefined;
      });
      const files = page.locator('input[type=file]');
      await files.setInputFiles(picture('one.png'));
      await files.setInputFiles(picture('two.png'));
      await page.locator('[data-state=failed]').waitFor();
      await files.setInputFiles(picture('a-picture-with-a-name-that-is-longer-than-a-phone-is-wide-and-goes-on.png'));
      await page.locator('[data-state=done]').waitFor();
    },
    expectedProblems: /ERR_FAILED/,
  },
  {
    name: 'form taken',
    prepare: open('dinner'),
    visibleText: 'The table is laid.',
    interact: async (page) => {
      await goToFilesStep(page);
      await page.locator('input[type=file]').setInputFiles(picture('one.png'));
      await page.locator('[data-state=done]').waitFor();
      await send(page);
    },
  },
  { name: 'form closed', prepare: open('closed'), visibleText: 'Over' },
];
