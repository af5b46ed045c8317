/** The visitor's form: by keyboard, with files, without scripts, in two languages; and its engine in a real browser. */
import { fileURLToPath } from 'node:url';
import { tableNow, valueTable } from '@portico/domain/forms/table/value-table';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSubmission } from '../domain/src/index.ts';
import { checkOptions } from '../server/src/forms/engine.ts';
import { type Api, openApi } from './support/api.ts';
import { everyFieldForm, stepsForm } from './support/every-field.ts';
import { OWNED, openStage, type Seat, START_MS, type Stage } from './support/stage.ts';

let stage: Stage;
let api: Api;
let dinner: string;
let everything: string;
beforeAll(async () => {
  stage = await openStage(OWNED);
  api = await openApi(stage.product);
  const make = async (form: object): Promise<string> => (await api.post('/v4/forms', { form })).form.id;
  dinner = await make(stepsForm());
  everything = await make(everyFieldForm());
}, START_MS);
afterAll(() => stage?.close());

/** A picture of one dot. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: PICTURE });
const paper = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('A paper.\n') });

const alive = (page: Page) => page.locator('form[novalidate]').waitFor();
const focused = (page: Page) => page.evaluate(() => (document.activeElement as HTMLInputElement).name);

/** The newest submission of a form. */
async function newest(formId: string): Promise<Record<string, never>> {
  const filter = { namespace: { $eq: 'wix.form_app.form' }, formId: { $eq: formId } };
  const query = { filter, sort: [{ fieldName: 'createdDate', order: 'DESC' }] };
  const { submissions } = await api.post('/v4/submissions/namespace/query', { query });
  return submissions[0]?.submissions;
}

describe('three steps with rules and files', () => {
  it('are filled in by keyboard alone', async () => {
    const { page, problems, close } = await stage.open();
    await page.goto(`/form/${dinner}`);
    await alive(page);
    await page.getByText('Step 1 of 2').waitFor();
    const { keyboard } = page;

    // Nothing is entered: the first of what is wrong has the focus, and all of it is said once.
    await page.getByLabel('Your name').focus();
    await keyboard.press('Enter');
    await page.getByRole('region', { name: 'Answers to correct' }).waitFor();
    await expect.poll(() => focused(page)).toBe('name');
    await page.getByRole('alert').getByText('2 answers need to be corrected').waitFor();

    await keyboard.type('Ada');
    await keyboard.press('Tab');
    await keyboard.press('Space');
    // The answer brings a step that was hidden.
    await page.getByText('Step 1 of 3').waitFor();
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: /Step 2 of 3/ }).waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === 'H2');
    await keyboard.press('Tab');
    await keyboard.type('9');
    await keyboard.press('Enter');
    await page.getByText('Enter 4 or less.').first().waitFor();
    await expect.poll(() => focused(page)).toBe('seats');
    await keyboard.press('Backspace');
    await keyboard.type('2');
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: /Step 3 of 3/ }).waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === 'H2');

    await keyboard.press('Tab');
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).type)).toBe('file');
    await page.getByLabel('Choose files').setInputFiles([picture('a picture.png'), paper('a paper.txt')]);
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
    const sent = await newest(dinner);
    expect(sent).toMatchObject({ name: 'Ada', comes: 'yes', seats: 2, phone: '+4930901820', code: 'AB-12' });
    expect(sent.papers).toMatchObject([
      { displayName: 'a picture.png', fileType: 'image/png' },
      { displayName: 'a paper.txt', fileType: 'text/plain' },
    ]);
    await close();
  });

  it('a step that a rule hides is left out; an upload that breaks off is tried again', async () => {
    const { page, problems, close } = await stage.open();
    await page.goto(`/form/${dinner}`);
    await alive(page);
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
    await files.setInputFiles([picture('one.png'), { ...paper('two.exe'), mimeType: 'application/x-msdownload' }]);
    await page.getByText('The upload was interrupted.').waitFor();
    await page.getByText('Files of this kind are not accepted here.').waitFor();
    await page.getByRole('button', { name: 'Send the answer' }).click();
    await page.getByText('A file was not uploaded. Try again, or remove it.').first().waitFor();
    await page.getByRole('button', { name: /^Try again.*one\.png$/ }).click();
    await page.getByRole('button', { name: /^Remove.*two\.exe$/ }).click();
    await page.getByText('1 of 1 files uploaded.').waitFor();
    await page.getByRole('button', { name: 'Send the answer' }).click();
    await page.getByText('The table is laid.').waitFor();
    const sent = await newest(dinner);
    expect(sent).toMatchObject({ name: 'Grace', comes: 'no', papers: [{ displayName: 'one.png' }] });
    expect(sent).not.toHaveProperty('seats');
    expect(problems.filter((problem) => !problem.includes('ERR_FAILED'))).toEqual([]);
    await close();
  });

  it('stand on one page without scripts: refused with what is wrong, then taken with its file', async () => {
    const { page, problems, close } = await stage.open({ javaScriptEnabled: false });
    await page.goto(`/form/${dinner}`);
    const opened = Date.now();
    for (const name of ['You', 'Dinner', 'Papers']) await page.getByRole('heading', { name, level: 2 }).waitFor();
    await page.getByLabel('Your name').fill('Olaudah');
    await page.getByLabel('Yes').check();
    await page.getByLabel('Code of the invitation').fill('wrong');
    await page.getByLabel('Choose files').setInputFiles(paper('a paper.txt'));
    await page.getByRole('button', { name: 'Send the answer' }).click();
    await page.getByText('Two letters, a dash, two digits.').first().waitFor();
    expect(await page.getByLabel('Your name').inputValue()).toBe('Olaudah');
    // What was uploaded need not be sent again.
    await page.getByText('a paper.txt').waitFor();
    await page.getByLabel('Code of the invitation').fill('AB-12');
    await page.waitForTimeout(Math.max(0, opened + 2_200 - Date.now()));
    await page.getByRole('button', { name: 'Send the answer' }).click();
    await page.getByText('The table is laid.').waitFor();
    expect(await newest(dinner)).toMatchObject({
      name: 'Olaudah',
      code: 'AB-12',
      papers: [{ displayName: 'a paper.txt' }],
    });
    expect(problems).toEqual([expect.stringContaining('400')]);
    await close();
  });
});

describe('every kind of field', () => {
  /** The names of its inputs do not change with the language, as its labels here do not. */
  async function fill(seat: Seat, addRow: RegExp, use: RegExp, calendar: RegExp): Promise<void> {
    const { page } = seat;
    const named = (name: string) => page.locator(`[name="${name}"]`);
    await page.goto(`/form/${everything}`);
    await alive(page);
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
    await page.getByRole('button', { name: addRow }).click();
    await named('guests/0/guest_name').fill('Grace');
    await page.getByRole('button', { name: calendar }).click();
    await page.locator('.rdp-day_button:not([disabled])').nth(9).click();
    await page.locator('.portico-signature input').fill('Ada Lovelace');
    await page.getByRole('button', { name: use }).click();
    await named('signature__file').waitFor({ state: 'attached' });
    await named('terms').check();
    await page.locator('button[type=submit]').click();
    await page.locator('.portico-thanks').waitFor();
    expect(seat.problems).toEqual([]);
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
    const seat = await stage.open();
    await fill(seat, /^Add another/, /^Use this signature/, /^Calendar/);
    expect(await newest(everything)).toMatchObject(expected);
    await seat.close();
  });

  it('is filled in and stored, in Hebrew', async () => {
    const seat = await stage.open({ locale: 'he-IL' });
    await fill(seat, /^הוספה/, /^שימוש בחתימה/, /^לוח שנה/);
    expect(await newest(everything)).toMatchObject(expected);
    await seat.close();
  });
});

describe('the forms engine in a browser', () => {
  it('gives the verdicts of the table of values, and of the server, in every row', async () => {
    const { page, problems, close } = await stage.open();
    await page.goto('/icon.svg');
    const found = await page.evaluate(`${await bundledTable()}; globalThis.verdicts()`);
    const options = checkOptions(tableNow);
    const onServer = valueTable.map(({ form, value }) => checkSubmission(form, { f: value }, options).errors);
    expect((found as string[]).map((one) => JSON.parse(one))).toEqual(JSON.parse(JSON.stringify(onServer)));
    expect(onServer.map((errors) => [...errors])).toEqual(valueTable.map(({ errors }) => [...errors]));
    expect(problems).toEqual([]);
    await close();
  });

  /** In one piece: the libraries that a page loads when it needs them are brought along. */
  async function bundledTable(): Promise<string> {
    const entry = fileURLToPath(new URL('./engine/table.ts', import.meta.url));
    const built = await build({
      configFile: false,
      logLevel: 'error',
      build: {
        write: false,
        minify: false,
        lib: { entry, formats: ['iife'], name: 'table' },
      },
    });
    const [{ output }] = built as unknown as [{ output: { code: string }[] }];
    return (output[0] as { code: string }).code;
  }
});
