/** The owner's screens for members and mail: approval, blocking, fields, roles, mail server, outbox and mail texts. */
import { createServer } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, openApi } from './support/api.ts';
import {
  type BrowserSession,
  OWNER_ENV,
  openScreen,
  START_TIMEOUT_MS,
  signInAsOwner,
  startEnvironment,
  type TestEnvironment,
} from './support/environment.ts';
import { MEMBER } from './support/sample.ts';

let environment: TestEnvironment;
let api: Api;
let owner: BrowserSession;
beforeAll(async () => {
  environment = await startEnvironment({ ...OWNER_ENV, PORTICO_SMTP_ALLOW: '127.0.0.1' });
  api = await openApi(environment.product);
  owner = await environment.open();
  await signInAsOwner(owner.page);
}, START_TIMEOUT_MS);
afterAll(() => environment?.close());

const signUp = (nickname: string) =>
  api.post('/v2/register', {
    loginId: { email: `${nickname.toLowerCase()}@example.org` },
    password: MEMBER.password,
    profile: { nickname },
  });

/** Signs in. Returns 200 if a session starts, 202 if a further step is due, or the status of the rejection. */
const signIn = async (nickname: string): Promise<number> =>
  api
    .post('/v2/login', { loginId: { email: `${nickname.toLowerCase()}@example.org` }, password: MEMBER.password })
    .then(({ state }) => (state === 'SUCCESS' ? 200 : 202))
    .catch((error: Error) => Number(error.message.slice(0, 3)));

describe('approval', () => {
  it('is switched on, and unsaved settings are not lost by accident', async () => {
    const { page, problems } = owner;
    await openScreen(page, 'Settings');
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Sign-in' }).click();
    await page.getByRole('switch', { name: 'New members wait for your approval' }).click();
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Appearance' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The settings are saved.').waitFor();
    await page.reload();
    expect(await page.getByRole('switch', { name: 'New members wait for your approval' }).isChecked()).toBe(true);
    expect(problems).toEqual([]);
  });

  it('lists waiting members on the home screen and approves them there', async () => {
    const { page, problems } = owner;
    for (const nickname of ['Mary', 'Olaudah', 'Rokeya', 'Ignatius']) await signUp(nickname);
    expect(await signIn('Mary')).not.toBe(200);
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: '4 members are waiting for approval' }).waitFor();
    await page.getByRole('button', { name: 'Approve Mary' }).click();
    await page.getByText('Mary can now sign in.').waitFor();
    await page.getByRole('heading', { name: '3 members are waiting for approval' }).waitFor();
    expect(await signIn('Mary')).toBe(200);
    expect(problems).toEqual([]);
  });

  it('approves several members at once', async () => {
    const { page, problems } = owner;
    await page.getByRole('link', { name: 'Show all waiting members' }).click();
    await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor();
    await page.getByRole('checkbox', { name: 'Select Olaudah' }).check();
    await page.getByRole('checkbox', { name: 'Select Rokeya' }).check();
    await page.getByRole('button', { name: 'Approve 2 selected' }).click();
    await page.getByText('2 members are approved.').waitFor();
    await page.getByRole('tab', { name: 'Waiting 1' }).waitFor();
    expect(await signIn('Rokeya')).toBe(200);
    expect(await signIn('Ignatius')).not.toBe(200);
    expect(problems).toEqual([]);
  });
});

describe('a member', () => {
  const act = async (nickname: string, name: string) => {
    await owner.page.getByRole('button', { name: `Actions for ${nickname}` }).click();
    await owner.page.getByRole('menuitem', { name, exact: true }).click();
  };

  it('is blocked after a confirmation, and unblocked', async () => {
    const { page, problems } = owner;
    await page.getByRole('tab', { name: 'Active' }).click();
    await act('Rokeya', 'Block');
    await page.getByRole('dialog', { name: 'Block this member?' }).getByRole('button', { name: 'Block' }).click();
    await page.getByText('Rokeya is blocked.').waitFor();
    expect(await signIn('Rokeya')).toBe(403);
    await page.getByRole('tab', { name: 'Blocked' }).click();
    await act('Rokeya', 'Unblock');
    await page.getByText('Rokeya can now sign in.').waitFor();
    expect(await signIn('Rokeya')).toBe(200);
    expect(problems).toEqual([]);
  });

  it('has custom fields and roles', async () => {
    const { page, problems } = owner;
    await page.goto('/dashboard/settings/member-fields');
    await page.getByRole('button', { name: 'New field' }).click();
    const dialog = page.getByRole('dialog', { name: 'New field' });
    await dialog.getByLabel('Name').fill('Shoe size');
    await dialog.getByLabel('Kind').selectOption('NUMBER');
    await dialog.getByRole('button', { name: 'Add field' }).click();
    await page.getByRole('cell', { name: 'shoeSize' }).waitFor();

    await openScreen(page, 'Members');
    await page.getByRole('button', { name: 'Olaudah', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Olaudah' });
    await drawer.getByRole('button', { name: 'Edit' }).click();
    await drawer.getByLabel('Shoe size').fill('large');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.getByText('must be a number').waitFor();
    expect(problems.splice(0)).toEqual([expect.stringContaining('400')]);
    await drawer.getByLabel('Shoe size').fill('42.5');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.getByText('42.5').waitFor();
    const roles = drawer.getByRole('combobox', { name: 'Roles' });
    await roles.fill('author');
    await roles.press('Enter');
    await drawer.getByText('Saved.', { exact: true }).waitFor();
    await page.reload();
    await drawer.getByText('42.5').waitFor();
    await drawer.getByText('author').waitFor();
    expect(problems).toEqual([]);
  });

  it('is deleted after a confirmation', async () => {
    const { page, problems } = owner;
    await page.goto('/dashboard/members');
    await act('Olaudah', 'Delete');
    await page.getByRole('button', { name: 'Delete member' }).click();
    await page.getByText('Olaudah is deleted.').waitFor();
    await page.getByRole('button', { name: 'Olaudah', exact: true }).waitFor({ state: 'detached' });
    expect(await signIn('Olaudah')).toBeGreaterThanOrEqual(400);
    expect(problems).toEqual([]);
  });

  it('is added by the owner, and the mail with the link to set a password waits in the outbox', async () => {
    const { page, problems } = owner;
    await page.getByRole('button', { name: 'New member' }).click();
    const dialog = page.getByRole('dialog', { name: 'New member' });
    await dialog.getByLabel('E-mail').fill('phillis@example.org');
    await dialog.getByLabel('First name').fill('Phillis');
    await dialog.getByRole('button', { name: 'Add member' }).click();
    await page.getByText('A link is on its way to phillis@example.org.').waitFor();
    await page.getByRole('button', { name: 'Phillis' }).first().waitFor();
    await page.goto('/dashboard/settings/mail/outbox');
    await page.getByRole('button', { name: 'phillis@example.org' }).click();
    const drawer = page.getByRole('dialog', { name: 'Set a password' });
    const frame = drawer.frameLocator('iframe');
    await frame.getByRole('link').first().waitFor();
    expect(await drawer.locator('iframe').getAttribute('sandbox')).toBe('');
    expect(problems).toEqual([]);
  });
});

describe('mail', () => {
  const received: string[] = [];
  let server: SMTPServer;
  let port: number;
  beforeAll(async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onAuth: ({ username, password }, _session, done) =>
        username === 'portico' && password === 'the right one'
          ? done(null, { user: username })
          : done(new Error('Invalid user or password')),
      onData: (stream, _session, done) => {
        let text = '';
        stream.on('data', (chunk) => {
          text += chunk;
        });
        stream.on('end', () => {
          received.push(text);
          done(null, 'kept for the journeys');
        });
      },
      allowInsecureAuth: true,
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.server.address() as { port: number }).port;
  });
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)));

  const enterAndSave = async (values: Readonly<Record<string, string>>) => {
    for (const [label, value] of Object.entries(values)) {
      await owner.page.getByRole('textbox', { name: new RegExp(`^${label}`) }).fill(value);
    }
    await owner.page.getByRole('button', { name: 'Save' }).click();
    await owner.page.getByText('Not saved yet').waitFor({ state: 'hidden' });
  };

  it('explains why the mail server cannot be used', async () => {
    const { page, problems } = owner;
    const closed = await closedPort();
    await page.goto('/dashboard/settings/mail');
    await page.getByText('No mail is sent yet').waitFor();
    await page.getByRole('switch', { name: 'Send through a mail server of your own' }).click();
    await page.getByLabel('Connection').selectOption('NONE');
    await enterAndSave({ Server: '127.0.0.1', Port: String(closed) });
    await page.getByRole('button', { name: 'Send test mail' }).click();
    await page
      .getByRole('alert')
      .getByText(/No server listens/)
      .waitFor();
    expect(problems.splice(0)).toEqual([expect.stringContaining('424')]);

    await enterAndSave({ Port: String(port), User: 'portico', Password: 'the wrong one' });
    await page.getByRole('button', { name: 'Send test mail' }).click();
    await page
      .getByRole('alert')
      .getByText(/did not accept the user and password \(535\)/)
      .waitFor();
    expect(problems.splice(0)).toEqual([expect.stringContaining('424')]);
    expect(received).toEqual([]);
  });

  it('sends a test mail, and shows neither the password nor the response of the server', async () => {
    const { page, problems } = owner;
    await enterAndSave({ Password: 'the right one' });
    await page.getByText('A password is saved.').waitFor();
    await page.getByRole('button', { name: 'Send test mail' }).click();
    await page.getByText('The mail server accepted the mail').waitFor();
    expect(received).toHaveLength(1);
    expect(await page.content()).not.toMatch(/the right one|kept for the journeys/);
    expect(problems).toEqual([]);
  });

  it('sends waiting mails from the outbox', async () => {
    const { page, problems } = owner;
    await page.getByRole('link', { name: 'Outbox' }).click();
    await page.getByRole('button', { name: 'phillis@example.org' }).click();
    await page.getByRole('button', { name: 'Send now' }).click();
    await page.getByText('The mail is on its way.').waitFor();
    await expect
      .poll(() => received.some((mail) => mail.includes('phillis@example.org')), { timeout: 20_000 })
      .toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /phillis.*Sent/ }).waitFor();
    expect(problems).toEqual([]);
  });

  it('previews and saves own texts of mails, and restores the built-in ones', async () => {
    const { page, problems } = owner;
    await page.getByRole('link', { name: 'Texts' }).click();
    await page.getByRole('link', { name: 'Edit “Forgotten password” in English' }).click();
    const text = page.getByRole('textbox', { name: /^Text/ });
    await text.fill('The key to ');
    await page.getByRole('button', { name: 'Insert {siteName}' }).click();
    expect(await text.inputValue()).toBe('The key to {siteName}');
    const preview = page.frameLocator('iframe');
    await preview.getByText('The key to My site').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The text is saved.').waitFor();

    await page.getByRole('link', { name: 'All mails' }).click();
    await page.getByText('Own text').waitFor();
    await page.getByRole('link', { name: 'Edit “Forgotten password” in English' }).click();
    await page.getByRole('button', { name: 'Restore the built-in text' }).click();
    await page.getByRole('button', { name: 'Delete my text' }).click();
    await page.getByText('The built-in text is restored.').waitFor();
    await preview.getByText('The key to My site').waitFor({ state: 'detached' });
    expect(await text.inputValue()).not.toContain('The key to');
    expect(problems).toEqual([]);
  });
});

describe('more members than a page holds', () => {
  it('are selected and deleted on all pages', async () => {
    const { page, problems } = owner;
    for (let reader = 1; reader <= 30; reader += 1) {
      await api.post('/v1/members', { member: { loginEmail: `reader-${reader}@example.org` } });
    }
    await page.goto('/dashboard/members?search=reader-');
    await page.getByText('1 to 25 of 30').waitFor();
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    await page.getByText('25 selected').waitFor();
    await page.getByRole('button', { name: 'Select all 30' }).click();
    await page.getByRole('button', { name: 'Delete 30 selected' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 30' }).click();
    await page.getByText('30 members are deleted.').waitFor();
    await page.getByText('No members found').waitFor();
    expect(problems).toEqual([]);
  });
});

/** Returns a local port on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
