import type { MailKind } from '@portico/domain/mail';

/** What each mail is for, in the order a member meets them. */
export const kindTitles: Readonly<Record<MailKind, { title: string; sent: string }>> = {
  VERIFY_EMAIL: { title: 'Code for the e-mail address', sent: 'At the sign-up, when addresses are confirmed.' },
  ACTIVATION: { title: 'Invitation to a new account', sent: 'To people who got an account, to choose a password.' },
  SET_PASSWORD: { title: 'Set a password', sent: 'When you mail a member a link from the list of members.' },
  RECOVERY: { title: 'Forgotten password', sent: 'After “forgot password”.' },
  APPROVAL_WAITING: { title: 'Somebody waits for approval', sent: 'To you, for each sign-up that waits.' },
  APPROVED: { title: 'Approved', sent: 'To a member whom you let in.' },
  ADDRESS_TAKEN: { title: 'Address has an account already', sent: 'When somebody signs up with a known address.' },
  PASSWORD_CHANGED: { title: 'Password changed', sent: 'For safety, after every change of a password.' },
  NEW_DEVICE: { title: 'Sign-in on a new device', sent: 'For safety, at the first sign-in with a browser.' },
  EMAIL_CHANGED: { title: 'E-mail address changed', sent: 'For safety, to the former address.' },
  ACCOUNT_DELETED: { title: 'Account deleted', sent: 'After an account is deleted.' },
  WEBHOOK_DISABLED: { title: 'Webhook switched off', sent: 'To you, when a receiver is gone for good.' },
  NEW_SUBMISSION: { title: 'New submission', sent: 'To you, for each submission of a form, with what it says.' },
  MORE_SUBMISSIONS: { title: 'More submissions', sent: 'To you, when many come in one hour: how many more.' },
  TEST: { title: 'Test mail', sent: 'By the button of the mail settings.' },
};
