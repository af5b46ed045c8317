/** The owner's inbox: list, filters, bulk actions, a submission with its actions, spam and trash. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
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
import { type FilledInbox, fillInbox } from './support/inbox.ts';

let environment: TestEnvironment;
let api: Api;
let owner: BrowserSession;
let page: Page;
let inbox: FilledInbox;
beforeAll(async () => {
  environment = await startEnvironment(OWNER_ENV);
  api = await openApi(environment.product);
  inbox = await fillInbox(api);
  owner = await environment.open();
  page = owner.page;
  // The submission of Mallory contains scripts. A dialog would show that one of them ran.
  page.on('dialog', (dialog) => {
    owner.problems.push(`a script ran: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await signInAsOwner(page);
}, START_TIMEOUT_MS);
afterAll(() => environment?.close());

const open = (query = '') => page.goto(`/dashboard/forms/${inbox.formId}${query}`);
const row = (text: string | RegExp) => page.getByRole('row', { name: text });
const drawer = () => page.getByRole('dialog', { name: 'Submission' });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const waitForText = (text: string | RegExp) => page.getByText(text).first().waitFor();
const readStored = async (id: string) => (await api.getAsOwner(`/v4/submissions/${id}`)).submission;

const openRow = async (text: string): Promise<void> => {
  await row(text).getByRole('button').first().click();
  await drawer().waitFor();
};
const chooseFromMenu = async (name: string): Promise<void> => {
  await drawer().getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name }).click();
};

describe('the list', () => {
  it('shows what is new, searches, filters, pages and sorts', async () => {
    await open();
    await row('Ada').waitFor();
    await waitForText('27 submissions, 27 new');
    await button('Next').click();
    await row(/Guest 1 .*guest-1@example\.org/).waitFor();
    await button('Back').click();
    await page.getByLabel('Search submissions').fill('onions');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await row('Ada').waitFor();
    await page.getByLabel('Search submissions').fill('');
    await page.getByLabel('State').selectOption({ label: 'Waiting for payment' });
    await row('Grace').waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.getByLabel('State').selectOption({ label: 'All states' });
    await button('Filter').click();
    await page.getByLabel('Tag', { exact: true }).fill('odd');
    await button('Apply').click();
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await button('Remove the filter: Tag odd').click();
    await button('Sent').first().click();
    await row(/Guest 1 .*guest-1@example\.org/).waitFor();
    expect(new URL(page.url()).search).toBe('?sort=createdDate');
    expect(owner.problems).toEqual([]);
  });

  it('says that submissions are being indexed, and finds them once they are, without a click', async () => {
    // Stems depend on the language, so the first search after this change indexes everything again.
    await api.configure({ language: 'de' });
    await open('?search=onions');
    await page
      .getByRole('status')
      .getByText(/Indexing submissions for the search: 0 of \d+/)
      .waitFor();
    await row('Ada').waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await api.configure({ language: 'en' });
    await open('?search=onion');
    await row('Ada').waitFor();
    // The browser logs every 503 response, although the screen has handled it.
    expect(owner.problems.splice(0).filter((problem) => !problem.includes('503'))).toEqual([]);
  });

  it('deletes and tags many submissions, and undoes both', async () => {
    await open('?search=Guest');
    await page.getByLabel('Select all rows of this page').check();
    await button('Delete').click();
    await waitForText('24 submissions are in the trash.');
    await waitForText('No submissions found');
    await button('Undo').click();
    await waitForText('24 submissions are back in the inbox.');
    await row('Guest 7').waitFor();

    await open();
    await page.getByLabel('Select all rows of this page').check();
    await button('Select all 27').click();
    await button('Tags').click();
    await page.getByRole('combobox', { name: 'Add' }).fill('spring');
    await page.keyboard.press('Enter');
    await button('Change tags').click();
    await waitForText('27 submissions have new tags.');
    await row('Ada').getByText('spring').waitFor();
    await button('Undo').last().click();
    await waitForText('27 submissions have their old tags again.');
    expect((await readStored(inbox.ada)).tags?.tags?.tagIds ?? []).toEqual([]);
    expect((await readStored(inbox.mallory)).tags.tags.tagIds).toHaveLength(2);
    expect(owner.problems).toEqual([]);
  });

  it('is exported as CSV', async () => {
    await open();
    const [download] = await Promise.all([page.waitForEvent('download'), button('Export CSV').click()]);
    expect(download.suggestedFilename()).toBe('Dinner.csv');
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toContain('Is there anything without onions?');
    expect(text).toContain(`"'=HYPERLINK(`);
  });
});

describe('a submission', () => {
  it('is opened by keyboard, as is the next one; both are marked as seen', async () => {
    await open();
    await row('Ada')
      .getByRole('button', { name: /\(new\)/ })
      .focus();
    await page.keyboard.press('Enter');
    await drawer().getByText('Is there anything without onions?').waitFor();
    await page.keyboard.press('j');
    await drawer().getByText('=HYPERLINK').waitFor();
    await page.keyboard.press('k');
    await drawer().getByText('1 of 25 on this page').waitFor();
    await page.keyboard.press('Escape');
    await drawer().waitFor({ state: 'hidden' });
    const focusedRowText = () => page.evaluate(() => document.activeElement?.closest('tr')?.textContent ?? '');
    await expect.poll(focusedRowText).toContain('Ada');
    await waitForText('27 submissions, 25 new');
    expect(owner.problems).toEqual([]);
  });

  it('is confirmed, set back to pending, tagged and marked as new', async () => {
    await open();
    await openRow('Ada');
    await drawer().getByRole('button', { name: 'Confirm' }).click();
    await drawer().getByText('Confirmed', { exact: true }).waitFor();
    await chooseFromMenu('Set back to pending');
    await drawer().getByRole('button', { name: 'Confirm' }).waitFor();
    await drawer().getByLabel('Tags').fill('vegan');
    await page.keyboard.press('Enter');
    await waitForText('The tags are changed.');
    expect((await readStored(inbox.ada)).tags.tags.tagIds).toEqual(['vegan']);
    await chooseFromMenu('Mark as new');
    await row(/Ada.*vegan/)
      .getByRole('button', { name: /\(new\)/ })
      .waitFor();
    expect(owner.problems).toEqual([]);
  });

  it('has its payment cancelled, awaited again and marked as paid', async () => {
    await open(`?open=${inbox.grace}`);
    await drawer().getByText('25.00').first().waitFor();
    await chooseFromMenu('Cancel the payment');
    await drawer().getByRole('button', { name: 'Wait for payment again' }).click();
    await drawer().getByRole('button', { name: 'Mark as paid' }).click();
    await drawer().getByText('Confirmed', { exact: true }).waitFor();
    expect((await readStored(inbox.grace)).status).toBe('CONFIRMED');
    expect(owner.problems).toEqual([]);
  });

  it('shows files, links and address, and runs no script of the sender', async () => {
    await open(`?open=${inbox.grace}`);
    await drawer().getByRole('img', { name: 'Preview of table.png' }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      drawer().getByRole('link', { name: 'Download table.png' }).click(),
    ]);
    expect((await readFile(await file.path())).subarray(1, 4).toString()).toBe('PNG');
    expect(await drawer().getByRole('link', { name: 'grace@example.org' }).getAttribute('href')).toBe(
      'mailto:grace@example.org',
    );
    await drawer().getByText('Hamburg').waitFor();
    await open(`?open=${inbox.mallory}`);
    await drawer().getByText('<img src=x onerror=alert(1)>').waitFor();
    expect(await drawer().locator('img').count()).toBe(0);
    expect(owner.problems).toEqual([]);
  });

  it('is downloaded as a PDF', async () => {
    await open(`?open=${inbox.grace}`);
    const [pdf] = await Promise.all([
      page.waitForEvent('download'),
      drawer().getByRole('button', { name: 'PDF' }).click(),
    ]);
    expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('is edited with errors at their fields, and reports a concurrent change', async () => {
    await open(`?open=${inbox.ada}`);
    await drawer().getByRole('button', { name: 'Edit' }).click();
    const form = page.getByRole('dialog', { name: 'Edit submission' });
    await form.getByLabel('E-mail').fill('ada at home');
    await form.getByRole('button', { name: 'Save' }).click();
    const email = form.getByLabel('E-mail').and(page.locator('[aria-invalid="true"]'));
    await email.waitFor();
    await expect.poll(() => email.evaluate((element) => element === document.activeElement)).toBe(true);
    await email.fill('ada@home.example.org');

    const { revision, submissions } = await readStored(inbox.ada);
    const theirs = { formId: inbox.formId, revision, submissions: { ...submissions, first_name: 'Ada L.' } };
    await api.patch(`/v4/submissions/${inbox.ada}`, { submission: theirs });

    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('First name: “Ada” became “Ada L.”').waitFor();
    await form.getByRole('button', { name: 'Save my changes' }).click();
    await drawer().getByText('ada@home.example.org').waitFor();
    await drawer().getByText('Ada L.').waitFor();
    // The browser logs the rejected requests.
    expect(owner.problems.splice(0).filter((problem) => !/409/.test(problem))).toEqual([]);
  });
});

describe('spam and trash', () => {
  it('moves a submission to spam and back', async () => {
    await open(`?open=${inbox.mallory}`);
    await drawer().waitFor();
    await chooseFromMenu('Report as spam');
    await waitForText('The submission has been moved to spam.');
    await page.getByText(/^Spam \(3\)$/).click();
    const reported = row(/mallory@example.org/);
    await reported.getByText('Marked as spam by your team.').waitFor();
    await reported.getByRole('button', { name: /^Not spam/ }).click();
    await waitForText('The submission has been moved to the inbox.');
    await page.getByText(/^Inbox \(/).click();
    await row('mallory@example.org').waitFor();
    expect(owner.problems).toEqual([]);
  });

  it('deletes all spam after a confirmation', async () => {
    await open('?box=spam');
    await row(/Sells watches/)
      .first()
      .waitFor();
    await button('Delete all spam').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete all spam' }).click();
    await waitForText('No spam');
    expect(owner.problems).toEqual([]);
  });

  it('deletes a submission, restores it and empties the trash', async () => {
    await open(`?open=${inbox.mallory}`);
    await drawer().waitFor();
    await chooseFromMenu('Delete');
    await waitForText('The submission is in the trash.');
    await page.getByText(/^Trash \(3\)$/).click();
    await row('mallory@example.org')
      .getByRole('button', { name: /^Restore/ })
      .click();
    await waitForText('The submission is back in the inbox.');
    await button('Empty the trash').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Empty the trash' }).click();
    await waitForText('The trash is empty');
    expect((await readStored(inbox.mallory)).id).toBe(inbox.mallory);
    expect(owner.problems).toEqual([]);
  });
});

it('shows the submissions of all forms, or of a selected one', async () => {
  const { form } = await api.post('/v4/forms', {
    form: { name: 'Empty', namespace: 'wix.form_app.form', formFields: [], steps: [] },
  });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inbox' }).click();
  await row(/Ada L\..*Dinner/).waitFor();
  await page.getByLabel('Form', { exact: true }).selectOption(form.id);
  await waitForText('No submissions yet');
  expect(owner.problems).toEqual([]);
});
