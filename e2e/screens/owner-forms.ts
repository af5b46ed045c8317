import type { Page } from 'playwright-core';
import type { Api } from '../support/api.ts';
import { everyFieldForm, stepsForm } from '../support/every-field.ts';
import { click, type Screen } from './screen.ts';

const SETTINGS = '/dashboard/settings';
const HOOK = 'https://an-address-that-is-rather-long.example.org/hooks/and-goes-on/and-goes-on/and-goes-on';

const made = new Map<string, string>();

/** Opens the editor of a form that is made once. */
const edited =
  (make: () => { name: string }, tab = '') =>
  async (page: Page, api: Api): Promise<void> => {
    const form = make();
    let id = made.get(form.name);
    if (!id) {
      ({ id } = (await api.post('/v4/forms', { form })).form as { id: string });
      made.set(form.name, id);
    }
    await page.goto(`/dashboard/forms/${id}/edit${tab && `?tab=${tab}`}`);
  };

const open = (name: string | RegExp) => (page: Page) =>
  page.getByRole('listitem').filter({ hasText: name }).getByRole('button').first().click();

async function someContacts(_page: Page, api: Api): Promise<void> {
  if (made.has('contacts')) return;
  for (const [first, email] of [
    ['Ada', 'ada@example.org'],
    ['Wilhelmina-of-the-very-long-name-that-has-no-end', `${'wilhelmina-'.repeat(5)}@a-long-address.example.org`],
  ]) {
    const { contact } = await api.post('/portico/v1/contacts', {
      info: {
        name: { first, last: 'Lovelace' },
        emails: { items: [{ email }] },
        phones: { items: [{ phone: '+49 30 901820' }] },
        addresses: { items: [{ address: { country: 'DE', city: 'Berlin', addressLine: 'Allee 1' } }] },
      },
    });
    made.set('contacts', contact.id);
  }
}

/** Made on the screen: keys may not make webhooks. */
async function aWebhook(page: Page): Promise<void> {
  await page.goto(`${SETTINGS}/webhooks`);
  if (!made.has('webhook')) {
    await click('New webhook')(page);
    await page.getByLabel('Address').fill(HOOK);
    await page.getByLabel('Name').fill('Shop');
    await click('Make webhook')(page);
    await click('I have copied it')(page);
    made.set('webhook', HOOK);
  }
  await page.getByRole('link', { name: 'Shop' }).click();
}

/** What an owner does about forms beside reading what came in, on a site with content. */
export const ownerFormScreens: readonly Screen[] = [
  { name: 'edit form', given: edited(everyFieldForm), shows: 'Letter' },
  { name: 'add a field', given: edited(everyFieldForm), shows: 'Which kind of field?', first: click('Add a field') },
  { name: 'field text', given: edited(everyFieldForm), shows: 'Try the pattern', first: withPattern },
  { name: 'field choice', given: edited(everyFieldForm), shows: 'Add an option', first: open('Topic') },
  { name: 'field files', given: edited(everyFieldForm), shows: 'Kinds of files', first: open('Pictures or papers') },
  { name: 'field products', given: edited(everyFieldForm), shows: 'Add a product', first: open('From the shop') },
  { name: 'field address', given: edited(everyFieldForm), shows: 'May be left out', first: open(/Address ·/) },
  { name: 'field date', given: edited(everyFieldForm), shows: 'Earliest', first: withBound },
  { name: 'field rows', given: edited(everyFieldForm), shows: 'Fields of a row', first: open('Guest') },
  { name: 'edit pages', given: edited(stepsForm, 'pages'), shows: 'Add a page' },
  { name: 'edit rules', given: edited(stepsForm, 'rules'), shows: 'Add an effect', first: click('Add a group') },
  { name: 'edit form settings', given: edited(stepsForm, 'settings'), shows: 'The table is laid.' },
  { name: 'form preview', given: edited(everyFieldForm, 'preview'), shows: 'How was it?' },
  { name: 'form share', given: edited(stepsForm, 'share'), shows: 'On your own site' },
  { name: 'contacts', given: someContacts, path: '/dashboard/contacts', shows: 'Ada Lovelace' },
  { name: 'contacts none found', path: '/dashboard/contacts?search=nobody', shows: 'Nobody found' },
  {
    name: 'contact',
    given: someContacts,
    path: '/dashboard/contacts',
    shows: 'Contact id',
    first: click('Ada Lovelace'),
  },
  {
    name: 'contact edited',
    given: someContacts,
    path: '/dashboard/contacts',
    shows: 'Save contact',
    first: async (page) => {
      await click('Ada Lovelace')(page);
      await click('Edit')(page);
    },
  },
  { name: 'new webhook', path: `${SETTINGS}/webhooks`, shows: 'Became a contact', first: chooseEvents },
  { name: 'webhook', given: aWebhook, shows: 'Nothing was told yet.' },
  { name: 'webhooks', given: aWebhook, path: `${SETTINGS}/webhooks`, shows: 'All' },
  { name: 'forms settings', path: `${SETTINGS}/forms`, shows: 'Blocked e-mails' },
];

async function withPattern(page: Page): Promise<void> {
  await open('Website')(page);
  await page.getByLabel('Pattern', { exact: true }).fill('^https://');
}

async function withBound(page: Page): Promise<void> {
  await open('Day of the visit')(page);
  await page.getByLabel('Earliest: kind').selectOption('after');
}

async function chooseEvents(page: Page): Promise<void> {
  await click('New webhook')(page);
  await page.getByRole('switch', { name: 'All events' }).click();
}

export const emptyOwnerFormScreens: readonly Screen[] = [
  { name: 'empty contacts', path: '/dashboard/contacts', shows: 'No contacts yet' },
  { name: 'empty webhooks', path: `${SETTINGS}/webhooks`, shows: 'No webhooks yet' },
  { name: 'empty trash of forms', path: '/dashboard/deleted-forms', shows: 'The trash is empty' },
];

export const failingOwnerFormScreens: readonly Screen[] = [
  { name: 'contacts failing', path: '/dashboard/contacts', shows: 'That did not work', problems: /500/ },
  { name: 'webhooks failing', path: `${SETTINGS}/webhooks`, shows: 'That did not work', problems: /500/ },
];
