import type { Page } from 'playwright-core';
import type { Api } from '../support/api.ts';
import { MEMBER } from '../support/sample.ts';
import { click, type Screen } from './screen.ts';
import { KEYS, MAIL_TEMPLATES, SETTINGS, settingsScreens } from './settings.ts';

const BOOKS = '/dashboard/collections/Books';

const OWN_FIELDS = [
  { key: 'branch', name: 'Branch', type: 'CHOICE', choices: ['City', 'Harbour'], editableByMember: true },
  { key: 'since', name: 'Reader since', type: 'DATE', editableByMember: true },
  { key: 'books', name: 'Favourite books', type: 'LIST', editableByMember: true },
  { key: 'trusted', name: 'May take books home', type: 'BOOLEAN', editableByMember: false },
];

/** Registers two members, who then wait for approval. The name of one is wider than the screen of a phone. */
async function registerWaitingMembers(_page: Page, api: Api): Promise<void> {
  await api.configure({ signIn: { requireOwnerApproval: true }, members: { fields: OWN_FIELDS } });
  for (const [nickname, email] of [
    ['Ignatius', 'ignatius@example.org'],
    ['Wilhelmina-of-the-very-long-name-that-has-no-end', `${'wilhelmina-'.repeat(5)}@a-long-address.example.org`],
  ]) {
    await api.post('/v2/register', { loginId: { email }, password: MEMBER.password, profile: { nickname } });
  }
  await api.configure({ signIn: { requireOwnerApproval: false } });
}

/** Screens of the dashboard on a site with content. */
export const dashboardScreens: readonly Screen[] = [
  { name: 'home', path: '/dashboard', visibleText: 'Recent activity' },
  {
    name: 'home with waiting members',
    prepare: registerWaitingMembers,
    path: '/dashboard',
    visibleText: '2 members are waiting for approval',
  },
  { name: 'account menu', path: '/dashboard', visibleText: 'Sign out', interact: click('Your account') },
  { name: 'account', path: '/dashboard/account', visibleText: 'This browser' },
  { name: 'colours menu', path: '/dashboard', visibleText: 'Dark', interact: click('Colour scheme') },
  { name: 'collections', path: '/dashboard/collections', visibleText: 'Books' },
  {
    name: 'delete collection',
    path: '/dashboard/collections',
    visibleText: 'Delete this collection?',
    interact: click('Delete the collection Books'),
  },
  {
    name: 'new collection with errors',
    path: '/dashboard/new-collection',
    visibleText: 'Give the collection a name.',
    interact: async (page) => {
      await click('Add a field')(page);
      await page.getByRole('group', { name: 'Field 2' }).getByLabel('Type').selectOption('REFERENCE');
      await page.getByRole('radio', { name: 'Choose for each operation' }).check();
      await click('Create collection')(page);
    },
  },
  { name: 'items', path: BOOKS, visibleText: 'Frankenstein' },
  {
    name: 'items selected and filtered',
    path: `${BOOKS}?sort=-year`,
    visibleText: /Delete \d selected/,
    interact: async (page) => {
      await click('Filter')(page);
      await page.getByLabel('Value').fill('the');
      await click('Apply filters')(page);
      // Selects the row by name, because the first row changes when the filtered rows have loaded.
      await page.getByRole('checkbox', { name: 'Select The Time Machine' }).check();
    },
  },
  { name: 'items filter', path: BOOKS, visibleText: 'Apply filters', interact: click('Filter') },
  { name: 'items columns', path: BOOKS, visibleText: 'Shown columns', interact: click('Columns') },
  { name: 'items none found', path: `${BOOKS}?page=99`, visibleText: 'No matching items' },
  { name: 'item', path: BOOKS, visibleText: 'Changed', interact: click('Frankenstein') },
  { name: 'item menu', path: BOOKS, visibleText: 'Copy id', interact: click('Actions for Frankenstein') },
  { name: 'forms', path: '/dashboard/forms', visibleText: 'Contact' },
  {
    name: 'new form with errors',
    path: '/dashboard/new-form',
    visibleText: 'Enter a name for the form.',
    interact: async (page) => {
      await page.getByRole('group', { name: 'Field 3' }).getByLabel('Kind').selectOption('choice');
      await click('Create form')(page);
    },
  },
  { name: 'submissions', path: '/dashboard/forms/:formId', visibleText: 'When are you open on Sundays?' },
  { name: 'submission', path: '/dashboard/forms/:formId?open=:submissionId', visibleText: 'Submission id' },
  { name: 'form fields', path: '/dashboard/forms/:formId?tab=fields', visibleText: 'Link to share' },
  { name: 'members', path: '/dashboard/members', visibleText: 'Olaudah' },
  { name: 'members none found', path: '/dashboard/members?search=nobody', visibleText: 'No members found' },
  { name: 'members waiting', path: '/dashboard/members?status=PENDING', visibleText: 'Ignatius' },
  { name: 'members none blocked', path: '/dashboard/members?status=BLOCKED', visibleText: 'No member is blocked.' },
  {
    name: 'members selected',
    path: '/dashboard/members',
    visibleText: '2 selected',
    interact: async (page) => {
      await page.getByRole('checkbox').nth(1).check();
      await page.getByRole('checkbox').nth(2).check();
    },
  },
  {
    name: 'member actions',
    path: '/dashboard/members',
    visibleText: 'Turn into a contact',
    interact: click('Actions for Olaudah'),
  },
  {
    name: 'block member',
    path: '/dashboard/members',
    visibleText: 'Block this member?',
    interact: async (page) => {
      await click('Actions for Olaudah')(page);
      await page.getByRole('menuitem', { name: 'Block' }).click();
    },
  },
  { name: 'member', path: '/dashboard/members?open=:memberId', visibleText: 'Member id' },
  {
    name: 'member edited',
    path: '/dashboard/members?open=:memberId',
    visibleText: 'May take books home',
    interact: async (page) => {
      await click('Edit')(page);
      const books = page.getByRole('combobox', { name: 'Favourite books' });
      await books.fill('Evelina');
      await books.press('Enter');
    },
  },
  {
    name: 'member left unsaved',
    path: '/dashboard/members?open=:memberId',
    visibleText: 'Leave without saving?',
    interact: async (page) => {
      await click('Edit')(page);
      await page.getByRole('dialog').getByLabel('Company').fill('The Reading Room');
      await page.keyboard.press('Escape');
    },
  },
  {
    name: 'new member with errors',
    path: '/dashboard/members',
    visibleText: 'Enter an e-mail address.',
    interact: async (page) => {
      await click('New member')(page);
      await click('Add member')(page);
    },
  },
  ...settingsScreens,
  { name: 'not found', path: '/dashboard/nowhere', visibleText: /not found|nothing|no such|no page/i },
];

/** Screens of users who are not signed in. */
export const entranceScreens: readonly Screen[] = [
  { name: 'sign-in', path: '/dashboard/sign-in', visibleText: 'Sign in to the dashboard of your site.' },
  {
    name: 'sign-in with errors',
    path: '/dashboard/sign-in',
    visibleText: 'That did not work',
    expectedProblems: /401/,
    interact: async (page) => {
      await page.getByLabel('E-mail').fill('owner@example.com');
      await page.getByLabel(/^Password/).fill('not it');
      await click('Sign in')(page);
    },
  },
  { name: 'set-up done', path: '/dashboard/set-up', visibleText: 'Already set up' },
  { name: 'set-up link used', path: '/dashboard/set-up#token=used', visibleText: 'Choose your password' },
];

/** The screen that appears if the request for the session fails. */
export const brokenScreens: readonly Screen[] = [
  { name: 'broken', path: '/dashboard', visibleText: 'The dashboard cannot be shown', expectedProblems: /500/ },
];

/** Screens of an empty site. */
export const emptyScreens: readonly Screen[] = [
  { name: 'empty home', path: '/dashboard', visibleText: 'First steps' },
  { name: 'empty collections', path: '/dashboard/collections', visibleText: 'No collections yet' },
  { name: 'new collection', path: '/dashboard/new-collection', visibleText: 'Permissions' },
  { name: 'empty forms', path: '/dashboard/forms', visibleText: 'No forms yet' },
  { name: 'new form', path: '/dashboard/new-form', visibleText: 'Message after sending' },
  { name: 'empty members', path: '/dashboard/members', visibleText: 'No members yet' },
  { name: 'empty member fields', path: `${SETTINGS}/member-fields`, visibleText: 'No fields of your own' },
  { name: 'empty outbox', path: `${SETTINGS}/mail/outbox`, visibleText: 'No mail yet' },
  { name: 'empty keys', path: '/dashboard/settings/keys', visibleText: 'No keys yet' },
];

const failing = { expectedProblems: /500/ } as const;

/** Screens that appear if every request for content fails. */
export const failingScreens: readonly Screen[] = [
  { name: 'failing home', path: '/dashboard', visibleText: 'Not available', ...failing },
  { name: 'failing collections', path: '/dashboard/collections', visibleText: 'That did not work', ...failing },
  { name: 'failing items', path: BOOKS, visibleText: 'That did not work', ...failing },
  { name: 'failing forms', path: '/dashboard/forms', visibleText: 'That did not work', ...failing },
  { name: 'failing form', path: '/dashboard/forms/:formId', visibleText: 'That did not work', ...failing },
  { name: 'failing members', path: '/dashboard/members', visibleText: 'That did not work', ...failing },
  { name: 'failing sign-in settings', path: `${SETTINGS}/sign-in`, visibleText: 'That did not work', ...failing },
  { name: 'failing outbox', path: `${SETTINGS}/mail/outbox`, visibleText: 'That did not work', ...failing },
  { name: 'failing mail texts', path: MAIL_TEMPLATES, visibleText: 'That did not work', ...failing },
  { name: 'failing apps', path: '/dashboard/settings/apps', visibleText: 'That did not work', ...failing },
  { name: 'failing keys', path: KEYS, visibleText: 'That did not work', ...failing },
  { name: 'failing health', path: '/dashboard/settings/health', visibleText: 'That did not work', ...failing },
  { name: 'failing audit', path: '/dashboard/settings/audit', visibleText: 'That did not work', ...failing },
];
