/** The hosted pages in each of their states. Inputs are found by name, so that the steps work in every language. */
import type { Texts } from '@portico/react/texts/index';
import type { Page } from 'playwright-core';
import type { Api } from '../support/api.ts';
import { linkIn, readMail } from '../support/mail.ts';
import { MEMBER } from '../support/sample.ts';
import type { Screen } from './screen.ts';

const OPEN_SIGN_UP = {
  signUp: 'OPEN',
  requireOwnerApproval: false,
  requireEmailVerification: false,
  requiredFields: [],
  captcha: { mode: 'OFF' },
};

const PLAIN = { logoUrl: null, accentColor: null, corners: 'ROUNDED', signInText: '' };

const OWN_FIELDS = [
  { key: 'about', name: 'What do you read?', type: 'TEXT', editableByMember: true },
  { key: 'branch', name: 'Branch', type: 'CHOICE', choices: ['City', 'Harbour'], editableByMember: true },
  { key: 'since', name: 'Reader since', type: 'DATE', editableByMember: true },
  { key: 'books', name: 'Favourite books', type: 'LIST', editableByMember: true },
  { key: 'news', name: 'Send me the newsletter', type: 'BOOLEAN', editableByMember: true },
  { key: 'site', name: 'Your own pages', type: 'URL', editableByMember: true },
  { key: 'shelf', name: 'Shelf', type: 'NUMBER', editableByMember: true },
];

/** Submits the first form of the page without the browser's validation. */
const send = (page: Page) =>
  page.evaluate(() => {
    const form = document.querySelector('main form') as HTMLFormElement;
    form.noValidate = true;
    form.requestSubmit();
  });

async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.locator(`main [name="${name}"]`).first().fill(value);
}

const fillAndSend = (values: Readonly<Record<string, string>>) => async (page: Page) => {
  await fill(page, values);
  await send(page);
};

const configure = (signIn: object) => (_page: Page, api: Api) =>
  api.configure({ theme: PLAIN, signIn: { ...OPEN_SIGN_UP, ...signIn } });

let registeredCount = 0;

/** Returns a function that signs a new member up with these sign-in settings. */
const signUpWith = (signIn: object) => async (page: Page, api: Api) => {
  await configure(signIn)(page, api);
  registeredCount += 1;
  await page.context().clearCookies({ name: /portico-(session|step)/ });
  await page.goto('/sign-up');
  await fillAndSend({ email: `reader-${registeredCount}@example.org`, password: MEMBER.password })(page);
  await page.waitForURL((url) => url.pathname !== '/sign-up');
};

/** Requests a recovery mail and opens its link. */
const openRecoveryLink = async (page: Page, api: Api) => {
  await configure({})(page, api);
  await page.goto('/forgot-password');
  await fillAndSend({ email: MEMBER.email })(page);
  await page.getByText(MEMBER.email).waitFor();
  const mail = await readMail(api, 'RECOVERY', MEMBER.email);
  await page.goto(linkIn(mail, '/reset-password'));
};

export function identityScreens({ signIn, signUp, verifyEmail, ...texts }: Texts): readonly Screen[] {
  const { waiting, completeProfile, forgotPassword, newPassword, signedOut, validation, errors, fields } = texts;
  return [
    { name: 'sign-in', prepare: configure({}), path: '/sign-in', visibleText: signIn.forgot },
    {
      name: 'sign-in with errors',
      path: '/sign-in',
      visibleText: errors['-19976'],
      expectedProblems: /401/,
      interact: fillAndSend({ email: 'nobody@example.org', password: 'not the password' }),
    },
    { name: 'sign-up', path: '/sign-up', visibleText: signUp.already },
    {
      name: 'sign-up with errors',
      path: '/sign-up',
      visibleText: errors['-19995'],
      expectedProblems: /409/,
      interact: fillAndSend({ email: MEMBER.email, password: MEMBER.password }),
    },
    {
      name: 'sign-up with a weak password',
      path: '/sign-up',
      visibleText: validation.passwordTooCommon,
      expectedProblems: /400/,
      interact: fillAndSend({ email: 'new-reader@example.org', password: 'password123' }),
    },
    {
      name: 'sign-up with fields',
      prepare: (_page, api) =>
        api.configure({
          members: { fields: OWN_FIELDS },
          signIn: { requiredFields: ['firstName', 'lastName', 'phone', ...OWN_FIELDS.map(({ key }) => key)] },
        }),
      path: '/sign-up',
      visibleText: fields.firstName,
    },
    {
      name: 'sign-up with fields with errors',
      path: '/sign-up',
      visibleText: validation.url,
      expectedProblems: /400/,
      interact: fillAndSend({
        site: 'no address',
        shelf: 'no number',
        email: 'reader@example.org',
        password: MEMBER.password,
      }),
    },
    {
      name: 'complete profile',
      // The page appears for members who were registered through the API without the required fields.
      prepare: async (page, api) => {
        registeredCount += 1;
        const email = `reader-${registeredCount}@example.org`;
        await api.post('/v2/register', { loginId: { email }, password: MEMBER.password });
        await page.goto('/sign-in');
        await fillAndSend({ email, password: MEMBER.password })(page);
        await page.waitForURL('**/complete-profile');
      },
      visibleText: completeProfile.button,
    },
    {
      name: 'sign-up closed',
      prepare: (_page, api) =>
        api.configure({ members: { fields: [] }, signIn: { ...OPEN_SIGN_UP, signUp: 'CLOSED' } }),
      path: '/sign-up',
      visibleText: signUp.closedTitle,
    },
    {
      name: 'captcha',
      prepare: configure({ captcha: { mode: 'VISIBLE', provider: 'ALTCHA' } }),
      path: '/sign-up',
      visibleText: signUp.already,
      interact: (page) => page.locator('altcha-widget input[type=checkbox]').waitFor(),
    },
    {
      name: 'verify e-mail',
      prepare: signUpWith({ requireEmailVerification: true }),
      visibleText: verifyEmail.codeHelp,
    },
    {
      name: 'verify e-mail with errors',
      path: '/verify-email',
      visibleText: errors.VERIFICATION_FAILED,
      expectedProblems: /400/,
      interact: fillAndSend({ code: '000 000' }),
    },
    {
      name: 'verify e-mail resent',
      path: '/verify-email',
      visibleText: verifyEmail.resent,
      interact: (page) => page.getByRole('button', { name: verifyEmail.resend }).click(),
    },
    { name: 'waiting', prepare: signUpWith({ requireOwnerApproval: true }), visibleText: waiting.check },
    { name: 'forgot password', prepare: configure({}), path: '/forgot-password', visibleText: forgotPassword.button },
    {
      name: 'forgot password sent',
      path: '/forgot-password',
      visibleText: forgotPassword.confirmationHelp,
      interact: fillAndSend({ email: 'reader@example.org' }),
    },
    { name: 'reset password', prepare: openRecoveryLink, visibleText: newPassword.button },
    {
      name: 'reset password with errors',
      visibleText: validation.passwordTooCommon,
      expectedProblems: /400/,
      interact: fillAndSend({ newPassword: 'password123' }),
    },
    { name: 'link used', path: '/reset-password?token=used', visibleText: newPassword.requestLink },
    {
      name: 'activate',
      prepare: async (page, api) => {
        registeredCount += 1;
        const email = `reader-${registeredCount}@example.org`;
        const { member } = await api.post('/v1/members', { member: { loginEmail: email } });
        await api.post('/_api/iam/recovery/v1/activation-email', { identityId: member.id });
        await page.goto(linkIn(await readMail(api, 'ACTIVATION', email), '/activate'));
      },
      visibleText: newPassword.activateButton,
    },
    { name: 'signed out', path: '/signed-out', visibleText: signedOut.lead },
    { name: 'account deleted', path: '/signed-out?deleted', visibleText: signedOut.deletedLead },
    {
      name: 'sign-in in the colours of the site',
      prepare: (_page, api) =>
        api.configure({
          theme: {
            logoUrl: '/icon.svg',
            accentColor: '#7a1f5c',
            corners: 'ROUND',
            signInText: 'Come in, the tea is ready.',
          },
        }),
      path: '/sign-in',
      visibleText: 'Come in, the tea is ready.',
    },
    {
      name: 'sign-up in a bright colour',
      prepare: (_page, api) =>
        api.configure({ theme: { logoUrl: null, accentColor: '#ffd400', corners: 'SHARP', signInText: '' } }),
      path: '/sign-up',
      visibleText: signUp.already,
    },
  ];
}

/** The account pages of a member. */
export function accountScreens({ account, newPassword }: Texts): readonly Screen[] {
  const sendForm = (intent: string, values: Readonly<Record<string, string>>) => async (page: Page) => {
    const form = page.locator(`form:has([value="${intent}"])`);
    for (const [name, value] of Object.entries(values)) await form.locator(`[name="${name}"]`).fill(value);
    await form.locator('button').click();
  };
  return [
    {
      name: 'account',
      prepare: async (page, api) => {
        await api.configure({ theme: PLAIN, signIn: OPEN_SIGN_UP, members: { fields: OWN_FIELDS } });
        // Two sign-ins, so that the list of sessions has another session.
        for (let session = 0; session < 2; session += 1) {
          await page.context().clearCookies({ name: /portico-(session|step)/ });
          await page.goto('/sign-in');
          await fillAndSend({ email: MEMBER.email, password: MEMBER.password })(page);
          await page.waitForURL('**/account');
        }
      },
      path: '/account',
      visibleText: account.deleteButton,
    },
    { name: 'account saved', path: '/account?done=profile', visibleText: account.profileSaved },
    {
      name: 'account with a wrong password',
      path: '/account',
      visibleText: account.wrongPassword,
      expectedProblems: /40\d/,
      interact: sendForm('password', { currentPassword: 'wrong', newPassword: 'a walk in the sun' }),
    },
    {
      name: 'account with a wrong address',
      path: '/account',
      visibleText: account.deleteMismatch,
      expectedProblems: /400/,
      interact: sendForm('delete', { email: 'somebody@example.org' }),
    },
    { name: 'account ends', path: '/account#delete', visibleText: newPassword.changeButton },
  ];
}
