/** An owner runs a site with members: lets them wait, in, and out; sets up mail and gives it words of their own. */
import { createServer } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, openApi } from './support/api.ts';
import { MEMBER } from './support/sample.ts';
import { OWNED, openScreen, openStage, type Seat, START_MS, type Stage, signInAsOwner } from './support/stage.ts';

let stage: Stage;
let api: Api;
let owner: Seat;
beforeAll(async () => {
  stage = await openStage({ ...OWNED, PORTICO_SMTP_ALLOW: '127.0.0.1' });
  api = await openApi(stage.product);
  owner = await stage.open();
  await signInAsOwner(owner.page);
}, START_MS);
afterAll(() => stage?.close());

const signUp = (nickname: string) =>
  api.post('/v2/register', {
    loginId: { email: `${nickname.toLowerCase()}@example.org` },
    password: MEMBER.password,
    profile: { nickname },
  });

/** The status that signing in is answered with. */
const signIn = async (nickname: string): Promise<number> =>
  api
    .post('/v2/login', { loginId: { email: `${nickname.toLowerCase()}@example.org` }, password: MEMBER.password })
    .then(({ state }) => (state === 'SUCCESS' ? 200 : 202))
    .catch((error: Error) => Number(error.message.slice(0, 3)));

describe('approval', () => {
  it('is switched on, and a half-made change is not lost by accident', async () => {
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

  it('shows on the home who waits, and lets them in from there', async () => {
    const { page, problems } = owner;
    for (const nickname of ['Mary', 'Olaudah', 'Rokeya', 'Ignatius']) await signUp(nickname);
    expect(await signIn('Mary')).not.toBe(200);
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: '4 members wait to be let in' }).waitFor();
    await page.getByRole('button', { name: 'Approve Mary' }).click();
    await page.getByText('Mary may sign in.').waitFor();
    await page.getByRole('heading', { name: '3 members wait to be let in' }).waitFor();
    expect(await signIn('Mary')).toBe(200);
    expect(problems).toEqual([]);
  });

  it('approves many at once', async () => {
    const { page, problems } = owner;
    await page.getByRole('link', { name: 'See all who wait' }).click();
    await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor();
    await page.getByRole('checkbox', { name: 'Choose Olaudah' }).check();
    await page.getByRole('checkbox', { name: 'Choose Rokeya' }).check();
    await page.getByRole('button', { name: 'Approve 2 chosen' }).click();
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

  it('is blocked after a question, and unblocked', async () => {
    const { page, problems } = owner;
    await page.getByRole('tab', { name: 'Active' }).click();
    await act('Rokeya', 'Block');
    await page.getByRole('dialog', { name: 'Block this member?' }).getByRole('button', { name: 'Block' }).click();
    await page.getByText('Rokeya is blocked.').waitFor();
    expect(await signIn('Rokeya')).toBe(403);
    await page.getByRole('tab', { name: 'Blocked' }).click();
    await act('Rokeya', 'Unblock');
    await page.getByText('Rokeya may sign in.').waitFor();
    expect(await signIn('Rokeya')).toBe(200);
    expect(problems).toEqual([]);
  });

  it('has fields that the owner makes up, and roles', async () => {
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

  it('is deleted after a question', async () => {
    const { page, problems } = owner;
    await page.goto('/dashboard/members');
    await act('Olaudah', 'Delete');
    await page.getByRole('button', { name: 'Delete member' }).click();
    await page.getByText('Olaudah is deleted.').waitFor();
    await page.getByRole('button', { name: 'Olaudah', exact: true }).waitFor({ state: 'detached' });
    expect(await signIn('Olaudah')).toBeGreaterThanOrEqual(400);
    expect(problems).toEqual([]);
  });

  it('is added by the owner, and the link to choose a password is kept in the outbox', async () => {
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

  const enter = async (values: Readonly<Record<string, string>>) => {
    for (const [label, value] of Object.entries(values)) {
      await owner.page.getByRole('textbox', { name: new RegExp(`^${label}`) }).fill(value);
    }
    await owner.page.getByRole('button', { name: 'Save' }).click();
    await owner.page.getByText('Not saved yet').waitFor({ state: 'hidden' });
  };

  it('says what is wrong with the mail server', async () => {
    const { page, problems } = owner;
    const closed = await closedPort();
    await page.goto('/dashboard/settings/mail');
    await page.getByText('No mail leaves yet').waitFor();
    await page.getByRole('switch', { name: 'Send through a mail server of your own' }).click();
    await page.getByLabel('Connection').selectOption('NONE');
    await enter({ Server: '127.0.0.1', Port: String(closed) });
    await page.getByRole('button', { name: 'Send test mail' }).click();
    await page
      .getByRole('alert')
      .getByText(/Nobody answers/)
      .waitFor();
    expect(problems.splice(0)).toEqual([expect.stringContaining('424')]);

    await enter({ Port: String(port), User: 'portico', Password: 'the wrong one' });
    await page.getByRole('button', { name: 'Send test mail' }).click();
    await page
      .getByRole('alert')
      .getByText(/did not accept the user and password \(535\)/)
      .waitFor();
    expect(problems.splice(0)).toEqual([expect.stringContaining('424')]);
    expect(received).toEqual([]);
  });

  it('sends a test mail, and shows neither the password nor what the server answered', async () => {
    const { page, problems } = owner;
    await enter({ Password: 'the right one' });
    await page.getByText('A password is kept.').waitFor();
    await page.getByRole('button', { name: 'Send test mail' }).click();
    await page.getByText('The mail server accepted the mail').waitFor();
    expect(received).toHaveLength(1);
    expect(await page.content()).not.toMatch(/the right one|kept for the journeys/);
    expect(problems).toEqual([]);
  });

  it('sends what was kept, from the outbox', async () => {
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

  it('takes words of the owner, seen in the preview before they are saved, and gives the built-in ones back', async () => {
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
    await page.getByRole('button', { name: 'Back to the built-in text' }).click();
    await page.getByRole('button', { name: 'Delete my text' }).click();
    await page.getByText('The built-in text is back.').waitFor();
    await preview.getByText('The key to My site').waitFor({ state: 'detached' });
    expect(await text.inputValue()).not.toContain('The key to');
    expect(problems).toEqual([]);
  });
});

describe('more members than a page holds', () => {
  it('are all chosen and deleted at once', async () => {
    const { page, problems } = owner;
    for (let reader = 1; reader <= 30; reader += 1) {
      await api.post('/v1/members', { member: { loginEmail: `reader-${reader}@example.org` } });
    }
    await page.goto('/dashboard/members?search=reader-');
    await page.getByText('1 to 25 of 30').waitFor();
    await page.getByRole('checkbox', { name: 'Choose all rows of this page' }).check();
    await page.getByText('25 chosen').waitFor();
    await page.getByRole('button', { name: 'Choose all 30' }).click();
    await page.getByRole('button', { name: 'Delete 30 chosen' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 30' }).click();
    await page.getByText('30 members are deleted.').waitFor();
    await page.getByText('Nobody found').waitFor();
    expect(problems).toEqual([]);
  });
});

/** A port of this machine that nobody answers at. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
