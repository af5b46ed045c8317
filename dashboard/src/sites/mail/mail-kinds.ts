import type { MailKind } from '@portico/domain/mail';

/** Titles of the mails and when each is sent, in the order in which a member receives them. */
export const kindTitles: Readonly<Record<MailKind, { title: string; trigger: string }>> = {
  VERIFY_EMAIL: {
    title: 'Code for the e-mail address',
    trigger: 'Sent at sign-up if members must confirm their address.',
  },
  ACTIVATION: {
    title: 'Invitation to a new account',
    trigger: 'Sent to people for whom you added an account, so that they choose a password.',
  },
  SET_PASSWORD: {
    title: 'Set a password',
    trigger: 'Sent when you choose, in the list of members, to mail someone a link for setting a password.',
  },
  RECOVERY: { title: 'Forgotten password', trigger: 'Sent when someone uses “Forgot your password?”.' },
  APPROVAL_WAITING: {
    title: 'Sign-up waits for approval',
    trigger: 'Sent to you for each sign-up that waits for approval.',
  },
  APPROVED: { title: 'Approved', trigger: 'Sent to a member whom you approve.' },
  ADDRESS_TAKEN: {
    title: 'Address already has an account',
    trigger: 'Sent when someone signs up with the address of a member.',
  },
  PASSWORD_CHANGED: { title: 'Password changed', trigger: 'Sent to the member after every password change.' },
  NEW_DEVICE: { title: 'Sign-in on a new device', trigger: 'Sent to the member at the first sign-in from a browser.' },
  EMAIL_CHANGED: {
    title: 'E-mail address changed',
    trigger: 'Sent to the previous address, in case somebody else changed it.',
  },
  ACCOUNT_DELETED: { title: 'Account deleted', trigger: 'Sent after an account is deleted.' },
  WEBHOOK_DISABLED: { title: 'Webhook switched off', trigger: 'Sent to you when the receiver no longer exists.' },
  NEW_SUBMISSION: { title: 'New submission', trigger: 'Sent to you for each submission of a form, with its content.' },
  MORE_SUBMISSIONS: {
    title: 'More submissions',
    trigger: 'Sent to you once for many submissions within an hour, with their number.',
  },
  TEST: { title: 'Test mail', trigger: 'Sent with the button in the mail settings.' },
};
