/** Collections, forms and members, each as the owner and as visitors use them. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, openApi } from './support/api.ts';
import {
  type BrowserSession,
  OWNER,
  OWNER_ENV,
  openScreen,
  PASSWORD,
  START_TIMEOUT_MS,
  signInAsOwner,
  startEnvironment,
  type TestEnvironment,
} from './support/environment.ts';

let environment: TestEnvironment;
let api: Api;
let owner: BrowserSession;
let visitor: BrowserSession;
beforeAll(async () => {
  environment = await startEnvironment(OWNER_ENV);
  api = await openApi(environment.product);
  owner = await environment.open();
  visitor = await environment.open();
  await signInAsOwner(owner.page);
}, START_TIMEOUT_MS);
afterAll(() => environment?.close());

describe('a collection', () => {
  it('is created with fields and permissions', async () => {
    const { page, problems } = owner;
    await openScreen(page, 'Collections');
    await page.getByRole('link', { name: 'New collection' }).click();
    await page.getByLabel('Name').first().fill('Walks');
    const addField = async (number: number, name: string, type: string) => {
      await page.getByRole('button', { name: 'Add a field' }).click();
      const field = page.getByRole('group', { name: `Field ${number}` });
      await field.getByLabel('Name').fill(name);
      await field.getByLabel('Type').selectOption({ label: type });
    };
    await addField(2, 'Kilometres', 'Number');
    await addField(3, 'Open', 'Yes or no');
    await page.getByRole('radio', { name: 'Site content' }).check();
    await page.getByRole('button', { name: 'Create collection' }).click();
    await page.getByRole('heading', { name: 'No items yet' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('adds and changes items, and shows errors at the field', async () => {
    const { page, problems } = owner;
    for (const [title, kilometres] of [
      ['Round the lake', '7.5'],
      ['Up the hill', '3'],
      ['To the sea', '21'],
    ] as const) {
      await page.getByRole('button', { name: 'Add item' }).first().click();
      const drawer = page.getByRole('dialog', { name: 'New item' });
      await drawer.getByLabel('Title').fill(title);
      if (title === 'Up the hill') {
        await drawer.getByLabel('Kilometres').fill('three');
        await drawer.getByRole('button', { name: 'Add item' }).click();
        await drawer.getByLabel('Kilometres').and(page.locator('[aria-invalid="true"]')).waitFor();
      }
      await drawer.getByLabel('Kilometres').fill(kilometres);
      await drawer.getByRole('button', { name: 'Add item' }).click();
      await drawer.waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: title, exact: true }).waitFor();
    }
    await page.getByRole('button', { name: 'Up the hill', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Up the hill' });
    await drawer.getByLabel('Kilometres').fill('4');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: '4', exact: true }).waitFor();
    expect(problems).toEqual([]);
  });

  it('sorts, filters and pages in the table', async () => {
    const { page, problems } = owner;
    const titles = () => page.locator('tbody tr td:nth-child(2)').allInnerTexts();
    await page.getByRole('button', { name: 'Kilometres' }).click();
    await expect.poll(titles).toEqual(['Up the hill', 'Round the lake', 'To the sea']);
    await page.getByRole('button', { name: 'Kilometres' }).click();
    await expect.poll(titles).toEqual(['To the sea', 'Round the lake', 'Up the hill']);

    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByLabel('Field', { exact: true }).selectOption({ label: 'Title' });
    await page.getByLabel('Condition', { exact: true }).selectOption({ label: 'contains' });
    await page.getByLabel('Value').fill('the l');
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await expect.poll(titles).toEqual(['Round the lake']);
    await page.reload();
    await expect.poll(titles).toEqual(['Round the lake']);
    await page.getByRole('button', { name: /^Remove the filter/ }).click();
    await expect.poll(titles).toHaveLength(3);

    const dataItems = Array.from({ length: 30 }, (_, index) => ({
      data: { title: `Path ${String(index + 1).padStart(2, '0')}`, kilometres: 100 + index, open: true },
    }));
    await api.post('/v2/bulk/items/insert', { dataCollectionId: 'Walks', dataItems });
    await page.reload();
    await page.getByText('1 to 25 of 33').waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('26 to 33 of 33').waitFor();
    expect((await titles()).at(-1)).toBe('Up the hill');
    expect(problems).toEqual([]);
  });

  it('deletes an item and undoes the deletion', async () => {
    const { page, problems } = owner;
    await page.getByRole('button', { name: 'Actions for Up the hill' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('26 to 32 of 32').waitFor();
    expect(await page.getByRole('button', { name: 'Up the hill', exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Up the hill', exact: true }).waitFor();
    await page.getByText('26 to 33 of 33').waitFor();
    expect(problems).toEqual([]);
  });

  it('is shown to visitors in pages, with a page per item', async () => {
    const { page, problems } = visitor;
    await page.goto('/c/Walks');
    await page.getByRole('heading', { name: 'Walks', level: 1 }).waitFor();
    await page.getByText('33 entries').waitFor();
    expect(await page.locator('main li').count()).toBe(12);
    await page.getByRole('link', { name: /older|next/i }).click();
    await page.getByText('Page 2 of 3').waitFor();
    await page.goto('/c/Walks?page=3');
    await page.getByRole('link', { name: 'Round the lake' }).click();
    await page.getByRole('heading', { name: 'Round the lake', level: 1 }).waitFor();
    await page.getByText('7.5').waitFor();
    expect(problems).toEqual([]);
  });

  it('is hidden from visitors who may not read it', async () => {
    const closed = { read: 'ADMIN', insert: 'ADMIN', update: 'ADMIN', remove: 'ADMIN' };
    await api.post('/v2/collections', {
      collection: { id: 'Ledger', fields: [{ key: 'title', type: 'TEXT' }], permissions: closed },
    });
    await api.post('/v2/items', { dataCollectionId: 'Ledger', dataItem: { data: { title: 'Top secret' } } });
    const { page, problems } = visitor;
    const response = await page.goto('/c/Ledger');
    expect([403, 404]).toContain(response?.status());
    expect(await page.content()).not.toContain('Top secret');
    expect(problems.splice(0)).toEqual([expect.stringMatching(/40[34]/)]);
  });

  it('shows visitors times in the time zone of the site, and dates as they are', async () => {
    await api.post('/v2/collections', {
      collection: {
        id: 'Talks',
        fields: [
          { key: 'title', type: 'TEXT' },
          { key: 'day', type: 'DATE', displayName: 'Day' },
          { key: 'begins', type: 'DATETIME', displayName: 'Begins' },
        ],
        permissions: { read: 'ANYONE', insert: 'ADMIN', update: 'ADMIN', remove: 'ADMIN' },
      },
    });
    const talk = { title: 'Opening', day: '2026-11-24', begins: { $date: '2026-11-24T20:00:00.000Z' } };
    const { dataItem } = await api.post('/v2/items', { dataCollectionId: 'Talks', dataItem: { data: talk } });
    const { page } = owner;
    await page.goto('/dashboard/settings');
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Tokyo');
    await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The site is saved.').waitFor();

    const readValues = async () => {
      await visitor.page.goto(`/c/Talks/${dataItem.id}`);
      return visitor.page.locator('dd').allInnerTexts();
    };
    await expect.poll(readValues).toEqual(['24 November 2026', '25 November 2026 at 05:00']);
    expect([...owner.problems, ...visitor.problems]).toEqual([]);
  });
});

interface Contact {
  readonly info: { readonly name: object };
  readonly primaryInfo: { readonly email: string };
}

describe('a form', () => {
  let address: string;

  it('is created by the owner', async () => {
    const { page, problems } = owner;
    await openScreen(page, 'Forms');
    await page.getByRole('link', { name: 'New form' }).click();
    await page.getByLabel('Name', { exact: false }).first().fill('Join a walk');
    await page.getByRole('button', { name: 'Add a field' }).click();
    const number = page.getByRole('group', { name: 'Field 5' });
    await number.getByLabel('Label').fill('How many are you?');
    await number.getByLabel('Kind').selectOption({ label: 'Number' });
    await page.getByRole('button', { name: 'Add a field' }).click();
    const choice = page.getByRole('group', { name: 'Field 6' });
    await choice.getByLabel('Label').fill('Which walk?');
    await choice.getByLabel('Kind').selectOption({ label: 'Choice' });
    for (const option of ['Lake', 'Hill']) {
      await choice.getByLabel('Options').fill(option);
      await choice.getByLabel('Options').press('Enter');
    }
    await page.getByLabel('Message after sending').fill('See you there.');
    await page.getByRole('button', { name: 'Create form' }).click();
    await page.getByRole('heading', { name: 'Join a walk', level: 1 }).waitFor();
    await page.getByText('No submissions yet').waitFor();
    address = (await page.getByRole('link', { name: /\/form\// }).getAttribute('href')) as string;
    expect(problems).toEqual([]);
  });

  it('shows errors at the fields, then accepts the submission', async () => {
    const { page, problems } = visitor;
    await page.goto(address);
    // The scripts set `novalidate`. Until then the browser validates, which is not tested here.
    await page.locator('form[novalidate]').waitFor();
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Lovelace');
    await page.getByLabel('E-mail').fill('ada at example');
    await page.getByLabel('How many are you?').fill('2');
    await page.getByRole('button', { name: 'Send' }).click();
    const summary = page.getByRole('region', { name: 'Answers that need correction' });
    await summary.waitFor();
    expect(await summary.getByRole('listitem').count()).toBe(3);
    const email = page.getByLabel('E-mail');
    // The first invalid field has the focus.
    await expect.poll(() => isFocused(email)).toBe(true);
    expect(await email.getAttribute('aria-invalid')).toBe('true');
    expect(await describedBy(email)).toContain('Enter an e-mail address');
    expect(await describedBy(page.getByLabel('Message'))).toContain('This cannot be left empty.');
    await summary.getByRole('link', { name: 'E-mail' }).click();
    await expect.poll(() => isFocused(email)).toBe(true);

    await email.fill('ada@example.org');
    await page.getByLabel('Message').fill('We bring a dog.');
    await page.getByLabel('Lake').check();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('See you there.').waitFor();
    expect(problems).toEqual([]);
  });

  it('works without scripts: the server shows errors, then accepts the submission', async () => {
    const { page, problems, close } = await environment.open({ javaScriptEnabled: false });
    await page.goto(address);
    const opened = Date.now();
    await page.getByLabel('First name').fill('Grace');
    await page.getByLabel('Last name').fill('Hopper');
    await page.getByLabel('E-mail').fill('grace@example.org');
    // Spaces pass the browser's validation, but not the server's.
    await page.getByLabel('Message').fill('   ');
    await page.getByLabel('How many are you?').fill('1');
    await page.getByLabel('Hill').check();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('region', { name: 'Answers that need correction' }).waitFor();
    expect(await describedBy(page.getByLabel('Message'))).toContain('This cannot be left empty.');
    expect(await page.getByLabel('First name').inputValue()).toBe('Grace');
    expect(await page.getByLabel('Hill').isChecked()).toBe(true);
    await page.getByLabel('Message').fill('Alone, this time.');
    // The spam filter suspects a robot if a form is sent within two seconds.
    await page.waitForTimeout(Math.max(0, opened + 2_200 - Date.now()));
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('See you there.').waitFor();
    expect(problems).toEqual([expect.stringContaining('400')]);
    await close();
  });

  it('delivers both submissions to the inbox, marked as new until they are opened', async () => {
    const { page, problems } = owner;
    await page.reload();
    await page.getByRole('cell', { name: 'We bring a dog.' }).waitFor();
    await page.getByRole('cell', { name: 'Alone, this time.' }).waitFor();
    await page
      .getByRole('row', { name: /We bring a dog/ })
      .getByRole('button', { name: /\(new\)/ })
      .click();
    const drawer = page.getByRole('dialog', { name: 'Submission' });
    for (const text of ['Ada', 'ada@example.org', 'We bring a dog.', 'Lake']) {
      await drawer.getByText(text, { exact: true }).waitFor();
    }
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
    await expect.poll(() => page.getByRole('button', { name: /\(new\)/ }).count()).toBe(1);
    expect(problems).toEqual([]);
  });

  it('creates contacts with the names of the senders', async () => {
    const { contacts } = await api.getAsOwner('/portico/v1/contacts?sort=NAME_ASC');
    expect(contacts.map(({ info, primaryInfo }: Contact) => [info.name, primaryInfo.email])).toEqual([
      [{ first: 'Grace', last: 'Hopper' }, 'grace@example.org'],
      [{ first: 'Ada', last: 'Lovelace' }, 'ada@example.org'],
    ]);
  });
});

describe('a member', () => {
  const email = 'mary@example.org';
  const password = 'a walk in the rain';

  it('signs up on the site and opens the account page', async () => {
    const { page, problems } = visitor;
    await page.goto('/');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
    await page.getByLabel('Name').fill('Mary');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel(PASSWORD).fill(password);
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByRole('link', { name: 'Mary' }).click();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await page.getByText(email).waitFor();
    expect(problems).toEqual([]);
  });

  it('signs out, is rejected with a wrong password, and signs in again', async () => {
    const { page, problems } = visitor;
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel(PASSWORD).fill('not it, not it');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('The e-mail address or the password is wrong.').waitFor();
    expect(problems.splice(0)).toEqual([expect.stringMatching(/40[0-9]/)]);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel(PASSWORD).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('appears in the list of the owner', async () => {
    const { page, problems } = owner;
    await openScreen(page, 'Members');
    await page.getByRole('cell', { name: email }).waitFor();
    await page.getByRole('button', { name: 'Mary', exact: true }).click();
    await page.getByRole('dialog', { name: 'Mary' }).getByText(email).first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByLabel('Search members').fill('nobody of this name');
    await page.getByRole('heading', { name: 'No members found' }).waitFor();
    expect(problems).toEqual([]);
  });
});

describe('with the keyboard alone', () => {
  it('signs in, finds the collection and adds an item', async () => {
    const { page, problems, close } = await environment.open();
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await page.goto('/dashboard');
    await page.getByLabel('E-mail').waitFor();
    await tabTo(page, page.getByLabel('E-mail'));
    await page.keyboard.type(OWNER.email);
    await tabTo(page, page.getByLabel(PASSWORD));
    await page.keyboard.type(OWNER.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();

    await tabTo(page, page.getByRole('link', { name: 'Skip to content' }));
    await tabTo(page, page.getByRole('navigation').getByRole('link', { name: 'Collections' }));
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Walks', exact: true }).waitFor();
    await tabTo(page, page.getByRole('link', { name: 'Walks', exact: true }));
    await page.keyboard.press('Enter');
    await button('Add item').waitFor();
    await tabTo(page, button('Add item'));
    await page.keyboard.press('Enter');

    const drawer = page.getByRole('dialog', { name: 'New item' });
    await drawer.waitFor();
    await tabTo(page, drawer.getByLabel('Title'));
    await page.keyboard.type('By night');
    await tabTo(page, drawer.getByLabel('Kilometres'));
    await page.keyboard.type('12');
    await tabTo(page, drawer.getByLabel('Open'));
    await page.keyboard.press('Space');
    await tabTo(page, drawer.getByRole('button', { name: 'Add item' }));
    await page.keyboard.press('Enter');
    await drawer.waitFor({ state: 'hidden' });
    await page.getByText('The item is added.').waitFor();
    // The focus returns to the control that opened the drawer.
    await expect.poll(() => isFocused(button('Add item'))).toBe(true);

    await tabTo(page, button('Kilometres'));
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('tbody tr td:nth-child(2)').first().innerText()).toBe('Up the hill');
    expect(problems).toEqual([]);
    await close();
  });
});

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** Presses Tab until the target has the focus. The focus must be visible on every stop. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.matches(':focus-visible, body'))).toBe(true);
    if (await isFocused(target)) return;
  }
  throw new Error(`The Tab key does not reach ${target}.`);
}

/** Returns the texts that describe an input for screen readers. */
async function describedBy(input: Locator): Promise<string> {
  return input.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  );
}
