/** Tests forms, uploads and the components for items of the React package on a website of another origin. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {} from '../server/src/testing/global-setup.ts';
import { type TestServer, testServer } from '../server/src/testing/index.ts';
import { launchBrowser, openContext } from './support/browser.ts';
import { submit, text, upload } from './support/form-fields.ts';
import { serveWebsite } from './support/third-party.ts';

const NAMESPACE = 'wix.form_app.form';
/** The smallest PNG: one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let t: TestServer;
let browser: Browser;
let website: Awaited<ReturnType<typeof serveWebsite>>;
let html = '';
let page: Page;
let problems: string[];
let formId: string;

beforeAll(async () => {
  [t, browser, website] = await Promise.all([testServer(), launchBrowser(), serveWebsite('react.tsx', () => html)]);
  const url = await t.listen();
  const as = await t.userToken('owner');
  const app = { name: 'Website', redirectUris: [`${website.origin}/callback`] };
  const { clientId } = (await t.call({ method: 'POST', path: '/portico/v1/apps', body: { app }, as })).body.app;
  const formFields = [
    text('TEXT_INPUT', 'name', 'Your name', { required: true }),
    text('TEXT_INPUT', 'email', 'E-mail', { validation: { format: 'EMAIL' } }),
    upload('picture', 'Picture'),
    submit(),
  ];
  const form = { name: 'Contact', namespace: NAMESPACE, formFields };
  formId = (await t.call({ method: 'POST', path: '/v4/forms', body: { form }, as: t.key })).body.form.id;
  const collection = {
    id: 'Notes',
    fields: [{ key: 'title', type: 'TEXT' }],
    permissions: { read: 'ANYONE', insert: 'ADMIN', update: 'ADMIN', remove: 'ADMIN' },
  };
  await t.call({ method: 'POST', path: '/v2/collections', body: { collection }, as: t.key });
  const dataItems = ['Apples', 'Bread', 'Cheese', 'Dates'].map((title) => ({ data: { _id: title, title } }));
  await t.call({
    method: 'POST',
    path: '/v2/bulk/items/insert',
    body: { dataCollectionId: 'Notes', dataItems },
    as: t.key,
  });
  html = `<!doctype html><html lang="en"><title>Notes</title><link rel="icon" href="data:,">
    <body data-url="${url}" data-client-id="${clientId}"><div id="root"></div><script type="module" src="/app.js"></script>`;
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await website?.close();
  await t?.stop();
});
beforeEach(async () => {
  const opened = await openContext(browser);
  problems = opened.problems;
  page = await opened.context.newPage();
  return () => opened.context.close();
});

const open = (show: string, hash = '') => page.goto(`${website.origin}/?show=${show}#${hash}`);
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const picture = { name: 'pixel.png', mimeType: 'image/png', buffer: PICTURE };

/** Returns the values of all submissions, newest first. */
async function readSubmissions(): Promise<Record<string, unknown>[]> {
  const query = { filter: { namespace: NAMESPACE, formId } };
  const path = '/v4/submissions/namespace/query';
  const { body } = await t.call({ method: 'POST', path, body: { query }, as: t.key });
  return body.submissions.map(({ submissions }: { submissions: Record<string, unknown> }) => submissions);
}

describe('Form', () => {
  it('shows errors at their fields, uploads a file and is sent', async () => {
    await open('form', formId);
    await page.getByLabel('E-mail').fill('ada');
    await page.locator('input[type=file]').setInputFiles(picture);
    await page.getByText('Uploaded').waitFor();
    await press('Send');
    await page.getByText('2 answers need to be corrected:').first().waitFor();
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('name');
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('E-mail').fill('ada@example.org');
    await press('Send');
    await page.getByText('Thank you').waitFor();
    const [submission] = await readSubmissions();
    expect(submission).toMatchObject({
      name: 'Ada',
      email: 'ada@example.org',
      picture: [{ displayName: 'pixel.png' }],
    });
    expect(problems).toEqual([]);
  });

  it('keeps the values and asks to try again when it cannot be sent', async () => {
    await page.route('**/v4/submissions**', (route) => route.abort());
    await open('form', formId);
    await page.getByLabel('Your name').fill('Ada');
    await press('Send');
    const summary = page.locator('.portico-summary');
    await summary.waitFor();
    expect(await summary.textContent()).toBe('The form could not be sent. Please check your connection and try again.');
    expect(await page.getByLabel('Your name').inputValue()).toBe('Ada');
    expect(problems.splice(0).filter((problem) => problem.includes('The form could not be sent.'))).not.toEqual([]);
    await page.unrouteAll({ behavior: 'wait' });
    await press('Send');
    await page.getByText('Thank you. The form has been sent.').waitFor();
    expect(problems).toEqual([]);
  });

  it('suspends until it is loaded', async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`**/v4/forms/${formId}*`, async (route) => {
      await released;
      await route.fallback();
    });
    await open('suspended-form', formId);
    await page.getByText('Suspended').waitFor();
    release();
    await page.getByLabel('Your name').waitFor();
    expect(await page.getByText('Suspended').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('solves the captcha that it requires, on the server’s own terms', async () => {
    const formFields = [text('TEXT_INPUT', 'name', 'Your name', {}), submit()];
    const body = {
      form: { name: 'Checked', namespace: NAMESPACE, formFields, submissionPolicy: { captchaRequired: true } },
    };
    const { id } = (await t.call({ method: 'POST', path: '/v4/forms', body, as: t.key })).body.form;
    await open('form', id);
    await page.getByLabel('Your name').fill('Ada');
    await press('Send');
    await page.getByText('Please confirm that you are human').first().waitFor();
    await page.getByLabel('I am human').check();
    await page.getByText('Checked. You can send the form.').waitFor();
    await press('Send');
    await page.getByText('Thank you').waitFor();
    expect(problems).toEqual([]);
  });

  it('keeps what was entered until the form is submitted', async () => {
    await open('kept-form', formId);
    await page.getByLabel('Your name').fill('Half of a na');
    await page.reload();
    await expect.poll(() => page.getByLabel('Your name').inputValue()).toBe('Half of a na');
    await page.getByLabel('Your name').fill('A whole name');
    await press('Send');
    await page.getByText('Thank you').waitFor();
    await page.reload();
    expect(await page.getByLabel('Your name').inputValue()).toBe('');
    expect(problems).toEqual([]);
  });

  it('says that a form is missing', async () => {
    // The console gives the developer the reason.
    const warning = page.waitForEvent('console', (message) => message.text().includes('no form with the id 00000000'));
    await open('form', '00000000-0000-4000-8000-000000000000');
    await page.getByRole('alert').filter({ hasText: 'not available' }).waitFor();
    expect((await warning).type()).toBe('warning');
  });
});

describe('useForm', () => {
  it('checks, focuses the first wrong input and submits, with markup of the app', async () => {
    await open('headless', formId);
    await page.getByText('Your name (required)').waitFor();
    await press('Send it');
    await page.getByText('This cannot be left empty.').waitFor();
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('name');
    await page.getByLabel('Your name').fill('Grace');
    await press('Send it');
    await expect.poll(() => page.getByRole('status', { name: 'form' }).textContent()).toBe('sent');
    expect((await readSubmissions())[0]).toEqual({ name: 'Grace' });
    expect(problems).toEqual([]);
  });

  it('keeps what was entered until the form is submitted', async () => {
    await open('headless', formId);
    await page.getByLabel('Your name').fill('Half of a na');
    await page.reload();
    expect(await page.getByLabel('Your name').inputValue()).toBe('Half of a na');
    await page.getByLabel('Your name').fill('A whole name');
    await press('Send it');
    await expect.poll(() => page.getByRole('status', { name: 'form' }).textContent()).toBe('sent');
    await press('Again');
    expect(await page.getByLabel('Your name').inputValue()).toBe('');
    await page.reload();
    expect(await page.getByLabel('Your name').inputValue()).toBe('');
    expect(problems).toEqual([]);
  });
});

describe('useUpload', () => {
  it('uploads files, rejects other kinds, and removes them', async () => {
    await open('upload', formId);
    const input = page.getByLabel('Pictures');
    const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Hello') };
    await input.setInputFiles([picture, note]);
    const files = () => page.getByRole('list', { name: 'files' }).getByRole('listitem').allTextContents();
    await expect
      .poll(files)
      .toEqual([
        expect.stringContaining('pixel.png: done'),
        expect.stringContaining('note.txt: rejected Files of this kind are not accepted here.'),
      ]);
    expect(await input.isDisabled()).toBe(true);
    await press('Remove note.txt');
    await expect.poll(async () => (await files()).length).toBe(1);
    expect(problems).toEqual([]);
  });
});

describe('Collection and Item', () => {
  it('lists items page by page, and shows one or says that it is missing', async () => {
    await open('collection');
    const titles = () => page.locator('.portico-items li').allTextContents();
    await expect.poll(titles).toEqual(['Apples', 'Bread', 'Cheese']);
    await press('Show more');
    await expect.poll(titles).toEqual(['Apples', 'Bread', 'Cheese', 'Dates']);
    await open('item', 'Bread');
    await page.reload();
    await page.getByRole('heading', { name: 'Bread' }).waitFor();
    expect(problems).toEqual([]);
    await open('item', 'Wine');
    await page.reload();
    await page.getByText('This does not exist, or you may not see it.').waitFor();
  });

  it('reports a failure and tries again', async () => {
    await page.route('**/v2/items/query*', (route) => route.fulfill({ status: 403, json: { message: 'No.' } }));
    await open('collection');
    await page.getByRole('alert').filter({ hasText: 'This could not be loaded.' }).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await press('Try again');
    await page.getByText('Apples').waitFor();
  });

  it('reports that more items cannot be loaded without a connection', async () => {
    await open('collection');
    await page.getByText('Cheese').waitFor();
    await page.context().setOffline(true);
    await press('Show more');
    await page.getByRole('alert').filter({ hasText: 'This could not be loaded.' }).waitFor();
    expect(await page.getByText('Apples').count()).toBe(1);
    await page.context().setOffline(false);
  });
});
