/** The account of a dashboard user: sign-in, password, sessions and recovery. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SmtpFixture, startSmtp } from '../server/src/mail/testing/smtp-server.ts';
import {
  OWNER,
  OWNER_ENV,
  PASSWORD,
  START_TIMEOUT_MS,
  startEnvironment,
  startSecondEnvironment,
  type TestEnvironment,
} from './support/environment.ts';
import { inspectScreen } from './support/inspect-screen.ts';

const NEW_PASSWORD = 'another long password';
const LAST_PASSWORD = 'the password from the mail';

let environment: TestEnvironment;
let mails: SmtpFixture;
beforeAll(async () => {
  mails = await startSmtp();
  environment = await startEnvironment({ ...OWNER_ENV, PORTICO_SMTP_URL: `smtp://127.0.0.1:${mails.port}` });
}, START_TIMEOUT_MS);
afterAll(async () => {
  await environment?.close();
  await mails?.stop();
});

async function fillSignIn(page: Page, password: string): Promise<void> {
  // Waits for the heading, because the recovery page has an e-mail field, too.
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByLabel('E-mail').fill(OWNER.email);
  await page.getByLabel(PASSWORD).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function openAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Password and sessions' }).click();
  await page.getByRole('heading', { name: 'Your account', level: 1 }).waitFor();
}

describe('the sign-in', () => {
  it.each([
    '/dashboard/collections/Books?search=sea&sort=title',
    '/dashboard/settings/mail/outbox',
    '/dashboard/members#content',
    '/dashboard/nothing-here',
  ])('returns to %s', async (path) => {
    const { page, problems, close } = await environment.open();
    await page.goto(path);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await fillSignIn(page, OWNER.password);
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await expect.poll(() => page.url()).toBe(`${environment.product.url}${path}`);
    expect(problems).toEqual([]);
    await close();
  });

  it('returns to the requested page after a wrong password, a reload and a visit to the recovery page', async () => {
    const { page, close } = await environment.open();
    await page.goto('/dashboard/settings/keys');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await fillSignIn(page, 'not the password');
    await page.getByRole('alert').waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('link', { name: 'Back to the sign-in' }).click();
    await fillSignIn(page, OWNER.password);
    await page.getByRole('button', { name: 'New key' }).first().waitFor();
    expect(page.url()).toBe(`${environment.product.url}/dashboard/settings/keys`);
    await close();
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example/', '/dashboard/../../evil', '/\t/evil.example'])(
    'stays in the dashboard if the next parameter is %j',
    async (next) => {
      const { page, close } = await environment.open();
      await page.goto(`/dashboard/sign-in?next=${encodeURIComponent(next)}`);
      await fillSignIn(page, OWNER.password);
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
      expect(page.url()).toMatch(`${environment.product.url}/dashboard`);
      await close();
    },
  );
});

describe('the account', () => {
  it('ends other sessions when the password is changed, and they return to their page after sign-in', async () => {
    const [thisSession, otherSession] = [await environment.open(), await environment.open()];
    for (const { page } of [thisSession, otherSession]) {
      await page.goto('/dashboard/members');
      await fillSignIn(page, OWNER.password);
      await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor();
    }
    await openAccount(thisSession.page);
    const form = thisSession.page.getByRole('region', { name: 'Password' });
    const fill = async (currentPassword: string, newPassword: string, repeatedPassword = newPassword) => {
      await form.getByLabel(/^Current password/).fill(currentPassword);
      await form.getByLabel(/^New password/).fill(newPassword);
      await form.getByLabel(/^Repeat the new password/).fill(repeatedPassword);
      await form.getByRole('button', { name: 'Change password' }).click();
    };
    await fill(OWNER.password, NEW_PASSWORD, 'something else');
    await form.getByText('The two passwords differ.').waitFor();
    await fill('not the password', NEW_PASSWORD);
    await form.getByText('is not your current password').waitFor();
    expect(thisSession.problems.splice(0)).toEqual([expect.stringContaining('400')]);
    await fill(OWNER.password, NEW_PASSWORD);
    await thisSession.page.getByText('Your password is changed.').waitFor();

    await otherSession.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contacts' }).click();
    await otherSession.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await fillSignIn(otherSession.page, NEW_PASSWORD);
    await otherSession.page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor();
    expect(thisSession.problems).toEqual([]);
    await thisSession.close();
    await otherSession.close();
  });

  it('lists the sessions, ends one, and signs out everywhere', async () => {
    const [thisSession, otherSession] = [await environment.open(), await environment.open()];
    for (const { page } of [thisSession, otherSession]) {
      await page.goto('/dashboard/account');
      await fillSignIn(page, NEW_PASSWORD);
      await page.getByRole('heading', { name: 'Your account', level: 1 }).waitFor();
    }
    await thisSession.page.reload();
    const sessions = thisSession.page.getByRole('region', { name: 'Sessions' });
    await sessions.getByText('This browser').waitFor();
    expect(await inspectScreen(thisSession.page, 'account')).toEqual([]);
    const count = await sessions.getByRole('listitem').count();
    // The list starts with this session, followed by the most recently used one.
    await sessions.getByRole('button', { name: 'End the session of Chrome on Linux' }).first().click();
    await thisSession.page.getByRole('dialog').getByRole('button', { name: 'End session' }).click();
    await thisSession.page.getByText('The session of Chrome on Linux has ended.').waitFor();
    await expect.poll(() => sessions.getByRole('listitem').count()).toBe(count - 1);
    await otherSession.page.reload();
    await otherSession.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await fillSignIn(otherSession.page, NEW_PASSWORD);
    await otherSession.page.getByRole('heading', { name: 'Your account', level: 1 }).waitFor();

    await sessions.getByRole('button', { name: 'Sign out everywhere' }).click();
    await thisSession.page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    for (const { page } of [thisSession, otherSession]) {
      if (page === otherSession.page) await page.reload();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    }
    expect(thisSession.problems).toEqual([]);
    await thisSession.close();
    await otherSession.close();
  });
});

describe('a forgotten password', () => {
  it('is reset with a link sent by mail', async () => {
    const { page, problems, close } = await environment.open();
    await page.goto('/dashboard/sign-in');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByText('Enter your e-mail address.').waitFor();
    await page.getByLabel('E-mail').fill(OWNER.email);
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByText('Check your mailbox').waitFor();
    expect(await inspectScreen(page, 'forgot password')).toEqual([]);
    await expect.poll(() => mails.received.length, { timeout: 20_000 }).toBe(1);
    const link = /http\S+#token=[\w-]+/.exec(mails.received[0]?.text ?? '')?.[0] as string;
    await page.goto(link);
    await page.getByRole('heading', { name: 'Choose your password' }).waitFor();
    await page.getByLabel(PASSWORD).fill(LAST_PASSWORD);
    await page.getByLabel('Password again').fill(LAST_PASSWORD);
    await page.getByRole('button', { name: 'Save and sign in' }).click();
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it(
    'is reset by a command that the page names if the installation sends no mail',
    async () => {
      const second = await startSecondEnvironment(environment, OWNER_ENV);
      const { page, problems, close } = await second.open();
      await page.goto('/dashboard/forgot-password');
      await page.getByLabel('E-mail').fill(OWNER.email);
      await page.getByRole('button', { name: 'Send me a link' }).click();
      await page.getByText(`owner reset-password --email ${OWNER.email}`).waitFor();
      expect(await inspectScreen(page, 'forgot password without mail')).toEqual([]);
      expect(problems).toEqual([]);
      await close();
      await second.close();
    },
    START_TIMEOUT_MS,
  );
});
