import type { MailKind } from '@portico/domain/mail';

/** Titles of the mails and when each is sent, in the order in which a member receives them. */
export const kindTitles: Readonly<Record<MailKind, { title: string; trigger: string }>> = {
  VERIFY_EMAIL: { title: 'Code for the e-mail address', trigger: 'At sign-up, if members confirm their address.' },
  ACTIVATION: {
    title: 'Invitation to a new account',
    trigger: 'To people for whom you added an account, to choose a password.',
  },
  SET_PASSWORD: { title: 'Set a password', trigger: 'When you send a member a link from the list of members.' },
  RECOVERY: { title: 'Forgotten password', trigger: 'After “Forgot your password?”.' },
  APPROVAL_WAITING: { title: 'Sign-up waits for approval', trigger: 'To you, for each sign-up that waits.' },
  APPROVED: { title: 'Approved', trigger: 'To a member whom you approve.' },
  ADDRESS_TAKEN: {
    title: 'Address already has an account',
    trigger: 'When someone signs up with the address of a member.',
  },
  PASSWORD_CHANGED: { title: 'Password changed', trigger: 'For security, after every change of a password.' },
  NEW_DEVICE: { title: 'Sign-in on a new device', trigger: 'For security, at the first sign-in with a browser.' },
  EMAIL_CHANGED: { title: 'E-mail address changed', trigger: 'For security, to the previous address.' },
  ACCOUNT_DELETED: { title: 'Account deleted', trigger: 'After an account is deleted.' },
  WEBHOOK_DISABLED: { title: 'Webhook switched off', trigger: 'To you, when the receiver no longer exists.' },
  NEW_SUBMISSION: { title: 'New submission', trigger: 'To you, for each submission of a form, with its content.' },
  MORE_SUBMISSIONS: {
    title: 'More submissions',
    trigger: 'To you, with the number of further submissions in an hour.',
  },
  TEST: { title: 'Test mail', trigger: 'With the button in the mail settings.' },
};
