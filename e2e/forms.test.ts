/** Forms as visitors use them: by keyboard, with files, without scripts and in two languages; and the engine in a browser. */
import { fileURLToPath } from 'node:url';
import { tableNow, valueTable } from '@portico/domain/forms/table/value-table';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSubmission } from '../domain/src/index.ts';
import { buildCheckOptions } from '../server/src/forms/engine.ts';
import { type Api, openApi } from './support/api.ts';
import {
  type BrowserSession,
  OWNER_ENV,
  START_TIMEOUT_MS,
  startEnvironment,
  type TestEnvironment,
} from './support/environment.ts';
import { everyFieldForm, stepsForm } from './support/every-field.ts';

let environment: TestEnvironment;
let api: Api;
let stepsFormId: string;
let everyFieldFormId: string;
beforeAll(async () => {
  environment = await startEnvironment(OWNER_ENV);
  api = await openApi(environment.product);
  const make = async (form: object): Promise<string> => (await api.post('/v4/forms', { form })).form.id;
  stepsFormId = await make(stepsForm());
  everyFieldFormId = await make(everyFieldForm());
}, START_TIMEOUT_MS);
afterAll(() => environment?.close());

/** A PNG image of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: PICTURE });
const textFile = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('A paper.\n') });

const waitForHydration = (page: Page) => page.locator('form[novalidate]').waitFor();
const focusedName = (page: Page) => page.evaluate(() => (document.activeElement as HTMLInputElement).name);

/** Returns the newest submission of a form. */
async function newestSubmission(formId: string): Promise<Record<string, never>> {
  const filter = { namespace: { $eq: 'wix.form_app.form' }, formId: { $eq: formId } };
  const query = { filter, sort: [{ fieldName: 'createdDate', order: 'DESC' }] };
  const { submissions } = await api.post('/v4/submissions/namespace/query', { query });
  return submissions[0]?.submissions;
}

describe('a form with three steps, rules and files', () => {
  it('can be filled in by keyboard alone', async () => {
    const { page, problems, close } = await environment.open();
    await page.goto(`/form/${stepsFormId}`);
    await waitForHydration(page);
    await page.getByText('Step 1 of 2').waitFor();
    const { keyboard } = page;

    // Nothing is entered: the first invalid field has the focus, and each error is announced once.
    await page.getByLabel('Your name').focus();
    await keyboard.press('Enter');
    await page.getByRole('region', { name: 'Answers that need correction' }).waitFor();
    await expect.poll(() => focusedName(page)).toBe('name');
    await page.getByRole('alert').getByText('2 answers need to be corrected').waitFor();

    await keyboard.type('Ada');
    await keyboard.press('Tab');
    await keyboard.press('Space');
    // This answer reveals a step that was hidden.
    await page.getByText('Step 1 of 3').waitFor();
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: /Step 2 of 3/ }).waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === 'H2');
    await keyboard.press('Tab');
    await keyboard.type('9');
    await keyboard.press('Enter');
    await page.getByText('Enter 4 or less.').first().waitFor();
    await expect.poll(() => focusedName(page)).toBe('seats');
    await keyboard.press('Backspace');
    await keyboard.type('2');
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: /Step 3 of 3/ }).waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === 'H2');

    await keyboard.press('Tab');
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).type)).toBe('file');
    await page.getByLabel('Choose files').setInputFiles([picture('a picture.png'), textFile('a paper.txt')]);
    await page.getByText('2 of 2 files uploaded.').waitFor();
    await page.getByLabel('Phone', { exact: true }).focus();
    await keyboard.type('030 901820');
    await keyboard.press('Tab');
    await keyboard.type('ab-1');
    await keyboard.press('Enter');
    await page.getByText('Two letters, a dash, two digits.').first().waitFor();
    await keyboard.press('Control+A');
    await keyboard.type('AB-12');
    await keyboard.press('Enter');
    await page.getByText('The table is laid.').waitFor();
    expect(problems).toEqual([]);
    const submitted = await newestSubmission(stepsFormId);
    expect(submitted).toMatchObject({ name: 'Ada', comes: 'yes', seats: 2, phone: '+4930901820', code: 'AB-12' });
    expect(submitted.papers).toMatchObject([
      { displayName: 'a picture.png', fileType: 'image/png' },
      { displayName: 'a paper.txt', fileType: 'text/plain' },
    ]);
    await close();
  });

  it('skips a step that a rule hides, and retries a failed upload', async () => {
    const { page, problems, close } = await environment.open();
    await page.goto(`/form/${stepsFormId}`);
    await waitForHydration(page);
    await page.getByLabel('Your name').fill('Grace');
    await page.getByLabel('No', { exact: true }).check();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('heading', { name: /Step 2 of 2/ }).waitFor();
    let broken = 0;
    await page.route('**/portico/v1/uploads/**', (route) => {
      broken += 1;
      return broken === 1 ? route.abort() : route.fallback();
    });
    const files = page.getByLabel('Choose files');
    await files.setInputFiles([picture('one.png'), { ...textFile('two.exe'), mimeType: 'application/x-msdownload' }]);
    await page.getByText('The upload was interrupted.').waitFor();
    await page.getByText('Files of this kind are not accepted here.').waitFor();
    await page.getByRole('button', { name: 'Send the answer' }).click();
    await page.getByText('A file was not uploaded. Try again, or remove it.').first().waitFor();
    await page.getByRole('button', { name: /^Try again.*one\.png$/ }).click();
    await page.getByRole('button', { name: /^Remove.*two\.exe$/ }).click();
    await page.getByText('1 of 1 files uploaded.').waitFor();
    await page.getByRole('button', { name: 'Send the answer' }).click();
    await page.getByText('The table is laid.').waitFor();
    const submitted = await newestSubmission(stepsFormId);
    expect(submitted).toMatchObject({ name: 'Grace', comes: 'no', papers: [{ displayName: 'one.png' }] });
    expect(submitted).not.toHaveProperty('seats');
    expect(problems.filter((problem) => !problem.includes('ERR_FAILED'))).toEqual([]);
    await close();
  });

  it('is one page without scripts, which shows errors and then accepts the values with the file', async () => {
    const { page, problems, close } = await environment.open({ javaScriptEnabled: false });
    await page.goto(`/form/${stepsFormId}`);
    const opened = Date.now();
    for (const name of ['You', 'Dinner', 'Papers']) await page.getByRole('heading', { name, level: 2 }).waitFor();
    await page.getByLabel('Your name').fill('Olaudah');
    await page.getByLabel('Yes').check();
    await page.getByLabel('Code of the invitation').fill('wrong');
    await page.getByLabel('Choose files').setInputFiles(textFile('a paper.txt'));
    await page.getByRole('button', { name: 'Send the answer' }).click();
    await page.getByText('Two letters, a dash, two digits.').first().waitFor();
    expect(await page.getByLabel('Your name').inputValue()).toBe('Olaudah');
    // An uploaded file does not have to be uploaded again.
    await page.getByText('a paper.txt').waitFor();
    await page.getByLabel('Code of the invitation').fill('AB-12');
    await page.waitForTimeout(Math.max(0, opened + 2_200 - Date.now()));
    await page.getByRole('button', { name: 'Send the answer' }).click();
    await page.getByText('The table is laid.').waitFor();
    expect(await newestSubmission(stepsFormId)).toMatchObject({
      name: 'Olaudah',
      code: 'AB-12',
      papers: [{ displayName: 'a paper.txt' }],
    });
    expect(problems).toEqual([expect.stringContaining('400')]);
    await close();
  });
});

describe('every kind of field', () => {
  /** Fills in the form by the names of its inputs, which are the same in every language. */
  async function fill(
    session: BrowserSession,
    addRowButton: RegExp,
    useButton: RegExp,
    calendarButton: RegExp,
  ): Promise<void> {
    const { page } = session;
    const named = (name: string) => page.locator(`[name="${name}"]`);
    await page.goto(`/form/${everyFieldFormId}`);
    await waitForHydration(page);
    for (const [name, value] of Object.entries({
      first_name: 'Ada',
      email: 'ada@example.org',
      phone: '020 7946 0018',
      website: 'https://example.org',
      age: '36',
      birthdate: '1990-12-10',
      hour: '10:30',
      moment: '2026-03-04T10:30',
      'address/streetName': 'Lindenweg',
      'address/streetNumber': '5',
      'address/postalCode': '10117',
      'address/city': 'Berlin',
      amount: '7.50',
      'slot/startDate': '2126-03-05T10:00',
      'slot/endDate': '2126-03-05T11:00',
      'vat/id': '123456782',
    })) {
      await named(name).fill(value);
    }
    await named('address/subdivision').selectOption({ label: 'Berlin' });
    await named('town').selectOption('haifa');
    await page.getByLabel('Books').check();
    await page.getByLabel('Red').check();
    await page.getByLabel('Lake').check();
    await named('stars').nth(3).check();
    await page.getByLabel('Mug', { exact: false }).first().check();
    await page.locator('[name^="wares__quantity"]').first().fill('2');
    await named('donation').nth(1).check();
    await named('tags__custom').fill('Ash');
    await named('tags__custom').press('Enter');
    await page.getByRole('button', { name: addRowButton }).click();
    await named('guests/0/guest_name').fill('Grace');
    await page.getByRole('button', { name: calendarButton }).click();
    await page.locator('.rdp-day_button:not([disabled])').nth(9).click();
    await page.locator('.portico-signature input').fill('Ada Lovelace');
    await page.getByRole('button', { name: useButton }).click();
    await page.locator('.portico-upload[data-state=done]').waitFor();
    await named('terms').check();
    await page.locator('button[type=submit]').click();
    await page.locator('.portico-thanks').waitFor();
    expect(session.problems).toEqual([]);
  }
  const expected = {
    first_name: 'Ada',
    phone: '+442079460018',
    age: 36,
    hour: '10:30:00',
    moment: '2026-03-04T10:30:00',
    day: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    topic: 'books',
    town: 'haifa',
    colours: ['red'],
    picture: ['lake'],
    tags: ['Ash'],
    stars: 4,
    signature: [{ displayName: 'signature.png', fileType: 'image/png' }],
    address: { country: 'DE', streetName: 'Lindenweg', streetNumber: '5', city: 'Berlin', subdivision: 'BE' },
    guests: [{ guest_name: 'Grace' }],
    wares: [{ price: '12.5', quantity: 2 }],
    donation: [{ price: '10', quantity: 1 }],
    amount: [{ price: 7.5 }],
    fee: [{ price: '3' }],
    slot: { startDate: '2126-03-05T10:00:00', endDate: '2126-03-05T11:00:00' },
    vat: { id: '123456782' },
    terms: true,
    news: false,
  };

  it('is filled in and stored, in English', async () => {
    const session = await environment.open();
    await fill(session, /^Add another/, /^Use this signature/, /^Calendar/);
    expect(await newestSubmission(everyFieldFormId)).toMatchObject(expected);
    await session.close();
  });

  it('is filled in and stored, in Hebrew', async () => {
    const session = await environment.open({ locale: 'he-IL' });
    await fill(session, /^הוספה/, /^שימוש בחתימה/, /^לוח שנה/);
    expect(await newestSubmission(everyFieldFormId)).toMatchObject(expected);
    await session.close();
  });
});

describe('the forms engine in a browser', () => {
  it('returns the same errors as the server for every row of the value table', async () => {
    const { page, problems, close } = await environment.open();
    await page.goto('/icon.svg');
    const found = await page.evaluate(`${await bundleTable()}; globalThis.errorsOfRows()`);
    const options = buildCheckOptions(tableNow);
    const onServer = valueTable.map(({ form, value }) => checkSubmission(form, { f: value }, options).errors);
    expect((found as string[]).map((json) => JSON.parse(json))).toEqual(JSON.parse(JSON.stringify(onServer)));
    expect(onServer.map((errors) => [...errors])).toEqual(valueTable.map(({ errors }) => [...errors]));
    expect(problems).toEqual([]);
    await close();
  });

  /** Bundles the engine with the libraries that pages otherwise load on demand. */
  async function bundleTable(): Promise<string> {
    const entry = fileURLToPath(new URL('./engine/value-table.ts', import.meta.url));
    const buildResult = await build({
      configFile: false,
      logLevel: 'error',
      build: {
        write: false,
        minify: false,
        lib: { entry, formats: ['iife'], name: 'table' },
      },
    });
    const [{ output }] = buildResult as unknown as [{ output: { code: string }[] }];
    return (output[0] as { code: string }).code;
  }
});
