/** Every hosted page of signing in, in each of its states. Steps go by input names, so that they work in any language. */
import type { Texts } from '@portico/react/texts/index';
import type { Page } from 'playwright-core';
import type { Api } from '../support/api.ts';
import { linkIn, readMail } from '../support/mail.ts';
import { MEMBER } from '../support/sample.ts';
import type { Screen } from './screen.ts';

const NOTHING_ASKED = {
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

/** Sends the first form of the page as it is, past the browser's own checks. */
const send = (page: Page) =>
  page.evaluate(() => {
    const form = document.querySelector('main form') as HTMLFormElement;
    form.noValidate = true;
    form.requestSubmit();
  });

async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.locator(`main [name="${name}"]`).first().fill(value);
}

const filled = (values: Readonly<Record<string, string>>) => async (page: Page) => {
  await fill(page, values);
  await send(page);
};

const configured = (signIn: object) => (_page: Page, api: Api) =>
  api.configure({ theme: PLAIN, signIn: { ...NOTHING_ASKED, ...signIn } });

let people = 0;

/** Signs somebody new up, as the page of the site's settings has it. */
const signedUp = (signIn: object) => async (page: Page, api: Api) => {
  await configured(signIn)(page, api);
  people += 1;
  await page.context().clearCookies({ name: /portico-(session|step)/ });
  await page.goto('/sign-up');
  await filled({ email: `reader-${people}@example.org`, password: MEMBER.password })(page);
  await page.waitForURL((url) => url.pathname !== '/sign-up');
};

/** Opens the link of a mail for a new password. */
const linkOpened = async (page: Page, api: Api) => {
  await configured({})(page, api);
  await page.goto('/forgot-password');
  await filled({ email: MEMBER.email })(page);
  await page.getByText(MEMBER.email).waitFor();
  const mail = await readMail(api, 'RECOVERY', MEMBER.email);
  await page.goto(linkIn(mail, '/reset-password'));
};

export function identityScreens({ signIn, signUp, verifyEmail, ...texts }: Texts): readonly Screen[] {
  const { waiting, completeProfile, forgotPassword, newPassword, signedOut, validation, errors, fields } = texts;
  return [
    { name: 'sign-in', given: configured({}), path: '/sign-in', shows: signIn.forgot },
    {
      name: 'sign-in refused',
      path: '/sign-in',
      shows: errors['-19976'],
      problems: /401/,
      first: filled({ email: 'nobody@example.org', password: 'not the password' }),
    },
    { name: 'sign-up', path: '/sign-up', shows: signUp.already },
    {
      name: 'sign-up refused',
      path: '/sign-up',
      shows: errors['-19995'],
      problems: /409/,
      first: filled({ email: MEMBER.email, password: MEMBER.password }),
    },
    {
      name: 'sign-up with a weak password',
      path: '/sign-up',
      shows: validation.passwordTooCommon,
      problems: /400/,
      first: filled({ email: 'no address', password: 'password123' }),
    },
    {
      name: 'sign-up with fields',
      given: (_page, api) =>
        api.configure({
          members: { fields: OWN_FIELDS },
          signIn: { requiredFields: ['firstName', 'lastName', 'phone', ...OWN_FIELDS.map(({ key }) => key)] },
        }),
      path: '/sign-up',
      shows: fields.firstName,
    },
    {
      name: 'sign-up with fields refused',
      path: '/sign-up',
      shows: validation.url,
      problems: /400/,
      first: filled({ site: 'no address', shelf: 'no number', email: 'reader@example.org', password: MEMBER.password }),
    },
    {
      name: 'complete profile',
      // The fields are asked for only after somebody began without them, by a program that did not send them.
      given: async (page, api) => {
        people += 1;
        const email = `reader-${people}@example.org`;
        await api.post('/v2/register', { loginId: { email }, password: MEMBER.password });
        await page.goto('/sign-in');
        await filled({ email, password: MEMBER.password })(page);
        await page.waitForURL('**/complete-profile');
      },
      shows: completeProfile.button,
    },
    {
      name: 'sign-up closed',
      given: (_page, api) => api.configure({ members: { fields: [] }, signIn: { ...NOTHING_ASKED, signUp: 'CLOSED' } }),
      path: '/sign-up',
      shows: signUp.closedTitle,
    },
    {
      name: 'captcha',
      given: configured({ captcha: { mode: 'VISIBLE', provider: 'ALTCHA' } }),
      path: '/sign-up',
      shows: signUp.already,
      first: (page) => page.locator('altcha-widget input[type=checkbox]').waitFor(),
    },
    {
      name: 'verify e-mail',
      given: signedUp({ requireEmailVerification: true }),
      shows: verifyEmail.codeHelp,
    },
    {
      name: 'verify e-mail refused',
      path: '/verify-email',
      shows: errors.VERIFICATION_FAILED,
      problems: /400/,
      first: filled({ code: '000 000' }),
    },
    {
      name: 'verify e-mail resent',
      path: '/verify-email',
      shows: verifyEmail.resent,
      first: (page) => page.getByRole('button', { name: verifyEmail.resend }).click(),
    },
    { name: 'waiting', given: signedUp({ requireOwnerApproval: true }), shows: waiting.check },
    { name: 'forgot password', given: configured({}), path: '/forgot-password', shows: forgotPassword.button },
    {
      name: 'forgot password sent',
      path: '/forgot-password',
      shows: forgotPassword.confirmationHelp,
      first: filled({ email: 'reader@example.org' }),
    },
    { name: 'reset password', given: linkOpened, shows: newPassword.button },
    {
      name: 'reset password refused',
      shows: validation.passwordTooCommon,
      problems: /400/,
      first: filled({ newPassword: 'password123' }),
    },
    { name: 'link used', path: '/reset-password?token=used', shows: newPassword.requestLink },
    {
      name: 'activate',
      given: async (page, api) => {
        people += 1;
        const email = `reader-${people}@example.org`;
        const { member } = await api.post('/v1/members', { member: { loginEmail: email } });
        await api.post('/_api/iam/recovery/v1/activation-email', { identityId: member.id });
        await page.goto(linkIn(await readMail(api, 'ACTIVATION', email), '/activate'));
      },
      shows: newPassword.activateButton,
    },
    { name: 'signed out', path: '/signed-out', shows: signedOut.lead },
    { name: 'account deleted', path: '/signed-out?deleted', shows: signedOut.deletedLead },
    {
      name: 'sign-in in the colours of the site',
      given: (_page, api) =>
        api.configure({
          theme: {
            logoUrl: '/icon.svg',
            accentColor: '#7a1f5c',
            corners: 'ROUND',
            signInText: 'Come in, the tea is ready.',
          },
        }),
      path: '/sign-in',
      shows: 'Come in, the tea is ready.',
    },
    {
      name: 'sign-up in a bright colour',
      given: (_page, api) =>
        api.configure({ theme: { logoUrl: null, accentColor: '#ffd400', corners: 'SHARP', signInText: '' } }),
      path: '/sign-up',
      shows: signUp.already,
    },
  ];
}

/** What a member sees of the own account. */
export function accountScreens({ account, newPassword }: Texts): readonly Screen[] {
  const sendForm = (intent: string, values: Readonly<Record<string, string>>) => async (page: Page) => {
    const form = page.locator(`form:has([value="${intent}"])`);
    for (const [name, value] of Object.entries(values)) await form.locator(`[name="${name}"]`).fill(value);
    await form.locator('button').click();
  };
  return [
    {
      name: 'account',
      given: async (page, api) => {
        await api.configure({ theme: PLAIN, signIn: NOTHING_ASKED, members: { fields: OWN_FIELDS } });
        // Elsewhere first: another place stands in the list.
        for (let place = 0; place < 2; place += 1) {
          await page.context().clearCookies({ name: /portico-(session|step)/ });
          await page.goto('/sign-in');
          await filled({ email: MEMBER.email, password: MEMBER.password })(page);
          await page.waitForURL('**/account');
        }
      },
      path: '/account',
      shows: account.deleteButton,
    },
    { name: 'account saved', path: '/account?done=profile', shows: account.profileSaved },
    {
      name: 'account with a wrong password',
      path: '/account',
      shows: account.wrongPassword,
      problems: /40\d/,
      first: sendForm('password', { currentPassword: 'wrong', newPassword: 'a walk in the sun' }),
    },
    {
      name: 'account with a wrong address',
      path: '/account',
      shows: account.deleteMismatch,
      problems: /400/,
      first: sendForm('delete', { email: 'somebody@example.org' }),
    },
    { name: 'account ends', path: '/account#delete', shows: newPassword.changeButton },
  ];
}
