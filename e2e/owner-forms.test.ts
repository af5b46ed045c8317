/** The owner's screens for forms, except the inbox: the editor, webhooks, contacts and settings. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, openApi } from './support/api.ts';
import {
  type BrowserSession,
  OWNER_ENV,
  START_TIMEOUT_MS,
  signInAsOwner,
  startEnvironment,
  type TestEnvironment,
} from './support/environment.ts';

let environment: TestEnvironment;
let api: Api;
let owner: BrowserSession;
let receiver: Server;
let statuses: number[] = [];
const received: { headers: Record<string, unknown>; body: string }[] = [];

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.statusCode = statuses.shift() ?? 204;
      response.end(response.statusCode === 204 ? undefined : 'not now');
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  environment = await startEnvironment({ ...OWNER_ENV, PORTICO_WEBHOOK_ALLOW: '127.0.0.1' });
  api = await openApi(environment.product);
  owner = await environment.open();
  await signInAsOwner(owner.page);
}, START_TIMEOUT_MS);
afterAll(async () => {
  receiver?.close();
  await environment?.close();
});

const button = (name: string | RegExp) => owner.page.getByRole('button', { name, exact: true });
const tab = (name: string) => owner.page.getByRole('tab', { name, exact: true });
const dialog = () => owner.page.getByRole('dialog');

async function addField(kind: string, to = 'Add a field'): Promise<void> {
  await button(to).click();
  await dialog().getByRole('button', { name: kind, exact: true }).click();
  await dialog().getByLabel('Name in code').waitFor();
}

async function waitUntilDone(): Promise<void> {
  await dialog().getByRole('button', { name: 'Done' }).click();
  await dialog().waitFor({ state: 'hidden' });
}

async function save(): Promise<void> {
  await button('Save').click();
  await owner.page.getByText('The form is saved.').waitFor();
  await owner.page.getByRole('button', { name: 'Close message' }).first().click();
}

describe('a form', () => {
  let formId = '';
  const readStored = async () => (await api.getAsOwner(`/v4/forms/${formId}`)).form;

  it('is built with pages, a choice, a file and a rule, and works in the preview', async () => {
    const { page, problems } = owner;
    await page.goto('/dashboard/new-form');
    await page.getByRole('textbox', { name: /^Name/ }).fill('Workshop');
    await button('Create form').click();
    await page.getByRole('link', { name: 'Edit form' }).click();
    await page.waitForURL(/\/edit$/);
    formId = /forms\/([^/]+)\/edit/.exec(page.url())?.[1] ?? '';

    await tab('Pages').click();
    await button('Add a page').click();
    await page.getByLabel('Name of page 2').fill('Papers');
    await tab('Fields').click();
    await addField('Single choice', 'Add a field to Page 1');
    await dialog().getByLabel('Label', { exact: true }).first().fill('Will you come?');
    await dialog().getByRole('group', { name: 'Option 1' }).getByLabel('Label').fill('Yes');
    await dialog().getByRole('group', { name: 'Option 2' }).getByLabel('Label').fill('No');
    await dialog().getByLabel('Name in code').fill('comes');
    await waitUntilDone();
    await addField('Short text', 'Add a field to Page 1');
    await dialog().getByLabel('Label', { exact: true }).fill('Code');
    await dialog().getByLabel('Pattern').fill('^[A-Z]{2}\\d$');
    await dialog().getByLabel('Try the pattern').fill('ab1');
    await dialog().getByText('It does not match.').waitFor();
    await dialog().getByLabel('Try the pattern').fill('AB1');
    await dialog().getByText('It matches.').waitFor();
    await dialog().getByLabel('Name in code').fill('not a name');
    await waitUntilDone();
    await addField('Files', 'Add a field to Papers');
    await dialog().getByLabel('Maximum number of files').fill('2');
    await dialog().getByLabel('Documents').check();
    await waitUntilDone();
    await button('Move Code up').click();
    await page.getByLabel('Page of Send').selectOption({ label: 'Papers' });
    await tab('Rules').click();
    await button('Add a rule').click();
    const rule = page.getByRole('region', { name: 'Rule 1' });
    const condition = rule.getByRole('group', { name: /condition 1$/ });
    await condition.getByLabel('Field').selectOption({ label: 'Will you come?' });
    await condition.getByLabel('Value').selectOption('No');
    await rule.getByRole('group', { name: 'Effect 1' }).getByLabel('Field').selectOption({ label: 'Code' });
    await tab('Fields').click();

    // The error is shown at its field, and no change is lost.
    await button('Save').click();
    await page.getByRole('listitem').filter({ hasText: 'must start with a letter' }).getByText('Code').first().click();
    await dialog().getByLabel('Name in code').fill('code');
    await waitUntilDone();
    expect(problems.splice(0)).toEqual([expect.stringContaining('400')]);
    await save();

    const form = await readStored();
    const targets = form.formFields.flatMap(
      (field: { inputOptions?: { target: string } }) => field.inputOptions?.target ?? [],
    );
    expect(targets.slice(-3)).toEqual(['code', 'comes', 'files']);
    expect(form.steps.map((step: { name: string }) => step.name)).toEqual(['Page 1', 'Papers']);
    expect(form.formRules[0].expression).toEqual({
      and: { conditions: [{ condition: { target: 'comes', operator: 'EQUAL', value: 'No' } }] },
    });

    await tab('Preview').click();
    const preview = page.getByRole('tabpanel', { name: 'Preview' });
    await preview.getByLabel('Code').waitFor();
    await preview.getByText('No', { exact: true }).click();
    await preview.getByLabel('Code').waitFor({ state: 'hidden' });
    expect(problems).toEqual([]);
  });

  it('restores a deleted field, and asks before unsaved changes are discarded', async () => {
    const { page, problems } = owner;
    await tab('Fields').click();
    await button('Remove Code').click();
    await page.getByText('deleted once you save').waitFor();
    await page.getByRole('link', { name: 'Contacts' }).click();
    await page.getByText('Leave without saving?').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await save();
    expect((await readStored()).deletedFormFields).toHaveLength(1);
    await button('Restore Code').click();
    await save();
    expect((await readStored()).deletedFormFields).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('reports a concurrent change and keeps both', async () => {
    const { page, problems } = owner;
    const { revision } = await readStored();
    await fetch(`${environment.product.url}/v4/forms/${formId}`, {
      method: 'PATCH',
      headers: { authorization: api.apiKey, 'wix-site-id': api.siteId, 'content-type': 'application/json' },
      body: JSON.stringify({ form: { revision, enabled: false } }),
    });
    await tab('Settings').click();
    await page.getByRole('textbox', { name: /^Name/ }).fill('Workshop in spring');
    await button('Save').click();
    await page.getByText('They changed other parts of the form than you').waitFor();
    await button('Keep both').click();
    await page.getByText('The form is saved.').waitFor();
    expect(await readStored()).toMatchObject({ name: 'Workshop in spring', enabled: false });
    expect(problems.splice(0)).toEqual([expect.stringContaining('409')]);
  });

  it('is duplicated, deleted and restored', async () => {
    const { page, problems } = owner;
    await page.goto('/dashboard/forms');
    await button('Duplicate the form Workshop in spring').click();
    await page.getByRole('heading', { level: 1, name: /Edit Workshop in spring.+/ }).waitFor();
    const copy = /Edit (.+)/.exec(await page.getByRole('heading', { level: 1 }).innerText())?.[1] as string;
    await page.goto('/dashboard/forms');
    await button(`Delete the form ${copy}`).click();
    await page.getByText(`The form “${copy}” has been moved to the trash.`).waitFor();
    await page.getByRole('link', { name: 'Trash' }).click();
    await button(`Restore the form ${copy}`).click();
    await page.getByText('The trash is empty').waitFor();
    expect(problems).toEqual([]);
  });
});

describe('a webhook', () => {
  it('is created and tested, and sends a failed event again', async () => {
    const { page, problems } = owner;
    const { port } = receiver.address() as AddressInfo;
    await page.goto('/dashboard/settings/webhooks');
    await button('New webhook').click();
    await dialog().getByLabel('Address').fill('nowhere');
    await dialog().getByRole('button', { name: 'Create webhook' }).click();
    await dialog().getByText('Enter a full web address').waitFor();
    await dialog().getByLabel('Address').fill(`http://127.0.0.1:${port}/hook`);
    await dialog().getByLabel('Name').fill('Shop');
    await dialog().getByRole('button', { name: 'Create webhook' }).click();
    await dialog().getByText('shown only once').waitFor();
    expect(await dialog().locator('code').innerText()).toMatch(/^whsec_/);
    await dialog().getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('link', { name: 'Shop' }).click();

    statuses = [500];
    await button('Send a test').click();
    await dialog().getByText('Response 500 ·').waitFor();
    await dialog().getByText('not now').waitFor();
    await dialog().getByRole('button', { name: 'Send again' }).click();
    await dialog().getByText('Response 204 ·').waitFor();
    await dialog().getByText('Delivered').waitFor();
    expect(received).toHaveLength(2);
    expect(received[1]?.headers['webhook-id']).toBe(received[0]?.headers['webhook-id']);
    await dialog().getByRole('button', { name: 'Close' }).click();
    await page.getByText('Failed', { exact: true }).click();
    await page.getByText('No deliveries in this state.').waitFor();

    await page.getByRole('switch', { name: 'On' }).click();
    await page.getByText('Off', { exact: true }).waitFor();
    expect(await button('Send a test').isDisabled()).toBe(true);
    expect(problems).toEqual([]);
  });
});

describe('a contact', () => {
  it('is created, edited, labelled and found', async () => {
    const { page, problems } = owner;
    await page.goto('/dashboard/contacts');
    await button('New contact').click();
    await dialog().getByLabel('First name').fill('Ada');
    await dialog().getByLabel('E-mail').fill('ada@example.org');
    await dialog().getByRole('button', { name: 'Create contact' }).click();
    await dialog().getByRole('button', { name: 'Edit' }).click();
    await dialog().getByLabel('Last name').fill('Lovelace');
    await dialog().getByLabel('City').fill('London');
    await dialog().getByRole('combobox', { name: 'Labels' }).fill('Reader');
    await dialog().getByRole('combobox', { name: 'Labels' }).press('Enter');
    await dialog().getByRole('button', { name: 'Save contact' }).click();
    await page.getByText('The contact is saved.').waitFor();
    await dialog().getByText('London').waitFor();
    await dialog().getByRole('button', { name: 'Close' }).click();

    await page.getByLabel('Label', { exact: true }).selectOption({ label: 'Reader' });
    await page.getByLabel('Search contacts').fill('lovel');
    await button('Ada Lovelace').waitFor();
    await page.getByLabel('Search contacts').fill('grace');
    await page.getByText('No contacts found').waitFor();
    const { contacts } = await api.getAsOwner('/portico/v1/contacts?search=ada');
    expect(contacts[0].info).toMatchObject({
      name: { first: 'Ada', last: 'Lovelace' },
      addresses: { items: [{ address: { city: 'London' } }] },
    });
    expect(problems).toEqual([]);
  });
});

describe('settings of forms', () => {
  it('are validated and saved', async () => {
    const { page, problems } = owner;
    await page.goto('/dashboard/settings/forms');
    await page.getByLabel('Currency').fill('EU');
    await button('Save').click();
    await page.getByText('Enter three letters').waitFor();
    await page.getByLabel('Currency').fill('eur');
    await page.getByRole('combobox', { name: 'Blocked e-mails' }).fill('@spam.example');
    await page.getByRole('combobox', { name: 'Blocked e-mails' }).press('Enter');
    await button('Save').click();
    await page.getByText('The settings are saved.').waitFor();
    const { settings } = await api.getAsOwner('/portico/v1/settings');
    expect(settings.forms).toMatchObject({ currency: 'EUR', spam: { blockedEmails: ['@spam.example'] } });
    expect(problems).toEqual([]);
  });
});
