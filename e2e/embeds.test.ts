/** Forms in pages of another origin under a strict content security policy: as elements and in frames. */
import { gzipSync } from 'node:zlib';
import { MIN_FILL_SECONDS } from '@portico/domain';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, openApi } from './support/api.ts';
import { PHONE } from './support/browser.ts';
import {
  type BrowserSession,
  OWNER_ENV,
  PASSWORD,
  START_TIMEOUT_MS,
  signInAsOwner,
  startEnvironment,
  type TestEnvironment,
} from './support/environment.ts';
import { everyFieldForm } from './support/every-field.ts';
import { block, choices, paragraph, steps, submit, text, upload } from './support/form-fields.ts';
import { type HostWebsite, serveHostWebsite } from './support/host-website.ts';
import { inspectScreen } from './support/inspect-screen.ts';

const NAMESPACE = 'wix.form_app.form';

let environment: TestEnvironment;
let api: Api;
let website: HostWebsite;
let product: string;
let contactId: string;
beforeAll(async () => {
  environment = await startEnvironment(OWNER_ENV);
  product = environment.product.url;
  [api, website] = await Promise.all([openApi(environment.product), serveHostWebsite(product)]);
  contactId = await createForm('Contact', contactFields());
}, START_TIMEOUT_MS);
afterAll(async () => {
  await website?.close();
  await environment?.close();
});

const email = { validation: { format: 'EMAIL' }, required: true };
const contactFields = () => [
  text('TEXT_INPUT', 'name', 'Your name', { required: true }),
  text('CONTACTS_EMAIL', 'email', 'E-mail', email),
  text('LONG_TEXT', 'message', 'Message', { required: true, validation: { maxLength: 500 } }),
  block('CHECKBOX', 'copy', 'BOOLEAN', 'booleanOptions', {
    componentType: 'CHECKBOX',
    checkboxOptions: { label: paragraph('Send me a copy') },
    validation: {},
  }),
  submit(),
];

async function createForm(name: string, formFields: object[], more: object = {}): Promise<string> {
  return (await api.post('/v4/forms', { form: { name, namespace: NAMESPACE, formFields, ...more } })).form.id;
}

/** The tags that the dashboard offers. */
const embed = (tags: string) => `<script src="${product}/embed.js" async></script>${tags}`;
const formTag = (formId: string, more = '') => `<portico-form form="${formId}"${more}></portico-form>`;

async function open(path: string, options = {}): Promise<BrowserSession> {
  const session = await environment.open({ baseURL: website.origin, ...options });
  await session.page.goto(path);
  return session;
}

async function inbox(formId: string): Promise<Record<string, unknown>[]> {
  const query = { filter: { namespace: NAMESPACE, formId } };
  const { submissions } = await api.post('/v4/submissions/namespace/query', { query });
  return submissions.map((row: { submissions: object }) => row.submissions);
}

/** Returns the name of the focused input, also if it is inside a shadow root. */
const focusedName = (page: Page) =>
  page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return (element as HTMLInputElement | null)?.name;
  });

describe('a contact form in a page', () => {
  beforeAll(() => website.serve('/contact', { body: embed(formTag(contactId)) }));

  it('announces and focuses wrong values, and is sent with the mouse', async () => {
    const { page, problems, close } = await open('/contact');
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('E-mail').fill('not an address');
    await page.getByRole('button', { name: 'Send' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'need' });
    await alert.waitFor();
    expect(await alert.innerText()).toContain('E-mail: Enter an e-mail address');
    expect(await alert.innerText()).toContain('Message: This cannot be left empty.');
    expect(await focusedName(page)).toBe('email');
    expect(await page.getByLabel('E-mail').getAttribute('aria-invalid')).toBe('true');

    await page.getByLabel('E-mail').fill('ada@example.org');
    await page.getByLabel('Message').fill('Hello');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Thank you').waitFor();
    expect(await inbox(contactId)).toEqual([{ name: 'Ada', email: 'ada@example.org', message: 'Hello', copy: false }]);
    expect(problems).toEqual([]);
    await close();
  });

  it('is sent with the keyboard alone, and dispatches an event without the values', async () => {
    const { page, problems, close } = await open('/contact');
    await page.getByLabel('Your name').waitFor();
    const event = page.evaluate(
      () =>
        new Promise((resolve) => {
          document.addEventListener('portico-submitted', (event) => resolve((event as CustomEvent).detail));
        }),
    );
    for (const value of ['Grace', 'grace@example.org', 'Hi']) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(value);
    }
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Thank you').waitFor();
    expect(await event).toEqual({ formId: contactId });
    expect((await inbox(contactId))[0]).toEqual({
      name: 'Grace',
      email: 'grace@example.org',
      message: 'Hi',
      copy: true,
    });
    expect(problems).toEqual([]);
    await close();
  });

  it('hides the honeypot without a style sheet', async () => {
    const { page, close } = await open('/contact');
    await page.getByLabel('Your name').waitFor();
    await page.evaluate(() => {
      for (const host of document.querySelectorAll('portico-form')) {
        if (host.shadowRoot) host.shadowRoot.adoptedStyleSheets = [];
      }
    });
    expect(await page.locator('input[name="website__url"]').isVisible()).toBe(false);
    await close();
  });

  it('has the colours of the site’s theme in both schemes', async () => {
    website.serve('/themed', { body: embed(formTag(contactId)), style: ':root { color-scheme: light dark }' });
    const { page, close } = await open('/themed');
    const styleOf = () =>
      page.locator('portico-form button[type=submit]').evaluate((button) => {
        const input = button.closest('form')?.querySelector('input') as Element;
        return [getComputedStyle(button).backgroundColor, getComputedStyle(input).backgroundColor];
      });
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await styleOf()).toEqual(['rgb(11, 95, 86)', 'rgb(255, 255, 255)']);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await styleOf()).toEqual(['rgb(111, 214, 196)', 'rgb(26, 32, 34)']);
    await close();
  });

  it('loads at most 20 kB of scripts, styles and data before it is shown', async () => {
    const loaded: { url: string; bytes: number }[] = [];
    const session = await environment.open({ baseURL: website.origin });
    session.page.on('response', async (response) => {
      const url = response.url();
      if (url.startsWith(product)) loaded.push({ url, bytes: gzipSync(await response.body(), { level: 9 }).length });
    });
    await session.page.goto('/contact');
    await session.page.getByLabel('Your name').waitFor();
    await session.page.waitForLoadState('networkidle');
    const scripts = loaded.filter(({ url }) => url.endsWith('.js'));
    const sum = (list: typeof loaded) => list.reduce((total, { bytes }) => total + bytes, 0);
    console.info(
      `First load of a contact form: ${sum(scripts)} bytes of scripts, ${sum(loaded)} with its data (gzip).`,
    );
    expect(scripts.length).toBeGreaterThan(1);
    expect(loaded.filter(({ url }) => url.includes('/embed-data/'))).toHaveLength(1);
    expect(sum(loaded)).toBeLessThanOrEqual(20_000);
    expect(loaded.filter(({ url }) => /form-engine|form-errors|form-inputs/.test(url))).toEqual([]);
    await session.close();
  });

  it.each(['en', 'he'])('has no accessibility problems in %s', async (lang) => {
    website.serve(`/contact-${lang}`, {
      body: embed(formTag(contactId)),
      lang,
      style: ':root { color-scheme: light dark }',
    });
    const { page, problems, close } = await open(`/contact-${lang}`);
    await page.getByLabel('Your name').waitFor();
    expect(await page.locator('portico-form form').evaluate((form) => getComputedStyle(form).direction)).toBe(
      lang === 'he' ? 'rtl' : 'ltr',
    );
    await page.locator('portico-form button[type=submit]').click();
    await page.locator('portico-form .portico-summary').waitFor();
    expect(await inspectScreen(page, `embed contact ${lang}`)).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });
});

describe('forms of other kinds in a page', () => {
  it('shows two forms on one page, whose inputs do not share ids or errors', async () => {
    const secondId = await createForm('Newsletter', [
      text('CONTACTS_EMAIL', 'email', 'Address', email),
      submit('Subscribe'),
    ]);
    website.serve('/two', { body: embed(formTag(contactId) + formTag(secondId)) + embed('') });
    const { page, problems, close } = await open('/two');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    const [first, second] = [page.locator('portico-form').first(), page.locator('portico-form').last()];
    await second.getByText('This cannot be left empty.').first().waitFor();
    expect(await first.getByText('This cannot be left empty.').count()).toBe(0);
    await page.getByLabel('Address').fill('ada@example.org');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await second.getByText('Thank you').waitFor();
    expect(await inbox(secondId)).toEqual([{ email: 'ada@example.org' }]);
    expect(await first.getByLabel('Your name').isVisible()).toBe(true);
    expect(problems).toEqual([]);
    await close();
  });

  it('uploads files, and goes through steps with choices, phone and date', async () => {
    const fields = {
      name: text('TEXT_INPUT', 'name', 'Your name', { required: true }),
      phone: text('CONTACTS_PHONE', 'phone', 'Phone', {
        component: 'PHONE_INPUT',
        options: { defaultCountryCode: 'DE' },
        validation: { format: 'PHONE' },
      }),
      topic: text('RADIO_GROUP', 'topic', 'Topic', {
        component: 'RADIO_GROUP',
        options: { options: choices('Order', 'Other') },
      }),
      size: text('DROPDOWN', 'size', 'Size', {
        component: 'DROPDOWN',
        options: { options: choices('Small', 'Large') },
      }),
      day: text('DATE_PICKER', 'day', 'Day', { component: 'DATE_PICKER', validation: { format: 'DATE' } }),
      files: upload('files', 'Photos'),
      submit: submit(),
    };
    const { name, phone, topic, size, day, files } = fields;
    const formId = await createForm('Order', Object.values(fields), {
      steps: steps(['You', [name, phone]], ['Order', [[topic, size], day, files, fields.submit]]),
    });
    website.serve('/order', { body: embed(formTag(formId)), style: ':root { color-scheme: light dark }' });
    const { page, problems, close } = await open('/order');
    await page.getByText('Step 1 of 2').waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('alert').filter({ hasText: 'Your name: This cannot be left empty.' }).waitFor();
    expect(await focusedName(page)).toBe('name');
    await page.keyboard.type('Ada');
    await page.getByRole('textbox', { name: 'Phone' }).fill('030 123456');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('Step 2 of 2').waitFor();
    await page.getByLabel('Other').check();
    await page.getByLabel('Size').selectOption('Large');
    await page.getByRole('button', { name: /Calendar/ }).click();
    await page.getByRole('gridcell').getByRole('button').first().waitFor();
    expect(await inspectScreen(page, 'embed order')).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByLabel('Day', { exact: true }).fill('2030-05-06');
    await page.locator('input[type=file]').setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Notes about the order'),
    });
    await page.getByText('1 of 1 files uploaded.').waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Thank you').waitFor();
    const [stored] = await inbox(formId);
    expect(stored).toMatchObject({
      name: 'Ada',
      phone: '+4930123456',
      topic: 'other',
      size: 'large',
      day: '2030-05-06',
    });
    expect(stored?.files).toMatchObject([{ displayName: 'notes.txt' }]);
    expect(problems).toEqual([]);
    await close();
  });

  it('shows every kind of field', async () => {
    const { name, formFields, ...more } = everyFieldForm();
    const formId = await createForm(name, formFields as object[], more);
    website.serve('/everything', { body: embed(formTag(formId)) });
    const { page, problems, close } = await open('/everything', { viewport: PHONE });
    await page.locator('portico-form form').waitFor();
    expect(await page.getByText('cannot be answered on this page').count()).toBe(0);
    expect(await page.locator('portico-form [data-kind]').count()).toBeGreaterThan(15);
    expect(problems).toEqual([]);
    await close();
  });

  it('shows the message of a closed form, and the page’s own content if the form is missing', async () => {
    const closedId = await createForm('Closed', contactFields(), { enabled: false });
    website.serve('/closed', {
      body: embed(
        formTag(closedId) + `<portico-form form="${crypto.randomUUID()}"><a href="/mail">Write</a></portico-form>`,
      ),
    });
    const { page, problems, close } = await open('/closed');
    await page.getByText('This form no longer accepts answers.').waitFor();
    await page.getByText('This content is not available at the moment.').waitFor();
    expect(await page.getByRole('link', { name: 'Write' }).isVisible()).toBe(true);
    expect(problems.splice(0)).toEqual([expect.stringContaining('404'), expect.stringContaining('cannot be shown')]);
    await close();
  });
});

describe('the allowed origins of a form', () => {
  let limitedId: string;
  beforeAll(async () => {
    limitedId = await createForm('Limited', contactFields(), {
      submissionPolicy: { allowedOrigins: ['https://shop.example'] },
    });
    website.serve('/frame', {
      body: embed(
        `<iframe src="${product}/form/${limitedId}/frame?scheme=light" title="Contact form" height="300"></iframe>`,
      ),
      style: 'iframe { width: 100%; border: 0 }',
    });
  });
  const allow = async (...allowedOrigins: string[]) => {
    const { form } = await api.getAsOwner(`/v4/forms/${limitedId}`);
    await api.patch(`/v4/forms/${limitedId}`, {
      form: { revision: form.revision, submissionPolicy: { allowedOrigins } },
    });
  };

  it('keep a page of another origin from sending it, and from showing it in a frame', async () => {
    website.serve('/limited', {
      body: `${embed(formTag(limitedId))}<iframe src="${product}/form/${limitedId}/frame" title="Form" height="300"></iframe>`,
    });
    const { page, problems, close } = await open('/limited');
    await page.getByLabel('Your name').fill('Eve');
    await page.getByLabel('E-mail').fill('eve@example.org');
    await page.getByLabel('Message').fill('Hello');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('portico-form').getByText('The form could not be sent.').first().waitFor();
    expect(await inbox(limitedId)).toEqual([]);
    expect(problems.some((problem) => /frame-ancestors https:\/\/shop\.example/.test(problem))).toBe(true);
    expect(problems.some((problem) => problem.includes('403'))).toBe(true);
    await close();
  });

  it('let a page show it in a frame that has the height of its content', async () => {
    await allow(website.origin);
    const { page, problems, close } = await open('/frame');
    const frame = page.frameLocator('iframe');
    await frame.getByLabel('Your name').waitFor();
    const heightOf = () => page.locator('iframe').evaluate((element) => element.getBoundingClientRect().height);
    const contentHeight = () => frame.locator('html').evaluate((element) => element.getBoundingClientRect().height);
    const waitUntilFits = async () => {
      for (const end = Date.now() + 10_000; Date.now() < end; await page.waitForTimeout(50)) {
        if (Math.abs((await heightOf()) - (await contentHeight())) <= 1) return;
      }
      throw new Error(`The frame is ${await heightOf()} pixels high, its content ${await contentHeight()}.`);
    };
    await waitUntilFits();
    const before = await heightOf();
    expect(before).toBeGreaterThan(300);
    await frame.getByRole('button', { name: 'Send' }).click();
    await frame.getByText('answers need to be corrected').first().waitFor();
    await waitUntilFits();
    expect(await heightOf()).toBeGreaterThan(before);
    await frame.getByLabel('Your name').fill('Ada');
    await frame.getByLabel('E-mail').fill('ada@example.org');
    await frame.getByLabel('Message').fill('Hello');
    await frame.getByRole('button', { name: 'Send' }).click();
    await frame.getByText('Thank you').first().waitFor();
    await waitUntilFits();
    expect(await inspectScreen(page, 'embed frame')).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });

  it('let the frame work without JavaScript', async () => {
    await allow(website.origin);
    const { page, close } = await open('/frame', { javaScriptEnabled: false });
    const frame = page.frameLocator('iframe');
    await frame.getByLabel('Your name').fill('Mary');
    await frame.getByLabel('E-mail').fill('mary@example.org');
    await frame.getByLabel('Message').fill('Hello');
    // A form that is submitted faster than a person can fill it in is treated as spam.
    await page.waitForTimeout(MIN_FILL_SECONDS * 1_000 + 200);
    await frame.getByRole('button', { name: 'Send' }).click();
    await frame.getByText('Thank you').waitFor();
    expect((await inbox(limitedId)).map(({ name }) => name)).toContain('Mary');
    await close();
  });

  it('let a form with a captcha appear in a frame, which is otherwise a link', async () => {
    const formId = await createForm('Captcha', contactFields(), { submissionPolicy: { captchaRequired: true } });
    website.serve('/captcha', { body: embed(formTag(formId)) });
    const { page, close } = await open('/captcha');
    const link = page.getByRole('link', { name: 'Open the form' });
    expect(await link.getAttribute('href')).toBe(`${product}/form/${formId}`);
    const { form } = await api.getAsOwner(`/v4/forms/${formId}`);
    const submissionPolicy = { captchaRequired: true, allowedOrigins: [website.origin] };
    await api.patch(`/v4/forms/${formId}`, { form: { revision: form.revision, submissionPolicy } });
    await page.reload();
    await page.frameLocator('portico-form iframe').getByLabel('Your name').waitFor();
    await close();
  });
});

describe('the Share tab of a form', () => {
  let owner: BrowserSession;
  let sharedId: string;
  beforeAll(async () => {
    sharedId = await createForm('Fish & <chips>', contactFields());
    owner = await environment.open({ permissions: ['clipboard-read', 'clipboard-write'] });
    await signInAsOwner(owner.page);
    await owner.page.goto(`/dashboard/forms/${sharedId}/edit?tab=share`);
    await owner.page.getByRole('heading', { name: 'Any website' }).waitFor();
  });
  afterAll(() => owner?.close());

  /** Copies a value with the keyboard and returns it. */
  const copyValue = async (label: string): Promise<string> => {
    await owner.page.getByRole('button', { name: `Copy: ${label}` }).focus();
    await owner.page.keyboard.press('Enter');
    return owner.page.evaluate(() => navigator.clipboard.readText());
  };

  it('has no accessibility problems', async () => {
    expect(await inspectScreen(owner.page, 'share form')).toEqual([]);
  });

  it('offers a link and a QR code to download', async () => {
    expect(await copyValue('Link to share')).toBe(`${product}/form/${sharedId}`);
    await owner.page.getByRole('img', { name: 'QR code with the link to the form' }).waitFor();
    const download = owner.page.waitForEvent('download');
    await owner.page.getByRole('button', { name: 'Download as SVG' }).click();
    expect((await download).suggestedFilename()).toBe('Fish &  chips .svg');
  });

  it('offers code that shows the form when it is pasted into a page', async () => {
    const code = await copyValue('Code for any website');
    expect(code).toContain('>Fish &#38; &#60;chips&#62;</a>');
    website.serve('/pasted', { body: code });
    const { page, problems, close } = await open('/pasted');
    await page.getByLabel('Your name').waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('offers a frame, once the owner has added the website in the settings', async () => {
    const { page } = owner;
    await page.getByText('No website may show the form in a frame yet').waitFor();
    await page.getByRole('link', { name: 'Settings', exact: true }).last().click();
    const websites = page.getByLabel('Websites that may show the form').and(page.locator('input'));
    await websites.fill('no address');
    await websites.press('Enter');
    await page.getByText('“no address” is not a web address').waitFor();
    await websites.fill(`${website.origin}/contact`);
    await websites.press('Enter');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The form is saved.').waitFor();
    await page.getByRole('tab', { name: 'Share' }).click();
    await page.getByRole('heading', { name: 'Frame' }).waitFor();
    expect(await page.getByText('No website may show the form in a frame yet').count()).toBe(0);
    website.serve('/pasted-frame', { body: await copyValue('Code for a frame') });
    const visitor = await open('/pasted-frame');
    await visitor.page.frameLocator('iframe').getByLabel('Your name').waitFor();
    // The content security policy of the page, which is that of docs/embeds.md, blocks no part of the code.
    expect(visitor.problems).toEqual([]);
    const borderOf = (frame: Element) => getComputedStyle(frame).borderTopWidth;
    expect(await visitor.page.locator('iframe').evaluate(borderOf)).toBe('0px');
    await visitor.close();
    expect(owner.problems).toEqual([]);
  });
});

describe('a collection in a page', () => {
  const tag = (attributes: string) => embed(`<portico-collection ${attributes}></portico-collection>`);

  it('is shown page by page, in the order and with the fields of its attributes', async () => {
    website.serve('/books', { body: tag('collection="Books" fields="title,author" sort="title" limit="2"') });
    const { page, problems, close } = await open('/books');
    const titles = () => page.locator('portico-collection .title').allInnerTexts();
    await page.getByText('Page 1').waitFor();
    expect(await titles()).toEqual(['A Vindication of the Rights of Woman', 'Around the World in Eighty Days']);
    expect(await page.locator('portico-collection dt').first().innerText()).toBe('Author');
    expect(await page.locator('portico-collection .summary').count()).toBe(0);
    expect(await inspectScreen(page, 'embed collection')).toEqual([]);
    await page.getByRole('button', { name: 'Older' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Page 2').waitFor();
    expect(await titles()).toContain('Frankenstein');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Page 1').waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('says that it is empty, and hides what visitors may not read', async () => {
    for (const [id, read] of [
      ['Nothing', 'ANYONE'],
      ['Secrets', 'ADMIN'],
    ] as const) {
      const permissions = { read, insert: 'ADMIN', update: 'ADMIN', remove: 'ADMIN' };
      await api.post('/v2/collections', { collection: { id, fields: [{ key: 'title', type: 'TEXT' }], permissions } });
    }
    await api.post('/v2/items', { dataCollectionId: 'Secrets', dataItem: { data: { title: 'The code' } } });
    website.serve('/empty', { body: tag('collection="Nothing" layout="list"') + tag('collection="Secrets"') });
    const { page, close } = await open('/empty');
    await page.getByText('There is nothing here yet.').waitFor();
    await page.getByText('This content is not available at the moment.').waitFor();
    expect(await page.getByText('The code').count()).toBe(0);
    await close();
  });
});

describe('the page that shows how to use a collection on a website', () => {
  let owner: BrowserSession;
  beforeAll(async () => {
    owner = await environment.open();
    await signInAsOwner(owner.page);
    await owner.page.goto('/dashboard/collections/Books/settings');
    await owner.page.getByRole('tab', { name: 'Use on a website' }).click();
    await owner.page.getByRole('heading', { name: 'Any website' }).waitFor();
  });
  afterAll(() => owner?.close());
  const codeOf = (label: string) => owner.page.getByRole('region', { name: label, exact: true }).innerText();

  it('has no accessibility problems', async () => {
    expect(await inspectScreen(owner.page, 'use collection', { everyVariant: true })).toEqual([]);
    expect(owner.problems).toEqual([]);
  });

  it('offers a tag that lists the items when it is pasted into a page', async () => {
    website.serve('/pasted-collection', { body: await codeOf('Code for any website') });
    const { page, problems, close } = await open('/pasted-collection');
    await page.locator('portico-collection').getByText('Frankenstein').first().waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('offers code for developers, and warns if visitors may not read the collection', async () => {
    expect(await codeOf('read-items.ts')).toContain('.query("Books")');
    expect(await codeOf('BooksList.tsx')).toContain('<Collection collectionId="Books"');
    const { page } = owner;
    expect(await page.getByText('Visitors cannot read this collection').count()).toBe(0);
    const levels = { read: 'ADMIN', insert: 'ADMIN', update: 'ADMIN', remove: 'ADMIN' };
    await api.post('/v2/collections', { collection: { id: 'Internal', fields: [], permissions: levels } });
    await page.goto('/dashboard/collections/Internal/settings/website');
    await page.getByText('Visitors cannot read this collection').waitFor();
    expect(await inspectScreen(page, 'use secret collection')).toEqual([]);
    await page.getByRole('link', { name: 'Permissions' }).click();
    await page.waitForURL('**/Internal/settings/permissions');
    expect(owner.problems).toEqual([]);
  });
});

describe('the sign-in button in a page', () => {
  const memberEmail = 'rokeya@example.org';
  const password = 'a walk in the rain';
  let clientId: string;
  beforeAll(async () => {
    const redirectUris = ['/members', '/popup', '/isolated'].map((path) => website.origin + path);
    ({ clientId } = (await api.postAsOwner('/portico/v1/apps', { app: { name: 'Shop', redirectUris } })).app);
    await api.post('/v2/register', { loginId: { email: memberEmail }, password, profile: { nickname: 'Rokeya' } });
    website.serve('/popup', { body: button(' mode="popup"') });
  });
  const button = (more = '') => embed(`<portico-sign-in client-id="${clientId}"${more}></portico-sign-in>`);
  const signInAt = async (hosted: Page) => {
    await hosted.getByLabel('E-mail').fill(memberEmail);
    await hosted.getByLabel(PASSWORD).fill(password);
    await hosted.getByRole('button', { name: 'Sign in' }).click();
  };
  const waitForName = (page: Page) => page.locator('portico-sign-in').getByText('Rokeya').waitFor();

  it('signs a member in and out through the hosted page, and sends forms as that member', async () => {
    const redirectUri = `${website.origin}/members`;
    website.serve('/members', { body: button() + formTag(contactId) });
    const { page, problems, close } = await open('/members');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${product}/**`);
    await signInAt(page);
    await waitForName(page);
    expect(page.url()).toBe(redirectUri);
    await page.getByLabel('Your name').fill('Rokeya');
    await page.getByLabel('E-mail').fill(memberEmail);
    await page.getByLabel('Message').fill('As a member');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Thank you').waitFor();
    const query = { filter: { namespace: NAMESPACE, formId: contactId } };
    const { submissions } = await api.post('/v4/submissions/namespace/query', { query });
    expect(submissions[0].submitter.memberId).toBeTruthy();
    await page.reload();
    await waitForName(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await inspectScreen(page, 'embed sign-in')).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });

  it('signs a member in in a window, without leaving the page', async () => {
    const { page, problems, close } = await open('/popup');
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Sign in' }).click(),
    ]);
    await signInAt(popup);
    await waitForName(page);
    expect(popup.isClosed()).toBe(true);
    expect(page.url()).toBe(`${website.origin}/popup`);
    expect(problems).toEqual([]);
    await close();
  });

  it('redirects if the browser blocks the window', async () => {
    const { page, problems, close } = await open('/popup');
    await page.evaluate(() => {
      globalThis.open = () => null;
    });
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${product}/**`);
    await signInAt(page);
    await waitForName(page);
    expect(page.url()).toBe(`${website.origin}/popup`);
    expect(problems).toEqual([]);
    await close();
  });

  it('redirects if the page’s Cross-Origin-Opener-Policy disconnects the window', async () => {
    website.serve('/isolated', { body: button(' mode="popup"'), openerPolicy: 'same-origin' });
    const { page, problems, close } = await open('/isolated');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${product}/**`);
    await signInAt(page);
    await waitForName(page);
    expect(problems).toEqual([]);
    await close();
  });

  it('stays as it is if the visitor closes the window', async () => {
    const { page, problems, close } = await open('/popup');
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Sign in' }).click(),
    ]);
    await popup.getByLabel('E-mail').waitFor();
    // Timers run in order, so the embed has checked whether the window is open before this timer fires.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    await popup.close();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 600)));
    expect(page.url()).toBe(`${website.origin}/popup`);
    expect(await page.getByRole('alert').innerText()).toBe('');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('is offered by the page Connect your site, with the ids of the app', async () => {
    const redirectUri = `${website.origin}/offered`;
    await api.postAsOwner('/portico/v1/apps', { app: { name: 'Offered', redirectUris: [redirectUri] } });
    const owner = await environment.open();
    await signInAsOwner(owner.page);
    const choose = async (list: string, option: string) => {
      await owner.page.getByRole('combobox', { name: list }).click();
      await owner.page.getByRole('option', { name: option }).click();
    };
    await owner.page.goto('/dashboard/settings/connect');
    await choose('App', 'Offered');
    await owner.page.getByRole('region', { name: 'src/Member.tsx' }).getByText('<SignIn />').waitFor();
    await choose('Framework', 'Plain HTML');
    const code = await owner.page.getByRole('region', { name: 'Button for any website' }).innerText();
    expect(await inspectScreen(owner.page, 'connect sign-in', { everyVariant: true })).toEqual([]);
    expect(owner.problems).toEqual([]);
    await owner.close();

    website.serve('/offered', { body: code });
    const { page, problems, close } = await open('/offered');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${product}/**`);
    await page.getByLabel(PASSWORD).waitFor();
    expect(problems).toEqual([]);
    await close();
  });
});
