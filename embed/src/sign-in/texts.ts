import type { Language } from '@portico/domain';

interface SignInTexts {
  readonly signIn: string;
  readonly signOut: string;
  /** Replaces the name of a member who has none. */
  readonly account: string;
  readonly failed: string;
}

export const signInTexts: Readonly<Record<Language, SignInTexts>> = {
  en: {
    signIn: 'Sign in',
    signOut: 'Sign out',
    account: 'Your account',
    failed: 'This did not work. Please try again.',
  },
  de: {
    signIn: 'Anmelden',
    signOut: 'Abmelden',
    account: 'Ihr Konto',
    failed: 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
  },
  he: { signIn: 'כניסה', signOut: 'יציאה', account: 'החשבון שלך', failed: 'הפעולה נכשלה. אפשר לנסות שוב.' },
};
