import { PorticoError } from '@portico/sdk';

/** The signed request of the app that sent the visitor here to sign in; null where nobody waits. */
export const requestOf = (request: Request): string | null => new URL(request.url).searchParams.get('state');

export function credentialsOf(form: FormData): { email: string; password: string; request?: string } {
  const request = String(form.get('request') ?? '');
  return {
    email: String(form.get('email') ?? '').trim(),
    password: String(form.get('password') ?? ''),
    ...(request ? { request } : {}),
  };
}

const SENTENCES: Readonly<Record<string, string>> = {
  // One sentence for both: which addresses have an account is nobody's business.
  '-19976': 'The e-mail address or the password is wrong.',
  '-19999': 'The e-mail address or the password is wrong.',
  '-19973': 'Please set a new password before signing in.',
  '-19995': 'There is an account with this address already. Sign in instead.',
  MEMBER_BLOCKED: 'This account has been blocked. Please ask the owner of the site.',
  SIGN_UP_CLOSED: 'This site takes no new members at the moment.',
  TOO_MANY_REQUESTS: 'There were too many attempts. Please wait a minute and try again.',
  FOREIGN_ORIGIN:
    'This page was opened under another address than the site’s own. Open the site by its own address and try again.',
};

/** What the sign-in page says of a refusal. @throws what is no refusal */
export function signInErrorOf(error: unknown): { status: number; text: string } {
  if (!(error instanceof PorticoError) || error.status >= 500) throw error;
  return { status: error.status, text: SENTENCES[error.code] ?? 'The e-mail address or the password is wrong.' };
}

interface SignUpErrors {
  form?: string;
  email?: string;
  password?: string;
}

/** What the sign-up page says of a refusal, at its place. @throws what is no refusal */
export function signUpErrorsOf(error: unknown): { status: number; errors: SignUpErrors } {
  if (!(error instanceof PorticoError) || error.status >= 500) throw error;
  const { status, code, violations } = error;
  if (code === '-19995') return { status, errors: { email: SENTENCES[code] } };
  if (violations.length === 0) return { status, errors: { form: SENTENCES[code] ?? error.message } };
  const errors: SignUpErrors = {};
  for (const { field, description } of violations) {
    if (field.endsWith('email')) errors.email = 'Enter an e-mail address, like name@example.org.';
    else if (field.endsWith('password')) errors.password = `The password ${description}.`;
    else errors.form = `${field} ${description}.`;
  }
  return { status, errors };
}
