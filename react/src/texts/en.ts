import { formErrorsEn } from './form-errors-en.ts';
import { formsEn } from './forms-en.ts';

/** English texts. They define the type of all languages. Inserted values are plain text, never markup. */
export const en = {
  /** The language of these texts (BCP 47), in which dates and amounts are formatted. */
  language: 'en',
  fields: {
    email: 'E-mail',
    password: 'Password',
    newPassword: 'New password',
    currentPassword: 'Current password',
    firstName: 'First name',
    lastName: 'Last name',
    nickname: 'Name',
    phone: 'Phone',
    company: 'Company',
    birthdate: 'Date of birth',
    optional: 'optional',
    choose: 'Choose…',
    nicknameHelp: 'Other members see you under this name.',
    listHelp: 'One entry per line.',
    passwordHelp: (shortest: number) => `At least ${shortest} characters. Several words make a good password.`,
  },
  validation: {
    required: 'This cannot be left empty.',
    email: 'Enter an e-mail address, like name@example.org.',
    passwordTooShort: (shortest: number) => `Use at least ${shortest} characters.`,
    passwordTooLong: (longest: number) => `Use at most ${longest} characters.`,
    passwordTooCommon: 'Many people use this password, so it is easy to guess. Choose another one.',
    passwordIsEmail: 'Your e-mail address is easy to guess. Choose another password.',
    passwordRefused: 'This password is not allowed. Choose another one.',
    tooLong: (longest: number) => `Use at most ${longest} characters.`,
    number: 'Enter a number.',
    date: 'Enter a date.',
    url: 'Enter a web address, like https://example.org.',
    choice: 'Choose one of the available options.',
    other: 'This answer has the wrong format.',
  },
  errors: {
    '-19970': 'We could not verify that you are human. Please try again.',
    '-19971': 'Please confirm that you are human, and send the form again.',
    '-19973': 'Please set a new password before signing in: “Forgot your password?” sends you a link.',
    '-19976': 'The e-mail address or the password is wrong.',
    '-19995': 'An account with this address already exists. Sign in instead.',
    '-19999': 'There is no account with this e-mail address.',
    MEMBER_BLOCKED: 'This account has been blocked. Please contact the owner of the site.',
    SIGN_UP_CLOSED: 'This site does not accept new members at the moment.',
    SLUG_ALREADY_EXISTS: 'Somebody already uses this name. Choose another one.',
    VERIFICATION_FAILED: 'The code is wrong or has expired. Use the one from the latest e-mail, or request a new one.',
    SESSION_NOT_FOUND: 'This session has already ended.',
    FOREIGN_ORIGIN:
      'This page was opened at a different address than the site’s own. Open the site at its own address and try again.',
    TOO_MANY_REQUESTS: (seconds: number) =>
      `There were too many attempts. Please wait ${formatWait(seconds)} and try again.`,
    other: 'This did not work. Please try again.',
  },
  signIn: {
    title: 'Sign in',
    lead: (site: string) => `Good to see you again at ${site}.`,
    button: 'Sign in',
    forgot: 'Forgot your password?',
    newHere: 'New here?',
    toSignUp: 'Sign up',
  },
  signUp: {
    title: 'Sign up',
    lead: (site: string) => `Become a member of ${site}.`,
    button: 'Sign up',
    already: 'Already a member?',
    toSignIn: 'Sign in',
    closedTitle: 'No new members at the moment',
    closedLead: (site: string) =>
      `${site} does not accept new members at the moment. Existing members can still sign in.`,
  },
  verifyEmail: {
    title: 'Check your mail',
    lead: (email: string) => `We have sent a code of six digits to ${email}.`,
    code: 'Code from the mail',
    codeHelp: 'It may take a minute to arrive. Please also check your spam folder.',
    button: 'Continue',
    nothingCame: 'No mail received?',
    resend: 'Send a new code',
    resent: 'A new code is on its way.',
    otherAddress: 'Use another address',
  },
  completeProfile: {
    title: 'Almost there',
    lead: (site: string) => `${site} would like to know a little more about you.`,
    button: 'Continue',
  },
  waiting: {
    title: 'Waiting for approval',
    lead: (site: string) => `Thank you for signing up. The team of ${site} reviews each new member.`,
    text: (email: string) =>
      `We will send an e-mail to ${email} as soon as you are approved. You do not need to do anything until then.`,
    check: 'Sign in again',
  },
  forgotPassword: {
    title: 'Forgot your password?',
    lead: 'Enter your e-mail address, and we will send you a link for setting a new password.',
    button: 'Send the link',
    confirmationTitle: 'Check your mail',
    confirmation: (email: string) => `If there is an account with ${email}, a link has been sent to it.`,
    confirmationHelp: 'It may take a minute to arrive. Please also check your spam folder.',
    again: 'Try another address',
    toSignIn: 'Back to sign-in',
  },
  newPassword: {
    title: 'Set a new password',
    lead: (email: string) => `For the account of ${email}. You will be signed out on all other devices.`,
    button: 'Save and sign in',
    activateTitle: 'Activate your account',
    activateLead: (email: string) => `Choose a password for ${email} to finish.`,
    activateButton: 'Activate my account',
    changeButton: 'Change the password',
    expiredTitle: 'This link no longer works',
    expiredLead: 'Links work only once and for a limited time. Request a new one by e-mail.',
    requestLink: 'Request a new link',
  },
  account: {
    title: 'Your account',
    memberSince: 'Member since',
    profile: 'Profile',
    saveProfile: 'Save',
    profileSaved: 'Your profile has been saved.',
    password: 'Password',
    passwordLead: 'A new password signs you out on all other devices.',
    noPasswordYet: 'To set a password for the first time, or if you have forgotten it, request a link by e-mail.',
    passwordSaved: 'Your password has been changed. You are signed out on all other devices.',
    wrongPassword: 'This is not your current password.',
    sessions: 'Where you are signed in',
    sessionsLead: 'If you do not recognise one of these, sign out there and change your password.',
    thisDevice: 'This device',
    lastUsed: (time: string) => `Last used ${time}`,
    signedInOn: (date: string) => `signed in on ${date}`,
    app: (name: string) => `in the app ${name}`,
    endSession: 'Sign out there',
    endSessionOf: (device: string) => `Sign out there: ${device}`,
    sessionEnded: 'You have been signed out there.',
    endOthers: 'Sign out everywhere else',
    othersEnded: 'You are signed out on all other devices.',
    data: 'Your data',
    dataLead: 'All data that this site stores about you, in a machine-readable file (JSON).',
    download: 'Download my data',
    delete: 'Delete the account',
    deleteLead: 'This cannot be undone. Your account, your profile and your sessions are deleted immediately.',
    deleteConfirm: 'To confirm, enter your e-mail address',
    deleteButton: 'Delete my account permanently',
    deleteMismatch: 'This is not the address of your account.',
    signOut: 'Sign out',
  },
  signedOut: {
    title: 'You are signed out',
    lead: 'See you soon.',
    deletedTitle: 'Your account is deleted',
    deletedLead: 'Thank you for being a member. You are welcome back at any time.',
    toSignIn: 'Sign in again',
    home: 'To the home page',
  },
  userButton: {
    menu: (name: string) => `Account of ${name}`,
    account: 'Your account',
  },
  access: {
    signIn: 'Please sign in to see this.',
    denied: 'Your account does not have access to this.',
  },
  items: {
    empty: 'There is nothing here yet.',
    more: 'Show more',
    failed: 'This could not be loaded.',
    retry: 'Try again',
    missing: 'This does not exist, or you may not see it.',
  },
  devices: {
    both: (browser: string, system: string) => `${browser} on ${system}`,
    unknown: 'Unknown device',
  },
  captcha: {
    title: 'Are you a person?',
    needsScript:
      'This site checks that forms are sent by people. The check needs JavaScript: please allow it for this page, and reload.',
    cannotLoad: 'The captcha could not be loaded. Please reload the page.',
  },
  /** Prefix of the title of a page with errors, so that screen readers announce it first. */
  problem: (title: string) => `Problem: ${title}`,
  forms: formsEn,
  formErrors: formErrorsEn,
};

/** The texts of all components in one language. */
export type Texts = typeof en;

function formatWait(seconds: number): string {
  if (seconds <= 60) return 'a minute';
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} minutes` : minutes <= 90 ? 'an hour' : `${Math.ceil(minutes / 60)} hours`;
}
