import type { Page } from 'playwright-core';
import type { Api } from '../support/api.ts';
import { type FilledInbox, fillInbox } from '../support/inbox.ts';
import { click, type Screen } from './screen.ts';

const filledInboxes = new WeakMap<Api, Promise<FilledInbox>>();

/** Returns a function that opens the inbox of the form with these parameters. Ids replace names such as `:ada`. */
const openInbox =
  (query = '') =>
  async (page: Page, api: Api): Promise<void> => {
    const inbox = filledInboxes.get(api) ?? fillInbox(api);
    filledInboxes.set(api, inbox);
    const ids = await inbox;
    await page.goto(
      `/dashboard/forms/${ids.formId}${query.replace(/:(\w+)/g, (_, name) => ids[name as keyof FilledInbox])}`,
    );
  };

const checkRows = (count: number) => async (page: Page) => {
  for (let row = 1; row <= count; row++) await page.getByRole('checkbox').nth(row).check();
};

const startEditing = async (page: Page): Promise<void> => {
  await click('Edit')(page);
  await page.getByRole('button', { name: 'Save' }).waitFor();
};

/** Changes a submission that someone else changes at the same time. */
async function conflict(page: Page, api: Api): Promise<void> {
  await openInbox('?open=:mallory')(page, api);
  await startEditing(page);
  await page.getByRole('dialog').getByLabel('Phone').fill('+442079460018');
  const { formId, mallory } = await (filledInboxes.get(api) as Promise<FilledInbox>);
  const { submission } = await api.getAsOwner(`/v4/submissions/${mallory}`);
  const { revision, submissions } = submission;
  const theirs = {
    formId,
    revision,
    submissions: { ...submissions, letter: 'A letter that someone else has corrected.' },
  };
  await api.patch(`/v4/submissions/${mallory}`, { submission: theirs });
  await click('Save')(page);
}

/** The owner's inbox in its states. */
export const inboxScreens: readonly Screen[] = [
  { name: 'inbox', prepare: openInbox(), visibleText: 'Is there anything without onions?' },
  {
    name: 'inbox selected',
    prepare: openInbox(),
    visibleText: '2 selected',
    interact: checkRows(2),
  },
  { name: 'inbox filtered', prepare: openInbox('?tag=odd&from=2020-01-01&seen=new'), visibleText: 'Tag odd' },
  { name: 'inbox filter', prepare: openInbox(), visibleText: 'Sent from', interact: click('Filter') },
  { name: 'inbox none found', prepare: openInbox('?search=nowhere'), visibleText: 'No submissions found' },
  { name: 'inbox by day', prepare: openInbox(), visibleText: /in the last 14 days/, interact: click('By day') },
  {
    name: 'inbox tags',
    prepare: openInbox(),
    visibleText: 'Remove',
    interact: async (page) => {
      await checkRows(3)(page);
      await click('Tags')(page);
    },
  },
  { name: 'inbox submission', prepare: openInbox('?open=:grace'), visibleText: 'Download' },
  {
    name: 'inbox submission end',
    prepare: openInbox('?open=:grace'),
    visibleText: 'Order',
    interact: (page) => page.getByText('Submission id').scrollIntoViewIfNeeded(),
  },
  { name: 'inbox malicious submission', prepare: openInbox('?open=:mallory'), visibleText: 'onerror' },
  {
    name: 'inbox submission menu',
    prepare: openInbox('?open=:ada'),
    visibleText: 'Report as spam',
    interact: click('More'),
  },
  { name: 'inbox edit', prepare: openInbox('?open=:grace'), visibleText: 'Street', interact: startEditing },
  {
    name: 'inbox edit with errors',
    prepare: openInbox('?open=:ada'),
    visibleText: 'Enter an e-mail address',
    interact: async (page) => {
      await startEditing(page);
      const drawer = page.getByRole('dialog');
      await drawer.getByLabel('First name').fill('');
      await drawer.getByLabel('E-mail').fill('ada at home');
      await drawer.getByRole('button', { name: 'Save' }).click();
    },
  },
  { name: 'inbox edit conflict', prepare: conflict, visibleText: 'Save my changes', expectedProblems: /409/ },
  {
    name: 'inbox submission gone',
    prepare: openInbox('?open=none'),
    visibleText: 'That did not work',
    expectedProblems: /404/,
  },
  { name: 'inbox spam', prepare: openInbox('?box=spam'), visibleText: /Sells watches/ },
  {
    name: 'inbox spam opened',
    prepare: openInbox('?box=spam'),
    visibleText: /Buy now/,
    interact: (page) => openFirst(page),
  },
  {
    name: 'inbox spam all',
    prepare: openInbox('?box=spam'),
    visibleText: 'Delete all spam?',
    interact: click('Delete all spam'),
  },
  { name: 'inbox trash', prepare: openInbox('?box=trash'), visibleText: 'Thrown' },
  {
    name: 'inbox trash permanent deletion',
    prepare: openInbox('?box=trash'),
    visibleText: 'This cannot be undone',
    interact: click(/^Delete for good: /),
  },
  {
    name: 'inbox of all forms',
    prepare: (page, api) => openInbox()(page, api),
    path: '/dashboard/inbox',
    visibleText: /sent with your forms/,
  },
  { name: 'inbox trash of all forms', path: '/dashboard/inbox?box=trash', visibleText: /^Dinner( \d+)? \(\d+\)$/ },
];

async function openFirst(page: Page): Promise<void> {
  await page.locator('tbody button').first().click();
}

export const emptyInboxScreens: readonly Screen[] = [
  { name: 'empty inbox', path: '/dashboard/inbox', visibleText: 'No forms yet' },
];

const expectedProblems = /500|Internal Server Error/;

export const failingInboxScreens: readonly Screen[] = [
  { name: 'failing inbox', path: '/dashboard/inbox', visibleText: 'That did not work', expectedProblems },
];
