/** The screens of a site's settings, and the list of sites. */
import type { Page } from 'playwright-core';
import type { Api } from '../support/api.ts';
import { MEMBER } from '../support/sample.ts';
import { click, type Screen } from './screen.ts';

export const KEYS = '/dashboard/settings/keys';
export const SETTINGS = '/dashboard/settings';
export const MAIL_TEMPLATES = `${SETTINGS}/mail/templates`;

const toggle = (name: string) => (page: Page) => page.getByRole('switch', { name }).click();

/** Opens the dialog that deletes the site Branch, after creating the site if it does not exist. */
async function askToDeleteSite(page: Page, api: Api): Promise<void> {
  const { sites } = await api.getAsOwner('/portico/v1/sites');
  if (!sites.some(({ name }: { name: string }) => name === 'Branch')) {
    await api.postAsOwner('/portico/v1/sites', { site: { name: 'Branch', timeZone: 'UTC' } });
  }
  await page.goto('/dashboard/sites');
  await click('Settings of the site Branch')(page);
  await click('Delete site')(page);
}

export const settingsScreens: readonly Screen[] = [
  { name: 'settings', path: SETTINGS, visibleText: 'Site id' },
  { name: 'sign-in settings', path: `${SETTINGS}/sign-in`, visibleText: 'Who may join' },
  {
    name: 'sign-in settings with errors',
    path: `${SETTINGS}/sign-in`,
    visibleText: 'Enter the site key.',
    interact: async (page) => {
      await toggle('Hide who has an account')(page);
      await page.getByRole('radio', { name: 'Visible', exact: true }).check();
      await page.getByLabel('Provider').selectOption('HCAPTCHA');
      await click('Save')(page);
    },
  },
  {
    name: 'settings left unsaved',
    path: `${SETTINGS}/sign-in`,
    visibleText: 'Leave without saving?',
    interact: async (page) => {
      await toggle('New members wait for your approval')(page);
      await page.getByRole('link', { name: 'Appearance' }).click();
    },
  },
  { name: 'sites', path: '/dashboard/sites', visibleText: 'Each site has its own address' },
  {
    name: 'site new',
    path: '/dashboard/sites',
    visibleText: 'Give the site a name.',
    interact: async (page) => {
      await page.getByRole('button', { name: 'New site' }).click();
      await page.getByRole('button', { name: 'Create site' }).click();
    },
  },
  { name: 'delete site', prepare: askToDeleteSite, visibleText: 'Delete this site?' },
  {
    name: 'sites with a deleted one',
    prepare: async (page, api) => {
      await askToDeleteSite(page, api);
      await page.getByLabel('Type Branch to confirm').fill('Branch');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete site' }).click();
    },
    visibleText: 'Can be restored until',
  },
  { name: 'appearance', path: `${SETTINGS}/appearance`, visibleText: 'Accent colour' },
  {
    name: 'appearance in Hebrew',
    path: `${SETTINGS}/appearance`,
    visibleText: 'Not saved yet',
    interact: async (page) => {
      await page.getByLabel('Language', { exact: true }).selectOption('he');
      await page.getByLabel('Accent colour').fill('#ffd400');
      await page.getByLabel('Accent colour').blur();
      await page.getByRole('radio', { name: 'Round', exact: true }).check();
    },
  },
  { name: 'member fields', path: `${SETTINGS}/member-fields`, visibleText: 'Reader since' },
  {
    name: 'member field new',
    path: `${SETTINGS}/member-fields`,
    visibleText: 'Enter at least one choice.',
    interact: async (page) => {
      await click('New field')(page);
      await page.getByRole('dialog').getByLabel('Kind').selectOption('CHOICE');
      await click('Add field')(page);
    },
  },
  {
    name: 'member field deleted',
    path: `${SETTINGS}/member-fields`,
    visibleText: 'Delete this field?',
    interact: click('Delete the field Branch'),
  },
  { name: 'mail settings', path: `${SETTINGS}/mail`, visibleText: 'No mail is sent yet' },
  {
    name: 'mail settings with errors',
    path: `${SETTINGS}/mail`,
    visibleText: 'Enter the name of the server',
    interact: async (page) => {
      await toggle('Send through a mail server of your own')(page);
      await page.getByLabel('User').fill('portico');
      await click('Save')(page);
    },
  },
  {
    name: 'mail test with errors',
    path: `${SETTINGS}/mail`,
    visibleText: 'No mail server is set',
    expectedProblems: /409/,
    interact: click('Send test mail'),
  },
  { name: 'mail texts', path: MAIL_TEMPLATES, visibleText: 'Forgotten password' },
  { name: 'mail text', path: `${MAIL_TEMPLATES}/RECOVERY/en`, visibleText: 'Preview' },
  { name: 'mail text in Hebrew', path: `${MAIL_TEMPLATES}/VERIFY_EMAIL/he`, visibleText: 'Preview' },
  {
    name: 'mail text with errors',
    path: `${MAIL_TEMPLATES}/VERIFY_EMAIL/en`,
    visibleText: 'Unknown placeholder {siteNam}.',
    interact: async (page) => {
      await page.getByRole('textbox', { name: /^Text/ }).fill('Welcome to {siteNam}');
      await click('Save')(page);
    },
  },
  {
    name: 'outbox',
    prepare: (_page, api) => api.post('/v1/auth/members/send-set-password-email', { email: MEMBER.email }),
    path: `${SETTINGS}/mail/outbox`,
    visibleText: MEMBER.email,
  },
  { name: 'outbox none', path: `${SETTINGS}/mail/outbox?status=FAILED`, visibleText: 'No mails in this state' },
  { name: 'mail', path: `${SETTINGS}/mail/outbox`, visibleText: 'Discard', interact: click(MEMBER.email) },
  {
    name: 'mail as text',
    path: `${SETTINGS}/mail/outbox`,
    visibleText: 'set-password',
    interact: async (page) => {
      await click(MEMBER.email)(page);
      await page.getByText('Plain text').click();
    },
  },
  { name: 'apps', path: `${SETTINGS}/apps`, visibleText: 'Website' },
  {
    name: 'new app with errors',
    path: `${SETTINGS}/apps`,
    visibleText: 'Give the app a name.',
    interact: async (page) => {
      await click('New app')(page);
      await click('Create app')(page);
    },
  },
  {
    name: 'app edited',
    path: `${SETTINGS}/apps`,
    visibleText: 'Issue a new refresh token at each renewal',
    interact: click('Edit the app Website'),
  },
  { name: 'keys', path: KEYS, visibleText: 'Browser tests' },
  {
    name: 'new key with errors',
    path: KEYS,
    visibleText: 'Select at least one.',
    interact: async (page) => {
      await click('New key')(page);
      await page.getByRole('radio', { name: 'Only selected rights' }).check();
      await page.getByRole('dialog').getByLabel('Name').fill('Import');
      await click('Create key')(page);
    },
  },
  {
    name: 'key made',
    path: KEYS,
    visibleText: 'shown only now',
    interact: async (page) => {
      await click('New key')(page);
      await page.getByRole('dialog').getByLabel('Name').fill('Import');
      await click('Create key')(page);
    },
  },
  { name: 'connect', path: '/dashboard/settings/connect', visibleText: 'Quickstart for' },
  { name: 'health', path: '/dashboard/settings/health', visibleText: 'Database connections' },
  { name: 'audit', path: '/dashboard/settings/audit', visibleText: 'Who' },
];
