/** Behavior that several screens of the dashboard share: URLs, tables, references, numbers, settings, sites. */
import { get } from 'node:http';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Api, openApi } from './support/api.ts';
import { DESKTOP, PHONE } from './support/browser.ts';
import {
  type BrowserSession,
  OWNER_ENV,
  START_TIMEOUT_MS,
  signInAsOwner,
  startEnvironment,
  type TestEnvironment,
} from './support/environment.ts';
import { createSample } from './support/sample.ts';

const WARES = '/dashboard/collections/Wares';
const ROW_COUNT = 1_234;

let environment: TestEnvironment;
let api: Api;
let owner: BrowserSession;
let adaId: string;
beforeAll(async () => {
  environment = await startEnvironment(OWNER_ENV);
  api = await openApi(environment.product);
  await createSample(environment.product, api);
  adaId = await createReferences();
  await createManyRows();
  owner = await environment.open();
  await signInAsOwner(owner.page);
}, START_TIMEOUT_MS);
beforeEach(() => owner.page.setViewportSize(DESKTOP));
afterAll(() => environment?.close());

/** Creates a collection whose display field is not its first text field. */
async function createReferences(): Promise<string> {
  const permissions = { read: 'ANYONE', insert: 'ADMIN', update: 'ADMIN', remove: 'ADMIN' };
  await api.post('/v2/collections', {
    collection: {
      id: 'People',
      displayName: 'People',
      displayField: 'fullName',
      fields: [
        { key: 'name', type: 'TEXT', displayName: 'Short name' },
        { key: 'fullName', type: 'TEXT', displayName: 'Full name' },
      ],
      permissions,
    },
  });
  const metadata = { referencedCollectionId: 'People' };
  await api.post('/v2/collections', {
    collection: {
      id: 'Tasks',
      displayName: 'Tasks',
      displayField: 'title',
      fields: [
        { key: 'title', type: 'TEXT', displayName: 'Title' },
        { key: 'assignee', type: 'REFERENCE', displayName: 'Assignee', typeMetadata: { reference: metadata } },
        { key: 'helpers', type: 'MULTI_REFERENCE', displayName: 'Helpers', typeMetadata: { multiReference: metadata } },
      ],
      permissions,
    },
  });
  const insert = async (dataCollectionId: string, data: object): Promise<string> =>
    (await api.post('/v2/items', { dataCollectionId, dataItem: { data } })).dataItem.id;
  const first = await insert('People', { name: 'al', fullName: 'Ada Lovelace' });
  const second = await insert('People', { name: 'gh', fullName: 'Grace Hopper' });
  const taskId = await insert('Tasks', { title: 'Write the program', assignee: first });
  await api.post('/v2/bulk/items/insert-references', {
    dataCollectionId: 'Tasks',
    dataItemReferences: [{ referringItemFieldName: 'helpers', referringItemId: taskId, referencedItemId: second }],
  });
  return first;
}

async function createManyRows(): Promise<void> {
  const permissions = { read: 'ANYONE', insert: 'ADMIN', update: 'ADMIN', remove: 'ADMIN' };
  const fields = [
    { key: 'title', type: 'TEXT', displayName: 'Title' },
    { key: 'price', type: 'NUMBER', displayName: 'Price' },
    { key: 'year', type: 'NUMBER', displayName: 'Year' },
    { key: 'about', type: 'TEXT', displayName: 'About' },
  ];
  await api.post('/v2/collections', {
    collection: { id: 'Many', displayName: 'Many', displayField: 'title', fields, permissions },
  });
  const longText = 'A text that is much longer than its column. '.repeat(4);
  for (const [from, to] of [
    [0, 1_000],
    [1_000, ROW_COUNT],
  ] as const) {
    const dataItems = Array.from({ length: to - from }, (_, index) => ({
      data: { title: `Row ${from + index}`, price: 1_234.5, year: 1818, about: index % 2 === 0 ? longText : 'Short' },
    }));
    await api.post('/v2/bulk/items/insert', { dataCollectionId: 'Many', dataItems });
  }
}

const button = (name: string) => owner.page.getByRole('button', { name, exact: true });
const dialog = (page = owner.page) => page.getByRole('dialog');
const waitUntilSettled = (page: Page) =>
  page.waitForFunction(() => document.querySelector('.mantine-Skeleton-root, .mantine-Loader-root') === null);

describe('the drawer of an item', () => {
  it('has a URL that a link opens, a reload preserves and the back button leaves', async () => {
    const { page, problems } = owner;
    await page.goto(WARES);
    await button('Ware 30').click();
    await dialog().getByLabel('Price').waitFor();
    const address = new URL(page.url());
    expect(address.searchParams.get('open')).toMatch(/^[0-9a-f-]{36}$/);
    await page.reload();
    await dialog().getByRole('heading', { name: 'Ware 30' }).waitFor();
    await page.goBack();
    await dialog().waitFor({ state: 'hidden' });
    expect(new URL(page.url()).searchParams.has('open')).toBe(false);
    // The drawer also opens if the item is not among the rows of the page.
    await page.goto(`${WARES}?where=name~is~Ware%2002&open=${address.searchParams.get('open')}`);
    await dialog().getByRole('heading', { name: 'Ware 30' }).waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await dialog().waitFor({ state: 'hidden' });
    expect(new URL(page.url()).search).toBe('?where=name%7Eis%7EWare+02');
    expect(problems).toEqual([]);
  });

  it('asks before the back button discards changes', async () => {
    const { page, problems } = owner;
    await page.goto(WARES);
    await button('Ware 30').click();
    await dialog().getByLabel('Price').fill('55');
    await page.goBack();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click();
    expect(await dialog().getByLabel('Price').inputValue()).toBe('55');
    await page.goBack();
    await button('Discard changes').click();
    await expect.poll(() => dialog().count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('reports that the item of a link does not exist', async () => {
    const { page, problems } = owner;
    await page.goto(`${WARES}?open=${crypto.randomUUID()}`);
    await dialog().getByText('This item does not exist. It may have been deleted.').waitFor();
    expect(problems.splice(0).filter((problem) => !problem.includes('404'))).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog().count()).toBe(0);
  });
});

describe('references', () => {
  it('show the display field of the item in tables and filters of the dashboard', async () => {
    const { page, problems } = owner;
    await page.goto(`/dashboard/collections/Tasks?where=assignee~is~${adaId}`);
    const row = page.getByRole('row', { name: /Write the program/ });
    await row.getByText('Ada Lovelace').waitFor();
    await row.getByText('Grace Hopper').waitFor();
    await page.getByText('Assignee is Ada Lovelace').waitFor();
    expect(await page.getByRole('main').innerText()).not.toContain(adaId);
    await button('Write the program').click();
    expect(await dialog().getByRole('combobox', { name: 'Assignee' }).inputValue()).toBe('Ada Lovelace');
    await page.keyboard.press('Escape');
    expect(problems).toEqual([]);
  });

  it('show the display field of the item on the site', async () => {
    const visitor = await environment.open();
    await visitor.page.goto('/c/Tasks');
    const card = visitor.page.getByRole('listitem').filter({ hasText: 'Write the program' });
    await card.getByText('Ada Lovelace').waitFor();
    await card.getByRole('link', { name: 'Write the program' }).click();
    await visitor.page.getByRole('heading', { name: 'Write the program', level: 1 }).waitFor();
    await visitor.page.getByText('Ada Lovelace').waitFor();
    await visitor.page.getByText('Grace Hopper').waitFor();
    expect(await visitor.page.getByRole('main').innerText()).not.toContain(adaId);
    expect(visitor.problems).toEqual([]);
    await visitor.close();
  });
});

/** Expects rows of equal height, and a heading and first column that stay visible when the table scrolls. */
async function expectFixedRows(table: Locator): Promise<void> {
  const heights = await table
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  expect(heights.length).toBeGreaterThan(10);
  expect([...new Set(heights)]).toHaveLength(1);
  const frame = await table.boundingBox();
  // A table whose rows can be selected begins with a column of checkboxes.
  const first = (await table.getByRole('checkbox').count()) > 0 ? 1 : 0;
  const scrolled = await table.evaluate((element) => {
    element.scrollTo(300, 900);
    return element.scrollTop;
  });
  expect(scrolled).toBeGreaterThan(0);
  const heading = await table.locator('thead th').nth(first).boundingBox();
  const cell = await table.locator('tbody tr').last().locator('td').nth(first).boundingBox();
  expect(Math.abs((heading?.y ?? 0) - (frame?.y ?? 0))).toBeLessThan(3);
  expect(heading?.x).toBeGreaterThanOrEqual(frame?.x ?? 0);
  expect(cell?.x).toBeGreaterThanOrEqual(frame?.x ?? 0);
}

describe('tables', () => {
  it('have rows of equal height, and a sticky heading and first column', async () => {
    const { page, problems } = owner;
    for (const viewport of [{ width: 700, height: 600 }, PHONE]) {
      await page.setViewportSize(viewport);
      await page.goto('/dashboard/collections/Many?size=100');
      const table = page.getByRole('region', { name: 'Items of Many' });
      await table.getByText('Row', { exact: false }).first().waitFor();
      await expectFixedRows(table);
    }
    expect(problems).toEqual([]);
  });
});

describe('numbers', () => {
  it('have separators, except for years', async () => {
    const { page, problems } = owner;
    await page.goto('/dashboard/collections/Many');
    await page.getByText('1 to 25 of 1,234').waitFor();
    await page.getByRole('cell', { name: '1,234.5', exact: true }).first().waitFor();
    await page.getByRole('cell', { name: '1818', exact: true }).first().waitFor();
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    await button('Select all 1,234').click();
    await button('Delete 1,234 selected').waitFor();
    await page.goto('/dashboard/collections');
    await page.getByRole('row', { name: /Many/ }).getByText('1,234').waitFor();
    expect(problems).toEqual([]);
  });

  it('label the ticks of axes with integers', async () => {
    const { page, problems } = owner;
    await page.goto('/dashboard');
    const ticks = page.locator('.recharts-yAxis-tick-labels .recharts-cartesian-axis-tick-value');
    await ticks.first().waitFor();
    const texts = await ticks.allTextContents();
    expect(texts.length).toBeGreaterThan(1);
    expect(texts.filter((text) => !/^\d{1,3}(,\d{3})*$/.test(text))).toEqual([]);
    expect(new Set(texts).size).toBe(texts.length);
    expect(problems).toEqual([]);
  });
});

describe('the settings', () => {
  it('are selected from groups at the side, and from a list on a phone', async () => {
    const { page, problems } = owner;
    await page.goto('/dashboard/settings');
    const navigation = page.getByRole('navigation', { name: 'Settings' });
    await navigation.waitFor();
    const headings = ['Site', 'People', 'Messages', 'Developers', 'Installation'];
    expect(await navigation.getByRole('heading').allInnerTexts()).toEqual(headings);
    await navigation.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('button', { name: 'New key' }).first().waitFor();
    await expect
      .poll(() => navigation.getByRole('link', { name: 'API keys' }).getAttribute('aria-current'))
      .toBe('page');
    await page.setViewportSize(PHONE);
    await page.getByRole('combobox', { name: 'Settings' }).selectOption({ label: 'Sign-in' });
    await page.getByRole('heading', { name: 'Who may join' }).waitFor();
    expect(problems).toEqual([]);
  });
});

describe('the inbox', () => {
  it('shows sender and message first on a phone, and opens a submission with a tap', async () => {
    const { page, problems } = owner;
    await page.setViewportSize(PHONE);
    await page.goto('/dashboard/inbox');
    const row = page.getByRole('list', { name: 'Submissions' }).getByRole('listitem').filter({ hasText: 'Grace' });
    await row.waitFor();
    const text = await row.innerText();
    expect(text.indexOf('Grace')).toBeLessThan(text.indexOf('The Mysteries of Udolpho'));
    expect(
      text
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)[0],
    ).toContain('Grace');
    await row.getByText('The Mysteries of Udolpho').click();
    await dialog().getByText('grace@example.org').first().waitFor();
    await page.keyboard.press('Escape');
    expect(problems).toEqual([]);
  });

  it('opens a row with a click anywhere on it and with the keyboard', async () => {
    const { page, problems } = owner;
    await page.goto('/dashboard/inbox');
    await waitUntilSettled(page);
    const row = page.getByRole('row').filter({ hasText: 'Udolpho' });
    await row.getByRole('cell').last().click();
    await dialog().getByText('grace@example.org').first().waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog().count()).toBe(0);
    await row.getByRole('button', { name: /Grace/ }).focus();
    await page.keyboard.press('Enter');
    await dialog().getByText('grace@example.org').first().waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog().count()).toBe(0);
    // Selecting a row does not open it.
    await row.getByRole('checkbox').check();
    expect(await dialog().count()).toBe(0);
    expect(problems).toEqual([]);
  });
});

describe('a new collection', () => {
  it('with the id of another one is refused, and the input of the id is focused and visible', async () => {
    const { page, problems } = owner;
    await page.goto('/dashboard/collections');
    await page.getByRole('row', { name: /Books/ }).getByText('Starter content').waitFor();
    await page.getByRole('link', { name: 'New collection' }).click();
    await page.getByRole('heading', { name: 'New collection', level: 1 }).waitFor();
    await page.getByRole('textbox', { name: 'Name' }).first().fill('Books');
    await page.setViewportSize({ width: 1280, height: 420 });
    await button('Create collection').click();
    await page.getByText('There is already a collection with the id “Books”.').waitFor();
    const top = () =>
      page.evaluate(() => {
        const element = document.activeElement;
        return element?.matches('input[aria-invalid="true"]') ? element.getBoundingClientRect().top : -1;
      });
    const header = await page.getByRole('banner').evaluate((element) => element.getBoundingClientRect().bottom);
    await expect.poll(top).toBeGreaterThanOrEqual(header);
    expect(problems.splice(0).join()).toContain('409');
  });
});

describe('the first steps', () => {
  it('are shown until they are done, and starter content does not count', async () => {
    const { page, problems } = owner;
    await page.goto('/dashboard');
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.waitFor();
    const countDone = (name: string) => steps.getByRole('listitem').filter({ hasText: name }).getByText('Done').count();
    expect(await countDone('Create a collection of your own')).toBe(1);
    expect(await countDone('Create a form of your own')).toBe(0);
    expect(problems).toEqual([]);
  });

  it('disappear when all are done', async () => {
    const { page, problems } = owner;
    const steps = page.getByRole('region', { name: 'First steps' });
    const openHome = () => page.goto('/dashboard', { waitUntil: 'networkidle' });
    await createManyForms();
    await openHome();
    await steps.getByText('3 of 4 done.').waitFor();
    const smtp = { host: 'mail.example.org', port: 465, security: 'TLS', user: '' };
    await api.configure({ mail: { smtp } });
    await openHome();
    await page.getByRole('heading', { name: 'Recent activity' }).waitFor();
    expect(await steps.count()).toBe(0);
    expect(problems).toEqual([]);
  });
});

describe('short lists', () => {
  it('have rows of equal height, and a sticky heading and first column', async () => {
    const { page, problems } = owner;
    await page.setViewportSize({ width: 800, height: 600 });
    await page.goto('/dashboard/forms');
    const table = page.getByRole('region', { name: 'Forms', exact: true });
    await table.getByRole('link', { name: 'Form 1', exact: true }).waitFor();
    await expectFixedRows(table);
    expect(problems).toEqual([]);
  });
});

/** Creates forms, every other one with a name that is longer than a column. */
async function createManyForms(): Promise<void> {
  for (let number = 1; number <= 20; number++) {
    const name =
      number % 2 === 0
        ? `Form ${number} with a long name that does not fit into one line of its column`
        : `Form ${number}`;
    await api.post('/v4/forms', { form: { name, namespace: 'wix.form_app.form', formFields: [] } });
  }
}

/** Returns the status of a request with the host name of another site, without resolving that name. */
const statusOfSite = (slug: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(environment.product.url);
    const headers = { host: `${slug}.localhost:${port}` };
    get({ hostname, port, path: '/portico/v1/site-info', headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).once('error', reject);
  });

describe('sites', () => {
  it('are created, renamed and given a time zone, in which the dashboard shows times', async () => {
    const { page, problems } = owner;
    await page.goto('/dashboard');
    await page.getByRole('button', { name: /^Site: .*Choose another$/ }).click();
    await page.getByRole('menuitem', { name: 'Manage sites' }).click();
    await button('New site').click();
    await dialog().getByLabel('Name of the site').fill('Second shop');
    await dialog().getByLabel('Short name').fill('Second Shop');
    await dialog().getByRole('button', { name: 'Create site' }).click();
    await dialog().getByText('Use lower-case letters, digits and hyphens.').waitFor();
    await dialog().getByLabel('Short name').fill('second-shop');
    await dialog().getByRole('combobox', { name: 'Time zone' }).fill('Tokyo');
    await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
    await dialog().getByRole('button', { name: 'Create site' }).click();
    await page.getByText('Recent activity on Second shop.').waitFor();

    await page.goto('/dashboard/settings');
    await page.getByLabel('Name of the site').fill('Second branch');
    await button('Save').click();
    await page.getByText('The site is saved.').waitFor();
    await page.getByRole('button', { name: 'Site: Second branch. Choose another' }).waitFor();
    const { sites } = await api.getAsOwner('/portico/v1/sites');
    const created = sites.find(({ name }: { name: string }) => name === 'Second branch');
    expect(created.slug).toBe('second-shop');
    expect(created.timeZone).toBe('Asia/Tokyo');
    const shown = (timeZone: string) =>
      new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone }).format(new Date(created.createdDate));
    await page.goto('/dashboard/sites');
    await page
      .getByRole('row', { name: /Second branch/ })
      .getByText(shown(created.timeZone))
      .waitFor();
    await page.goto('/dashboard/settings/audit');
    const clock = new Intl.DateTimeFormat('en-US', {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: created.timeZone,
    });
    const line = page.getByRole('row', { name: /sites.sites.create/ });
    expect(await line.innerText()).toContain(clock.format(new Date(created.createdDate)));
    expect(problems).toEqual([]);
  });

  it('are deleted after their name is typed, and restored', async () => {
    const { page, problems } = owner;
    await page.goto('/dashboard/settings');
    await button('Delete site').click();
    const confirmButton = dialog().getByRole('button', { name: 'Delete site' });
    expect(await confirmButton.isDisabled()).toBe(true);
    await dialog().getByLabel('Type Second branch to confirm').fill('Second branch');
    await confirmButton.click();
    await page.getByRole('heading', { name: 'Sites', level: 1 }).waitFor();
    await expect.poll(() => statusOfSite('second-shop')).toBe(404);
    const deletedSite = page.getByRole('region', { name: 'Deleted sites' }).getByRole('row', { name: /Second branch/ });
    await deletedSite.getByRole('button', { name: 'Restore the site Second branch' }).click();
    await page.getByRole('region', { name: 'Sites', exact: true }).getByText('Second branch').waitFor();
    await expect.poll(() => statusOfSite('second-shop')).toBe(200);
    await page.getByRole('button', { name: 'Second branch', exact: true }).click();
    await page.getByText('Recent activity on Second branch.').waitFor();
    expect(problems).toEqual([]);
  });

  it('do not allow deleting the first site, which has the URL of the installation', async () => {
    const { page, problems } = owner;
    await page.goto('/dashboard/sites');
    await page
      .getByRole('button', { name: /^Settings of the site/ })
      .first()
      .click();
    await page.getByText('This is the main site of the installation').waitFor();
    expect(await button('Delete site').count()).toBe(0);
    expect(problems).toEqual([]);
  });
});
