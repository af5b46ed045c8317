/** Tests forms, uploads and the components for items of the React package on a website of another origin. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {} from '../server/src/testing/global-setup.ts';
import { type TestServer, testServer } from '../server/src/testing/index.ts';
import { launchBrowser, openContext } from './support/browser.ts';
import { everyField } from './support/every-field.ts';
import { choices, number, steps, submit, text, upload, visibilityRule } from './support/form-fields.ts';
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
async function readSubmissions(id = formId): Promise<Record<string, unknown>[]> {
  const query = { filter: { namespace: NAMESPACE, formId: id } };
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

  it('is sent once the captcha that it requires is solved', async () => {
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

describe('useForm with steps, a file and products', () => {
  let orderId: string;
  beforeAll(async () => {
    const name = text('TEXT_INPUT', 'name', 'Your name', { required: true });
    const delivery = text('RADIO_GROUP', 'delivery', 'Delivery', {
      component: 'RADIO_GROUP',
      options: { options: choices('Post', 'Pick up') },
    });
    const floor = { ...number('floor', 'Floor', { minimum: 0, maximum: 9 }), hidden: true };
    const papers = upload('papers', 'Papers', { required: true });
    const { wares } = everyField();
    const send = submit('Order');
    const form = {
      name: 'Order',
      namespace: NAMESPACE,
      formFields: [name, delivery, floor, wares, papers, send],
      steps: steps(['You', [name, delivery]], ['Way', [floor]], ['Order', [wares, papers, send]]),
      formRules: [visibilityRule(floor, 'delivery', 'EQUAL', 'post', false)],
      spamFilterProtectionLevel: 'BASIC',
    };
    orderId = (await t.call({ method: 'POST', path: '/v4/forms', body: { form }, as: t.key })).body.form.id;
  });
  const heading = () => page.getByRole('heading', { level: 2 }).textContent();
  const errors = () => page.getByRole('list', { name: 'errors' }).getByRole('listitem').allTextContents();
  const total = () => page.getByRole('status', { name: 'total' }).textContent();
  const focusedName = () => page.evaluate(() => (document.activeElement as HTMLInputElement).name);
  const waitForStatus = (status: string) =>
    expect.poll(() => page.getByRole('status', { name: 'form' }).textContent()).toBe(status);

  it('checks each step, follows the rules, and resumes', async () => {
    await open('order', orderId);
    await expect.poll(heading).toBe('1 of 2: You');
    await press('Next');
    await expect.poll(errors).toEqual(['Your name: This cannot be left empty.']);
    await expect.poll(focusedName).toBe('name');
    expect(await heading()).toBe('1 of 2: You');
    await page.getByLabel('Your name').fill('Ada');
    await expect.poll(errors).toEqual([]);
    await page.getByLabel('Post', { exact: true }).check();
    await expect.poll(heading).toBe('1 of 3: You');
    await press('Next');
    await expect.poll(heading).toBe('2 of 3: Way');
    await page.waitForFunction(() => document.activeElement?.tagName === 'H2');
    await page.getByLabel('Floor').fill('12');
    await press('Next');
    await expect.poll(errors).toEqual(['Floor: Enter 9 or less.']);
    await page.getByLabel('Floor').fill('2');
    await press('Back');
    await expect.poll(heading).toBe('1 of 3: You');
    expect(await page.getByLabel('Your name').inputValue()).toBe('Ada');
    await page.reload();
    await expect.poll(() => page.getByLabel('Your name').inputValue()).toBe('Ada');
    await expect.poll(heading).toBe('1 of 3: You');
    await press('Next');
    expect(await page.getByLabel('Floor').inputValue()).toBe('2');
    expect(problems).toEqual([]);
  });

  it('adds up prices, uploads, cancels an upload, is sent, and is sent again', async () => {
    await open('order', orderId);
    await page.getByLabel('Your name').fill('Ada');
    await press('Next');
    await expect.poll(heading).toBe('2 of 2: Order');
    await page.getByRole('checkbox', { name: 'Mug' }).check();
    await page.getByLabel('Number of Mug').fill('2');
    await expect.poll(total).toBe('$25.00');
    let requests = 0;
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/portico/v1/uploads/**', async (route) => {
      if (route.request().method() !== 'OPTIONS') requests += 1;
      await released;
      // The first upload is cancelled by now.
      await route.fallback().catch(() => undefined);
    });
    await page.getByLabel('Papers').setInputFiles(picture);
    const upload = page.getByRole('status', { name: 'pixel.png' });
    await expect.poll(() => upload.textContent()).toMatch(/^uploading \d+%$/);
    await press('Order');
    await expect.poll(errors).toEqual(['Papers: Please wait until the files are uploaded.']);
    const aborted = page.waitForEvent('requestfailed');
    await press('Remove pixel.png');
    await aborted;
    await expect.poll(errors).toEqual(['Papers: Add a file.']);
    await press('Order');
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).type)).toBe('file');
    release();
    await page.getByLabel('Papers').setInputFiles(picture);
    await expect.poll(() => upload.textContent()).toBe('done 100%');
    expect(requests).toBeGreaterThan(1);
    await press('Order');
    await waitForStatus('sent');
    const expected = {
      name: 'Ada',
      wares: [{ price: '12.5', quantity: 2 }],
      papers: [{ displayName: 'pixel.png', fileType: 'image/png' }],
    };
    expect(await readSubmissions(orderId)).toMatchObject([expected]);

    await press('Again');
    await expect.poll(heading).toBe('1 of 2: You');
    expect(await page.getByLabel('Your name').inputValue()).toBe('');
    await page.getByLabel('Your name').pressSequentially('Grace');
    expect(await errors()).toEqual([]);
    await press('Next');
    await expect.poll(heading).toBe('2 of 2: Order');
    expect(await upload.count()).toBe(0);
    await page.getByLabel('Papers').setInputFiles(picture);
    await expect.poll(() => upload.textContent()).toBe('done 100%');
    await press('Order');
    await waitForStatus('sent');
    // A ticket that is sent twice would move the second submission to the spam reports.
    expect((await readSubmissions(orderId)).map(({ name }) => name)).toEqual(['Grace', 'Ada']);
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
