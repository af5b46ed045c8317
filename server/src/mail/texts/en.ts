import type { LanguageTexts } from './texts.ts';

export const en: LanguageTexts = {
  linkHint: 'If the button does not work, open this address:',
  footer: 'This mail was sent by {siteName}.',
  kinds: {
    VERIFY_EMAIL: {
      subject: '{code} is your code for {siteName}',
      heading: 'Confirm your e-mail address',
      text: 'Enter this code on the page that asked for it:\n\n{code}\n\nIt is valid for 30 minutes. Never share it with anyone, whoever asks.\n\nIf you did not ask for a code, you can ignore this mail.',
      button: '',
    },
    RECOVERY: {
      subject: 'Reset your password for {siteName}',
      heading: 'Choose a new password',
      text: 'Somebody, probably you, asked to reset the password of your account at {siteName}. The link works once, and only for a short time.\n\nIf it was not you, ignore this mail: your password stays as it is.',
      button: 'Choose a new password',
    },
    ACTIVATION: {
      subject: 'Activate your account at {siteName}',
      heading: 'Welcome to {siteName}',
      text: 'One step is left: activate your account, and you can sign in. The link works once.\n\nIf you did not ask for an account, you can ignore this mail.',
      button: 'Activate my account',
    },
    SET_PASSWORD: {
      subject: 'Set your password for {siteName}',
      heading: 'Set your password',
      text: 'There is an account for you at {siteName}. Choose a password to sign in with. The link works once.',
      button: 'Set my password',
    },
    ADDRESS_TAKEN: {
      subject: 'You already have an account at {siteName}',
      heading: 'You already have an account',
      text: 'Somebody, probably you, tried to register with this address at {siteName}. There is no need to: you have an account here. Sign in with it, or reset your password if you have forgotten it.\n\nIf it was not you, nothing has happened to your account.',
      button: 'Reset my password',
    },
    APPROVED: {
      subject: 'Welcome to {siteName}: your account is approved',
      heading: 'Your account is approved',
      text: 'Good news: your account at {siteName} has been approved. You can sign in now.',
      button: 'Sign in',
    },
    APPROVAL_WAITING: {
      subject: 'A new member of {siteName} is waiting for your approval',
      heading: 'A new member is waiting',
      text: '{memberEmail} has registered at {siteName} and can sign in once you approve.',
      button: 'View the request',
    },
    PASSWORD_CHANGED: {
      subject: 'Your password for {siteName} was changed',
      heading: 'Your password was changed',
      text: 'The password of your account at {siteName} was changed on {time}. If that was you, you need not do anything.\n\nIf it was not you, reset your password now: that also signs out everybody else.',
      button: 'Secure my account',
    },
    NEW_DEVICE: {
      subject: 'New sign-in to {siteName}',
      heading: 'A new device has signed in',
      text: 'Your account at {siteName} was used from a new device.\n\nDevice: {device}\nAddress: {address}\nTime: {time}\n\nIf that was you, you need not do anything. If not, open your account, end the session and change your password.',
      button: 'Open my account',
    },
    EMAIL_CHANGED: {
      subject: 'Your e-mail address at {siteName} was changed',
      heading: 'Your e-mail address was changed',
      text: 'The e-mail address of your account at {siteName} is now {newEmail}. Mails will go there from now on.\n\nIf you did not change it, tell the owner of the site without delay.',
      button: '',
    },
    ACCOUNT_DELETED: {
      subject: 'Your account at {siteName} was deleted',
      heading: 'Your account was deleted',
      text: 'Your account at {siteName} has been deleted. It cannot be brought back, and you are signed out everywhere.\n\nThank you for having been with us.',
      button: '',
    },
    WEBHOOK_DISABLED: {
      subject: 'A webhook of {siteName} was switched off',
      heading: 'A webhook was switched off',
      text: 'The address below no longer accepts the events of {siteName}, so nothing is sent to it any more:\n\n{webhookUrl}\n\nThe delivery log shows its responses. Once it works again, switch the webhook on.',
      button: 'View the webhooks',
    },
    NEW_SUBMISSION: {
      subject: 'New submission: {formName}',
      heading: 'Somebody filled in {formName}',
      text: 'The form {formName} of {siteName} was just submitted. The submission:',
      button: 'Open the submission',
    },
    MORE_SUBMISSIONS: {
      subject: '{count} more submissions: {formName}',
      heading: 'And {count} more',
      text: 'The form {formName} of {siteName} was submitted so often that not every submission got its own mail. Submissions without a mail so far: {count}.',
      button: 'View the submissions',
    },
    TEST: {
      subject: 'Test mail from {siteName}',
      heading: 'Mail works',
      text: 'This is a test. If you can read it, {siteName} can send mail.',
      button: '',
    },
  },
};
