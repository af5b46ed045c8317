import { click, type Screen } from './screen.ts';

const BOOKS = '/dashboard/collections/Books';
const KEYS = '/dashboard/settings/keys';

/** The dashboard's screens on a site with content. */
export const dashboardScreens: readonly Screen[] = [
  { name: 'home', path: '/dashboard', shows: 'Recent activity' },
  { name: 'account menu', path: '/dashboard', shows: 'Sign out', first: click('Your account') },
  { name: 'colours menu', path: '/dashboard', shows: 'Dark', first: click('Colours') },
  { name: 'collections', path: '/dashboard/collections', shows: 'Books' },
  {
    name: 'delete collection',
    path: '/dashboard/collections',
    shows: 'Delete this collection?',
    first: click('Delete the collection Books'),
  },
  {
    name: 'new collection refused',
    path: '/dashboard/new-collection',
    shows: 'Give the collection a name.',
    first: async (page) => {
      await click('Add a field')(page);
      await page.getByRole('group', { name: 'Field 2' }).getByLabel('Type').selectOption('REFERENCE');
      await page.getByRole('radio', { name: 'Each by itself' }).check();
      await click('Make collection')(page);
    },
  },
  { name: 'items', path: BOOKS, shows: 'Frankenstein' },
  {
    name: 'items chosen and filtered',
    path: `${BOOKS}?sort=-year`,
    shows: /Delete \d chosen/,
    first: async (page) => {
      await click('Filter')(page);
      await page.getByLabel('Value').fill('the');
      await click('Add filter')(page);
      await page.getByRole('checkbox').nth(1).check();
    },
  },
  { name: 'items filter', path: BOOKS, shows: 'Add filter', first: click('Filter') },
  { name: 'items columns', path: BOOKS, shows: 'Shown columns', first: click('Columns') },
  { name: 'items none found', path: `${BOOKS}?page=99`, shows: 'Nothing fits' },
  { name: 'item', path: BOOKS, shows: 'Changed', first: click('Frankenstein') },
  { name: 'item menu', path: BOOKS, shows: 'Copy id', first: click('Actions for Frankenstein') },
  { name: 'forms', path: '/dashboard/forms', shows: 'Contact' },
  {
    name: 'new form refused',
    path: '/dashboard/new-form',
    shows: 'Give the form a name.',
    first: async (page) => {
      await page.getByRole('group', { name: 'Field 3' }).getByLabel('Kind').selectOption('choice');
      await click('Make form')(page);
    },
  },
  { name: 'submissions', path: '/dashboard/forms/:formId', shows: 'When are you open on Sundays?' },
  { name: 'submission', path: '/dashboard/forms/:formId?open=:submissionId', shows: 'Submission id' },
  { name: 'form fields', path: '/dashboard/forms/:formId?tab=fields', shows: 'Address to share' },
  { name: 'members', path: '/dashboard/members', shows: 'Olaudah' },
  { name: 'members none found', path: '/dashboard/members?search=nobody', shows: 'Nobody found' },
  { name: 'member', path: '/dashboard/members?open=:memberId', shows: 'Member id' },
  { name: 'settings', path: '/dashboard/settings', shows: 'Site id' },
  { name: 'apps', path: '/dashboard/settings/apps', shows: 'Website' },
  {
    name: 'new app refused',
    path: '/dashboard/settings/apps',
    shows: 'Give the app a name.',
    first: async (page) => {
      await click('New app')(page);
      await click('Make app')(page);
    },
  },
  { name: 'keys', path: KEYS, shows: 'Journeys' },
  {
    name: 'new key refused',
    path: KEYS,
    shows: 'Choose at least one.',
    first: async (page) => {
      await click('New key')(page);
      await page.getByRole('radio', { name: 'Only what is chosen' }).check();
      await page.getByRole('dialog').getByLabel('Name').fill('Import');
      await click('Make key')(page);
    },
  },
  {
    name: 'key made',
    path: KEYS,
    shows: 'shown only now',
    first: async (page) => {
      await click('New key')(page);
      await page.getByRole('dialog').getByLabel('Name').fill('Import');
      await click('Make key')(page);
    },
  },
  { name: 'connect', path: '/dashboard/settings/connect', shows: 'In Node.js' },
  { name: 'audit', path: '/dashboard/settings/audit', shows: 'Who' },
  { name: 'not found', path: '/dashboard/nowhere', shows: /not found|nothing|no such|no page/i },
];

/** Before anybody is signed in. */
export const entranceScreens: readonly Screen[] = [
  { name: 'sign-in', path: '/dashboard/sign-in', shows: 'To the dashboard of your site.' },
  {
    name: 'sign-in refused',
    path: '/dashboard/sign-in',
    shows: 'That did not work',
    problems: /401/,
    first: async (page) => {
      await page.getByLabel('E-mail').fill('owner@example.com');
      await page.getByLabel(/^Password/).fill('not it');
      await click('Sign in')(page);
    },
  },
  { name: 'set-up done', path: '/dashboard/set-up', shows: 'Already set up' },
  { name: 'set-up link used', path: '/dashboard/set-up#token=used', shows: 'Choose your password' },
];

/** While the server does not even know who is signed in. */
export const brokenScreens: readonly Screen[] = [
  { name: 'broken', path: '/dashboard', shows: 'The dashboard cannot be shown', problems: /500/ },
];

/** On a site that holds nothing. */
export const emptyScreens: readonly Screen[] = [
  { name: 'empty home', path: '/dashboard', shows: 'Begin here' },
  { name: 'empty collections', path: '/dashboard/collections', shows: 'No collections yet' },
  { name: 'new collection', path: '/dashboard/new-collection', shows: 'Permissions' },
  { name: 'empty forms', path: '/dashboard/forms', shows: 'No forms yet' },
  { name: 'new form', path: '/dashboard/new-form', shows: 'Shown after sending' },
  { name: 'empty members', path: '/dashboard/members', shows: 'No members yet' },
  { name: 'empty keys', path: '/dashboard/settings/keys', shows: 'No keys yet' },
];

const failing = { problems: /500/ } as const;

/** While the server answers every question about content with an error. */
export const failingScreens: readonly Screen[] = [
  { name: 'failing home', path: '/dashboard', shows: 'Not available', ...failing },
  { name: 'failing collections', path: '/dashboard/collections', shows: 'That did not work', ...failing },
  { name: 'failing items', path: BOOKS, shows: 'That did not work', ...failing },
  { name: 'failing forms', path: '/dashboard/forms', shows: 'That did not work', ...failing },
  { name: 'failing form', path: '/dashboard/forms/:formId', shows: 'That did not work', ...failing },
  { name: 'failing members', path: '/dashboard/members', shows: 'That did not work', ...failing },
  { name: 'failing apps', path: '/dashboard/settings/apps', shows: 'That did not work', ...failing },
  { name: 'failing keys', path: KEYS, shows: 'That did not work', ...failing },
  { name: 'failing audit', path: '/dashboard/settings/audit', shows: 'That did not work', ...failing },
];
