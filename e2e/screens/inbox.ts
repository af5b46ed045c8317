import type { Page } from 'playwright-core';
import type { Api } from '../support/api.ts';
import { type FilledInbox, fillInbox } from '../support/inbox.ts';
import { click, type Screen } from './screen.ts';

const filled = new WeakMap<Api, Promise<FilledInbox>>();

/** Opens the form's inbox with these parameters; `:ada` and the like stand for ids. */
const at =
  (query = '') =>
  async (page: Page, api: Api): Promise<void> => {
    const inbox = filled.get(api) ?? fillInbox(api);
    filled.set(api, inbox);
    const ids = await inbox;
    await page.goto(
      `/dashboard/forms/${ids.formId}${query.replace(/:(\w+)/g, (_, name) => ids[name as keyof FilledInbox])}`,
    );
  };

const rows = (count: number) => async (page: Page) => {
  for (let row = 1; row <= count; row++) await page.getByRole('checkbox').nth(row).check();
};

const edit = async (page: Page): Promise<void> => {
  await click('Edit')(page);
  await page.getByRole('button', { name: 'Save' }).waitFor();
};

/** Two people change the same submission. */
async function conflict(page: Page, api: Api): Promise<void> {
  await at('?open=:mallory')(page, api);
  await edit(page);
  await page.getByRole('dialog').getByLabel('Phone').fill('+442079460018');
  const { formId, mallory } = await (filled.get(api) as Promise<FilledInbox>);
  const { submission } = await api.getAsOwner(`/v4/submissions/${mallory}`);
  const { revision, submissions } = submission;
  const theirs = {
    formId,
    revision,
    submissions: { ...submissions, letter: 'A letter that somebody else has mended.' },
  };
  await api.patch(`/v4/submissions/${mallory}`, { submission: theirs });
  await click('Save')(page);
}

/** The owner's inbox in its states. */
export const inboxScreens: readonly Screen[] = [
  { name: 'inbox', given: at(), shows: 'Is there anything without onions?' },
  {
    name: 'inbox chosen',
    given: at(),
    shows: '2 chosen',
    first: rows(2),
  },
  { name: 'inbox filtered', given: at('?tag=odd&from=2020-01-01&seen=new'), shows: 'Tag odd' },
  { name: 'inbox filter', given: at(), shows: 'Sent from', first: click('Filter') },
  { name: 'inbox none found', given: at('?search=nowhere'), shows: 'Nothing fits' },
  { name: 'inbox by day', given: at(), shows: /in the last 14 days/, first: click('By day') },
  {
    name: 'inbox tags',
    given: at(),
    shows: 'Take away',
    first: async (page) => {
      await rows(3)(page);
      await click('Tags')(page);
    },
  },
  { name: 'inbox submission', given: at('?open=:grace'), shows: 'Download' },
  {
    name: 'inbox submission end',
    given: at('?open=:grace'),
    shows: 'Order',
    first: (page) => page.getByText('Submission id').scrollIntoViewIfNeeded(),
  },
  { name: 'inbox submission of harm', given: at('?open=:mallory'), shows: 'onerror' },
  { name: 'inbox submission menu', given: at('?open=:ada'), shows: 'Report as spam', first: click('More') },
  { name: 'inbox edit', given: at('?open=:grace'), shows: 'Street', first: edit },
  {
    name: 'inbox edit refused',
    given: at('?open=:ada'),
    shows: 'Enter an e-mail address',
    first: async (page) => {
      await edit(page);
      const drawer = page.getByRole('dialog');
      await drawer.getByLabel('First name').fill('');
      await drawer.getByLabel('E-mail').fill('ada at home');
      await drawer.getByRole('button', { name: 'Save' }).click();
    },
  },
  { name: 'inbox edit conflict', given: conflict, shows: 'Save mine', problems: /409/ },
  { name: 'inbox submission gone', given: at('?open=none'), shows: 'That did not work', problems: /404/ },
  { name: 'inbox spam', given: at('?box=spam'), shows: /Sells watches/ },
  { name: 'inbox spam opened', given: at('?box=spam'), shows: /Buy now/, first: (page) => openFirst(page) },
  { name: 'inbox spam all', given: at('?box=spam'), shows: 'Delete all spam?', first: click('Delete all spam') },
  { name: 'inbox trash', given: at('?box=trash'), shows: 'Thrown' },
  {
    name: 'inbox trash for good',
    given: at('?box=trash'),
    shows: 'cannot be brought back',
    first: click(/^Delete for good: /),
  },
  { name: 'inbox of all', given: (page, api) => at()(page, api), path: '/dashboard/inbox', shows: /any of your forms/ },
  { name: 'inbox trash of all', path: '/dashboard/inbox?box=trash', shows: /^Dinner( \d+)? \(\d+\)$/ },
];

async function openFirst(page: Page): Promise<void> {
  await page.locator('tbody button').first().click();
}

export const emptyInboxScreens: readonly Screen[] = [
  { name: 'empty inbox', path: '/dashboard/inbox', shows: 'No forms yet' },
];

const problems = /500|Internal Server Error/;

export const failingInboxScreens: readonly Screen[] = [
  { name: 'failing inbox', path: '/dashboard/inbox', shows: 'That did not work', problems },
];
