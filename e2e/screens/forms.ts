/** The visitor's form in all its states: every component, steps, what is wrong, files on their way, sent, closed. */
import type { Page } from 'playwright-core';
import type { Api } from '../support/api.ts';
import { everyFieldForm, stepsForm } from '../support/every-field.ts';
import type { Screen } from './screen.ts';

interface Made {
  readonly everything: string;
  readonly dinner: string;
  readonly closed: string;
}

const made = new WeakMap<Api, Promise<Made>>();

async function make(api: Api): Promise<Made> {
  const create = async (form: object): Promise<string> => (await api.post('/v4/forms', { form })).form.id;
  return {
    everything: await create(everyFieldForm()),
    dinner: await create(stepsForm()),
    closed: await create({ ...stepsForm(), name: 'Over', enabled: false }),
  };
}

const open = (name: keyof Made) => async (page: Page, api: Api) => {
  if (!made.has(api)) made.set(api, make(api));
  const ids = (await made.get(api)) as Made;
  await page.goto(`/form/${ids[name]}`);
  if (name !== 'closed') await page.locator('form[novalidate]').waitFor();
};

const send = (page: Page) => page.locator('main button[type=submit].portico-button').click();

const toFiles = async (page: Page) => {
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

/** The labels of the forms are in English whatever the page is: a person's own words are never translated. */
export const formScreens: readonly Screen[] = [
  { name: 'form with everything', given: open('everything'), shows: 'Everything that a form can ask' },
  {
    name: 'form with everything refused',
    given: open('everything'),
    shows: 'Everything that a form can ask',
    first: async (page) => {
      await page.locator('[name=email]').fill('nobody');
      await page.locator('.portico-field button[name=__addRow]').click();
      await page.locator('.portico-date-picker button').click();
      await page.locator('.rdp-month_grid').waitFor();
      await send(page);
      await page.locator('.portico-summary').waitFor();
    },
  },
  { name: 'form in steps', given: open('dinner'), shows: 'Your name' },
  {
    name: 'form uploading',
    given: open('dinner'),
    shows: 'one.png',
    first: async (page) => {
      await toFiles(page);
      let asked = 0;
      // The first never ends, the second breaks off, the third goes through.
      await page.route('**/portico/v1/uploads/**', (route) => {
        asked += 1;
        if (asked === 2) return route.abort();
        return asked > 2 ? route.fallback() : undefined;
      });
      const files = page.locator('input[type=file]');
      await files.setInputFiles(picture('one.png'));
      await files.setInputFiles(picture('two.png'));
      await page.locator('[data-state=failed]').waitFor();
      await files.setInputFiles(picture('a-picture-with-a-name-that-is-longer-than-a-phone-is-wide-and-goes-on.png'));
      await page.locator('[data-state=done]').waitFor();
    },
    problems: /ERR_FAILED/,
  },
  {
    name: 'form taken',
    given: open('dinner'),
    shows: 'The table is laid.',
    first: async (page) => {
      await toFiles(page);
      await page.locator('input[type=file]').setInputFiles(picture('one.png'));
      await page.locator('[data-state=done]').waitFor();
      await send(page);
    },
  },
  { name: 'form closed', given: open('closed'), shows: 'Over' },
];
