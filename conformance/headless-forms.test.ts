/**
 * Tests the vendor's unmodified React components for forms in a real browser, on a website of another origin. Each kind
 * of field is shown, filled in and submitted, and its value is stored as the contract defines (section 5.2).
 */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, openContext } from '../e2e/support/browser.ts';
import { type EveryField, everyField } from '../e2e/support/every-field.ts';
import { steps, visibilityRule } from '../e2e/support/form-fields.ts';
import { type FormsWebsite, serveFormsWebsite } from './support/forms-website.ts';
import { type ServedSite, serveSite } from './support/served-site.ts';

let site: ServedSite;
let browser: Browser;
let website: FormsWebsite;
let page: Page;
let problems: string[];
beforeAll(async () => {
  [site, browser] = await Promise.all([serveSite(), launchBrowser()]);
  website = await serveFormsWebsite(site.t.origin, site.t.app.clientId);
  const opened = await openContext(browser);
  problems = opened.problems;
  page = await opened.context.newPage();
  page.setDefaultTimeout(5_000);
  // Responds to requests for the vendor's texts and feature flags. The form is not shown without them.
  const open = { 'access-control-allow-origin': '*' };
  await page.route('https://static.parastorage.com/**', (route) => route.fulfill({ json: {}, headers: open }));
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await website?.close();
  await site?.stop();
});

async function openForm(form: object): Promise<string> {
  const created = await site.t.call({ method: 'POST', path: '/v4/forms', body: { form }, as: site.t.key });
  if (created.status !== 200) throw new Error(created.text);
  await page.goto(`${website.origin}/?form=${created.body.form.id}`);
  await page.locator('[data-component=SUBMIT_BUTTON]').waitFor();
  return created.body.form.id;
}

async function newestSubmission(formId: string): Promise<Record<string, unknown>> {
  const filter = { namespace: { $eq: 'wix.form_app.form' }, formId: { $eq: formId } };
  const body = { query: { filter, sort: [{ fieldName: 'createdDate', order: 'DESC' }] } };
  const path = '/v4/submissions/namespace/query';
  const response = await site.t.call({ method: 'POST', path, body, as: site.t.key });
  return response.body.submissions[0]?.submissions;
}

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface Row {
  readonly kind: keyof EveryField;
  readonly component: string;
  readonly fill: (field: Locator) => Promise<unknown>;
  readonly stored: unknown;
}

const type = (text: string) => (field: Locator) =>
  field.locator('input:not([type=hidden]), textarea').first().fill(text);
const click = (text: string) => (field: Locator) => field.getByText(text, { exact: true }).first().click();
const choose = (text: string) => (field: Locator) =>
  field.locator('select').first().selectOption({ label: text }, { force: true });
const digits = (text: string) => async (field: Locator) => {
  await field.getByRole('spinbutton').first().focus();
  await page.keyboard.type(text);
};
/** The month is a select element; day and year are text inputs. */
const date = (month: string, day: string, year: string) => async (field: Locator) => {
  await choose(month)(field);
  await field.getByPlaceholder('Day').fill(day);
  await field.getByPlaceholder('Year').fill(year);
};
const expectedUpload = (name: string) => [expect.objectContaining({ displayName: name, fileType: 'image/png' })];
const expectedOrder = (price: string | number) => [{ productId: expect.any(String), price, quantity: 1 }];

const rows: readonly Row[] = [
  { kind: 'firstName', component: 'TEXT_INPUT', fill: type('Ada'), stored: 'Ada' },
  { kind: 'email', component: 'TEXT_INPUT', fill: type('ada@example.org'), stored: 'ada@example.org' },
  {
    kind: 'phone',
    component: 'PHONE_INPUT',
    fill: (field) => field.locator('input').last().fill('2079460018'),
    stored: '+442079460018',
  },
  { kind: 'letter', component: 'TEXT_AREA', fill: type('Two\nlines'), stored: 'Two\nlines' },
  { kind: 'website', component: 'TEXT_INPUT', fill: type('https://example.org'), stored: 'https://example.org' },
  { kind: 'age', component: 'NUMBER_INPUT', fill: type('36'), stored: 36 },
  { kind: 'birthdate', component: 'DATE_INPUT', fill: date('December', '10', '1990'), stored: '1990-12-10' },
  { kind: 'day', component: 'DATE_PICKER', fill: digits('03042026'), stored: '2026-03-04' },
  { kind: 'hour', component: 'TIME_INPUT', fill: digits('1030A'), stored: '10:30:00' },
  { kind: 'town', component: 'DROPDOWN', fill: choose('Haifa'), stored: 'haifa' },
  { kind: 'topic', component: 'RADIO_GROUP', fill: click('Books'), stored: 'books' },
  // This field is hidden until a rule shows it.
  { kind: 'secret', component: 'TEXT_INPUT', fill: type('sesame'), stored: 'sesame' },
  { kind: 'colours', component: 'CHECKBOX_GROUP', fill: click('Green'), stored: ['green'] },
  {
    kind: 'wares',
    component: 'PRODUCT_LIST',
    fill: (field) => field.locator('input').first().press('Space'),
    // The price is created as `12.50` and stored without trailing zeros, because the vendor's viewer silently ignores
    // `12.50`.
    stored: expectedOrder('12.5'),
  },
  { kind: 'tags', component: 'TAGS', fill: click('Oak'), stored: ['oak'] },
  {
    kind: 'stars',
    component: 'RATING_INPUT',
    fill: (field) => field.locator('input').nth(3).press('Space'),
    stored: 4,
  },
  { kind: 'terms', component: 'CHECKBOX', fill: (field) => field.locator('input').press('Space'), stored: true },
  { kind: 'news', component: 'CHECKBOX', fill: (field) => field.locator('input').press('Space'), stored: true },
  {
    kind: 'files',
    component: 'FILE_UPLOAD',
    fill: async (field) => {
      const upload = page.waitForResponse((response) => response.request().method() === 'PUT');
      await field.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PICTURE });
      await upload;
    },
    stored: expectedUpload('a.png'),
  },
  {
    kind: 'signature',
    component: 'SIGNATURE',
    fill: async (field) => {
      await field.locator('input[value=type]').press('Space');
      const upload = page.waitForResponse((response) => response.request().method() === 'PUT');
      await field.locator('input[type=text]').fill('Ada');
      await page.keyboard.press('Tab');
      await upload;
    },
    stored: [expect.objectContaining({ fileType: 'image/jpeg' })],
  },
  {
    kind: 'address',
    component: 'MULTILINE_ADDRESS',
    fill: async (field) => {
      await field.getByRole('combobox').first().fill('DEU');
      await page.getByRole('option', { name: /DEU/ }).first().click();
      for (const [hook, text] of Object.entries({
        streetName: 'Lindenweg',
        streetNumber: '5',
        city: 'Berlin',
        postalCode: '10117',
      })) {
        await field.locator(`[data-hook="form-field-${hook}"] input`).fill(text);
      }
      const region = field.locator('[data-hook="form-field-subdivision"] select');
      await region.selectOption({ index: 1 }, { force: true });
    },
    stored: expect.objectContaining({ country: 'DE', streetName: 'Lindenweg', city: 'Berlin', postalCode: '10117' }),
  },
  { kind: 'donation', component: 'DONATION', fill: click('10'), stored: expectedOrder('10') },
  { kind: 'amount', component: 'PAYMENT_INPUT', fill: type('7.5'), stored: expectedOrder(7.5) },
  { kind: 'fee', component: 'FIXED_PAYMENT', fill: async () => undefined, stored: expectedOrder('3') },
];

/** Kinds of fields for which the vendor's package has no component, or a component without a value. */
const missingKinds: readonly (readonly [kind: keyof EveryField, component: string | null, reason: string])[] = [
  ['picture', null, 'a website has to bring a component of its own for IMAGE_CHOICE'],
  ['slot', null, 'a website has to bring a component of its own for APPOINTMENT'],
  ['guests', 'TEXT', 'the map of the components shows a repeater as a text'],
  ['vat', 'TEXT_INPUT', 'the map of the components shows a tax number as one text, and its value is an object'],
];

describe('every kind of field', () => {
  const formWithEveryField = everyField();
  const fields: EveryField = { ...formWithEveryField, secret: { ...formWithEveryField.secret, hidden: true } };
  const fieldOf = (kind: keyof EveryField) => page.locator(`[data-field="${fields[kind].id}"]`);
  let stored: Record<string, unknown>;
  let shown: Record<string, string | null>;

  beforeAll(async () => {
    const { send, ...others } = fields;
    const formId = await openForm({
      name: 'Everything',
      namespace: 'wix.form_app.form',
      formFields: Object.values(fields),
      formRules: [visibilityRule(fields.secret, 'topic', 'EQUAL', 'books', false)],
      steps: steps(['Page 1', [...Object.values(others), send]]),
      spamFilterProtectionLevel: 'NONE',
    });
    expect(await fieldOf('secret').count()).toBe(0);
    for (const { kind, fill } of rows) await fill(fieldOf(kind));
    const components = Object.keys(fields).map(async (kind) => {
      const field = fieldOf(kind as keyof EveryField);
      return [kind, (await field.count()) > 0 ? await field.getAttribute('data-component') : null] as const;
    });
    shown = Object.fromEntries(await Promise.all(components));
    expect(await page.locator('[data-broken]').count()).toBe(0);
    await page.locator('[data-component=SUBMIT_BUTTON] button').click();
    await page.getByTestId('form-submitted').waitFor();
    stored = await newestSubmission(formId);
  }, 120_000);

  it.each(rows.map((row) => [row.kind, row] as const))('%s is shown, filled in and stored', (kind, row) => {
    expect(shown[kind]).toBe(row.component);
    const { target } = fields[kind].inputOptions as { target: string };
    expect(stored[target]).toEqual(row.stored);
  });

  it.each([
    ['intro', 'TEXT'],
    ['login', 'LOGIN_BAR'],
    ['send', 'SUBMIT_BUTTON'],
    ['moment', 'DATE_TIME_INPUT'],
  ] as const)('%s: shown', (kind, component) => {
    expect(shown[kind]).toBe(component);
  });

  it.each(missingKinds)('%s is shown by %s: %s', (kind, component) => {
    expect(shown[kind]).toBe(component);
  });

  it('no page logged an error', () => {
    expect(problems).toEqual([]);
  });
});
