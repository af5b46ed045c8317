import type { Page } from 'playwright-core';
import type { Api } from '../support/api.ts';
import { MEMBER } from '../support/sample.ts';
import { click, type Screen } from './screen.ts';

const BOOKS = '/dashboard/collections/Books';
const KEYS = '/dashboard/settings/keys';
const SETTINGS = '/dashboard/settings';
const TEXTS = `${SETTINGS}/mail/templates`;

const OWN_FIELDS = [
  { key: 'branch', name: 'Branch', type: 'CHOICE', choices: ['City', 'Harbour'], editableByMember: true },
  { key: 'since', name: 'Reader since', type: 'DATE', editableByMember: true },
  { key: 'books', name: 'Favourite books', type: 'LIST', editableByMember: true },
  { key: 'trusted', name: 'May take books home', type: 'BOOLEAN', editableByMember: false },
];

/** Two people sign up while the owner lets them wait, one of whom has a name that is longer than a phone is wide. */
async function waitingMembers(_page: Page, api: Api): Promise<void> {
  await api.configure({ signIn: { requireOwnerApproval: true }, members: { fields: OWN_FIELDS } });
  for (const [nickname, email] of [
    ['Ignatius', 'ignatius@example.org'],
    ['Wilhelmina-of-the-very-long-name-that-has-no-end', `${'wilhelmina-'.repeat(5)}@a-long-address.example.org`],
  ]) {
    await api.post('/v2/register', { loginId: { email }, password: MEMBER.password, profile: { nickname } });
  }
  await api.configure({ signIn: { requireOwnerApproval: false } });
}

const toggle = (name: string) => (page: Page) => page.getByRole('switch', { name }).click();

/** The dashboard's screens on a site with content. */
export const dashboardScreens: readonly Screen[] = [
  { name: 'home', path: '/dashboard', shows: 'Recent activity' },
  { name: 'home with who waits', given: waitingMembers, path: '/dashboard', shows: '2 members wait to be let in' },
  { name: 'account menu', path: '/dashboard', shows: 'Sign out', first: click('Your account') },
  { name: 'account', path: '/dashboard/account', shows: 'This browser' },
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
      await click('Apply filters')(page);
      // By name: the first row is another until the filter's rows have come.
      await page.getByRole('checkbox', { name: 'Choose The Time Machine' }).check();
    },
  },
  { name: 'items filter', path: BOOKS, shows: 'Apply filters', first: click('Filter') },
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
  { name: 'members who wait', path: '/dashboard/members?status=PENDING', shows: 'Ignatius' },
  { name: 'members none blocked', path: '/dashboard/members?status=BLOCKED', shows: 'Nobody is blocked.' },
  {
    name: 'members chosen',
    path: '/dashboard/members',
    shows: '2 chosen',
    first: async (page) => {
      await page.getByRole('checkbox').nth(1).check();
      await page.getByRole('checkbox').nth(2).check();
    },
  },
  {
    name: 'member acts',
    path: '/dashboard/members',
    shows: 'Turn into a contact',
    first: click('Actions for Olaudah'),
  },
  {
    name: 'block member',
    path: '/dashboard/members',
    shows: 'Block this member?',
    first: async (page) => {
      await click('Actions for Olaudah')(page);
      await page.getByRole('menuitem', { name: 'Block' }).click();
    },
  },
  { name: 'member', path: '/dashboard/members?open=:memberId', shows: 'Member id' },
  {
    name: 'member edited',
    path: '/dashboard/members?open=:memberId',
    shows: 'May take books home',
    first: async (page) => {
      await click('Edit')(page);
      const books = page.getByRole('combobox', { name: 'Favourite books' });
      await books.fill('Evelina');
      await books.press('Enter');
    },
  },
  {
    name: 'member left unsaved',
    path: '/dashboard/members?open=:memberId',
    shows: 'Leave without saving?',
    first: async (page) => {
      await click('Edit')(page);
      await page.getByRole('dialog').getByLabel('Company').fill('The Reading Room');
      await page.keyboard.press('Escape');
    },
  },
  {
    name: 'new member refused',
    path: '/dashboard/members',
    shows: 'Enter an e-mail address.',
    first: async (page) => {
      await click('New member')(page);
      await click('Add member')(page);
    },
  },
  { name: 'settings', path: SETTINGS, shows: 'Site id' },
  { name: 'sign-in settings', path: `${SETTINGS}/sign-in`, shows: 'Who may join' },
  {
    name: 'sign-in settings refused',
    path: `${SETTINGS}/sign-in`,
    shows: 'Enter the site key.',
    first: async (page) => {
      await toggle('Do not tell who has an account')(page);
      await page.getByRole('radio', { name: 'Visible', exact: true }).check();
      await page.getByLabel('Provider').selectOption('HCAPTCHA');
      await click('Save')(page);
    },
  },
  {
    name: 'settings left unsaved',
    path: `${SETTINGS}/sign-in`,
    shows: 'Leave without saving?',
    first: async (page) => {
      await toggle('New members wait for your approval')(page);
      await page.getByRole('link', { name: 'Appearance' }).click();
    },
  },
  { name: 'sites', path: '/dashboard/sites', shows: 'Each site has its own address' },
  {
    name: 'site new',
    path: '/dashboard/sites',
    shows: 'Give the site a name.',
    first: async (page) => {
      await page.getByRole('button', { name: 'New site' }).click();
      await page.getByRole('button', { name: 'Make site' }).click();
    },
  },
  { name: 'appearance', path: `${SETTINGS}/appearance`, shows: 'Accent colour' },
  {
    name: 'appearance in Hebrew',
    path: `${SETTINGS}/appearance`,
    shows: 'Not saved yet',
    first: async (page) => {
      await page.getByLabel('Language').selectOption('he');
      await page.getByLabel('Accent colour').fill('#ffd400');
      await page.getByLabel('Accent colour').blur();
      await page.getByRole('radio', { name: 'Round', exact: true }).check();
    },
  },
  { name: 'member fields', path: `${SETTINGS}/member-fields`, shows: 'Reader since' },
  {
    name: 'member field new',
    path: `${SETTINGS}/member-fields`,
    shows: 'Enter at least one choice.',
    first: async (page) => {
      await click('New field')(page);
      await page.getByRole('dialog').getByLabel('Kind').selectOption('CHOICE');
      await click('Add field')(page);
    },
  },
  {
    name: 'member field deleted',
    path: `${SETTINGS}/member-fields`,
    shows: 'Delete this field?',
    first: click('Delete the field Branch'),
  },
  { name: 'mail settings', path: `${SETTINGS}/mail`, shows: 'No mail leaves yet' },
  {
    name: 'mail settings refused',
    path: `${SETTINGS}/mail`,
    shows: 'Enter the name of the server',
    first: async (page) => {
      await toggle('Send through a mail server of your own')(page);
      await page.getByLabel('User').fill('portico');
      await click('Save')(page);
    },
  },
  {
    name: 'mail test refused',
    path: `${SETTINGS}/mail`,
    shows: 'No mail server is set',
    problems: /409/,
    first: click('Send test mail'),
  },
  { name: 'mail texts', path: TEXTS, shows: 'Forgotten password' },
  { name: 'mail text', path: `${TEXTS}/RECOVERY/en`, shows: 'Preview' },
  { name: 'mail text in Hebrew', path: `${TEXTS}/VERIFY_EMAIL/he`, shows: 'Preview' },
  {
    name: 'mail text refused',
    path: `${TEXTS}/VERIFY_EMAIL/en`,
    shows: 'Unknown placeholder {siteNam}.',
    first: async (page) => {
      await page.getByRole('textbox', { name: /^Text/ }).fill('Welcome to {siteNam}');
      await click('Save')(page);
    },
  },
  {
    name: 'outbox',
    given: (_page, api) => api.post('/v1/auth/members/send-set-password-email', { email: MEMBER.email }),
    path: `${SETTINGS}/mail/outbox`,
    shows: MEMBER.email,
  },
  { name: 'outbox none', path: `${SETTINGS}/mail/outbox?status=FAILED`, shows: 'None in this state' },
  { name: 'mail', path: `${SETTINGS}/mail/outbox`, shows: 'Throw away', first: click(MEMBER.email) },
  {
    name: 'mail as text',
    path: `${SETTINGS}/mail/outbox`,
    shows: 'set-password',
    first: async (page) => {
      await click(MEMBER.email)(page);
      await page.getByText('Plain text').click();
    },
  },
  { name: 'apps', path: `${SETTINGS}/apps`, shows: 'Website' },
  {
    name: 'new app refused',
    path: `${SETTINGS}/apps`,
    shows: 'Give the app a name.',
    first: async (page) => {
      await click('New app')(page);
      await click('Make app')(page);
    },
  },
  {
    name: 'app edited',
    path: `${SETTINGS}/apps`,
    shows: 'A new refresh token with each renewal',
    first: click('Edit the app Website'),
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
  { name: 'empty home', path: '/dashboard', shows: 'First steps' },
  { name: 'empty collections', path: '/dashboard/collections', shows: 'No collections yet' },
  { name: 'new collection', path: '/dashboard/new-collection', shows: 'Permissions' },
  { name: 'empty forms', path: '/dashboard/forms', shows: 'No forms yet' },
  { name: 'new form', path: '/dashboard/new-form', shows: 'Shown after sending' },
  { name: 'empty members', path: '/dashboard/members', shows: 'No members yet' },
  { name: 'empty member fields', path: `${SETTINGS}/member-fields`, shows: 'No fields of your own' },
  { name: 'empty outbox', path: `${SETTINGS}/mail/outbox`, shows: 'No mail yet' },
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
  { name: 'failing sign-in settings', path: `${SETTINGS}/sign-in`, shows: 'That did not work', ...failing },
  { name: 'failing outbox', path: `${SETTINGS}/mail/outbox`, shows: 'That did not work', ...failing },
  { name: 'failing mail texts', path: TEXTS, shows: 'That did not work', ...failing },
  { name: 'failing apps', path: '/dashboard/settings/apps', shows: 'That did not work', ...failing },
  { name: 'failing keys', path: KEYS, shows: 'That did not work', ...failing },
  { name: 'failing audit', path: '/dashboard/settings/audit', shows: 'That did not work', ...failing },
];
