import type { Page } from 'playwright-core';
import type { Api } from '../support/api.ts';
import { everyFieldForm, stepsForm } from '../support/every-field.ts';
import { click, type Screen } from './screen.ts';

const SETTINGS = '/dashboard/settings';
const WEBHOOK_URL = 'https://an-address-that-is-rather-long.example.org/hooks/and-goes-on/and-goes-on/and-goes-on';

const createdIds = new Map<string, string>();

/** Returns a function that opens the editor of a form, which is created on the first call. */
const openEditor =
  (make: () => { name: string }, tab = '') =>
  async (page: Page, api: Api): Promise<void> => {
    const form = make();
    let id = createdIds.get(form.name);
    if (!id) {
      ({ id } = (await api.post('/v4/forms', { form })).form as { id: string });
      createdIds.set(form.name, id);
    }
    await page.goto(`/dashboard/forms/${id}/edit${tab && `?tab=${tab}`}`);
  };

const open = (name: string | RegExp) => (page: Page) =>
  page.getByRole('listitem').filter({ hasText: name }).getByRole('button').first().click();

async function createContacts(_page: Page, api: Api): Promise<void> {
  if (createdIds.has('contacts')) return;
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
    createdIds.set('contacts', contact.id);
  }
}

/** Opens a webhook. The first call creates it in the dashboard, because API keys may not create webhooks. */
async function openWebhook(page: Page): Promise<void> {
  await page.goto(`${SETTINGS}/webhooks`);
  if (!createdIds.has('webhook')) {
    await click('New webhook')(page);
    await page.getByLabel('Address').fill(WEBHOOK_URL);
    await page.getByLabel('Name').fill('Shop');
    await click('Create webhook')(page);
    await click('I have copied it')(page);
    createdIds.set('webhook', WEBHOOK_URL);
  }
  await page.getByRole('link', { name: 'Shop' }).click();
}

/** The owner's screens for forms, except the inbox, on a site with content. */
export const ownerFormScreens: readonly Screen[] = [
  { name: 'edit form', prepare: openEditor(everyFieldForm), visibleText: 'Letter' },
  {
    name: 'add a field',
    prepare: openEditor(everyFieldForm),
    visibleText: 'Choose the kind of field',
    interact: click('Add a field'),
  },
  { name: 'field text', prepare: openEditor(everyFieldForm), visibleText: 'Try the pattern', interact: enterPattern },
  { name: 'field choice', prepare: openEditor(everyFieldForm), visibleText: 'Add an option', interact: open('Topic') },
  {
    name: 'field files',
    prepare: openEditor(everyFieldForm),
    visibleText: 'Kinds of files',
    interact: open('Pictures or papers'),
  },
  {
    name: 'field products',
    prepare: openEditor(everyFieldForm),
    visibleText: 'Add a product',
    interact: open('From the shop'),
  },
  {
    name: 'field address',
    prepare: openEditor(everyFieldForm),
    visibleText: 'Optional parts',
    interact: open(/Address ·/),
  },
  { name: 'field date', prepare: openEditor(everyFieldForm), visibleText: 'Earliest', interact: chooseBound },
  { name: 'field rows', prepare: openEditor(everyFieldForm), visibleText: 'Fields of a row', interact: open('Guest') },
  { name: 'edit pages', prepare: openEditor(stepsForm, 'pages'), visibleText: 'Add a page' },
  {
    name: 'edit rules',
    prepare: openEditor(stepsForm, 'rules'),
    visibleText: 'Add an effect',
    interact: click('Add a group'),
  },
  { name: 'edit form settings', prepare: openEditor(stepsForm, 'settings'), visibleText: 'The table is laid.' },
  { name: 'form preview', prepare: openEditor(everyFieldForm, 'preview'), visibleText: 'How was it?' },
  { name: 'form share', prepare: openEditor(stepsForm, 'share'), visibleText: 'Any website' },
  { name: 'contacts', prepare: createContacts, path: '/dashboard/contacts', visibleText: 'Ada Lovelace' },
  { name: 'contacts none found', path: '/dashboard/contacts?search=nobody', visibleText: 'No contacts found' },
  {
    name: 'contact',
    prepare: createContacts,
    path: '/dashboard/contacts',
    visibleText: 'Contact id',
    interact: click('Ada Lovelace'),
  },
  {
    name: 'contact edited',
    prepare: createContacts,
    path: '/dashboard/contacts',
    visibleText: 'Save contact',
    interact: async (page) => {
      await click('Ada Lovelace')(page);
      await click('Edit')(page);
    },
  },
  { name: 'new webhook', path: `${SETTINGS}/webhooks`, visibleText: 'Saved to contacts', interact: chooseEvents },
  { name: 'webhook', prepare: openWebhook, visibleText: 'No deliveries yet.' },
  { name: 'webhooks', prepare: openWebhook, path: `${SETTINGS}/webhooks`, visibleText: 'All' },
  { name: 'forms settings', path: `${SETTINGS}/forms`, visibleText: 'Blocked e-mails' },
];

async function enterPattern(page: Page): Promise<void> {
  await open('Website')(page);
  await page.getByLabel('Pattern', { exact: true }).fill('^https://');
}

async function chooseBound(page: Page): Promise<void> {
  await open('Day of the visit')(page);
  await page.getByLabel('Earliest: kind').selectOption('after');
}

async function chooseEvents(page: Page): Promise<void> {
  await click('New webhook')(page);
  await page.getByRole('switch', { name: 'All events' }).click();
}

export const emptyOwnerFormScreens: readonly Screen[] = [
  { name: 'empty contacts', path: '/dashboard/contacts', visibleText: 'No contacts yet' },
  { name: 'empty webhooks', path: `${SETTINGS}/webhooks`, visibleText: 'No webhooks yet' },
  { name: 'empty trash of forms', path: '/dashboard/deleted-forms', visibleText: 'The trash is empty' },
];

export const failingOwnerFormScreens: readonly Screen[] = [
  { name: 'contacts failing', path: '/dashboard/contacts', visibleText: 'That did not work', expectedProblems: /500/ },
  { name: 'webhooks failing', path: `${SETTINGS}/webhooks`, visibleText: 'That did not work', expectedProblems: /500/ },
];
