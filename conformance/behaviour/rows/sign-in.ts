/** Registration, sign-in, verification and recovery, with the result of each state and code. */
import type { LoginResult } from '../../../sdk/src/index.ts';
import type { BehaviourClient } from '../client.ts';
import type { App, Policy } from '../fixture.ts';
import { type Row, rejectionRows, type Subject, successRows } from '../row.ts';

const PASSWORD = 'a long enough password';
let count = 0;
/** Returns a new e-mail address on each call, because both clients register members on the same policy sites. */
const newEmail = (): string => `person-${++count}-${Math.random().toString(36).slice(2)}@example.org`;

/** Returns a result without its secrets and without the error text, which comes from the server. */
function normalizeResult(result: unknown) {
  const { loginState, errorCode, error, data } = result as LoginResult & {
    errorCode?: string;
    error?: string;
    data?: object;
  };
  return { loginState, errorCode, hasError: error !== undefined, data: Object.keys(data ?? {}).sort() };
}

const visitorOf = ({ newVisitor, fixture }: Subject, policy?: Policy): BehaviourClient =>
  newVisitor(policy && fixture.policies[policy].clientId);
const register = (client: BehaviourClient, email = newEmail(), extraOptions: object = {}) =>
  client.auth.register({ email, password: PASSWORD, ...extraOptions });

/** Returns a function that registers a member on the site of a policy, or on the fixture's own site without one. */
const registerOn =
  (policy?: Policy, more: object = {}): Row['run'] =>
  async (s) =>
    normalizeResult(await register(visitorOf(s, policy), newEmail(), more));

/** Signs in as the member of the fixture. `change` replaces the e-mail address or the password. */
const login = async ({ newVisitor, fixture }: Subject, change: object = {}) => {
  const { email, password } = fixture.member;
  return newVisitor().auth.login({ email, password, ...change });
};

/** Maximum number of attempts to read a mail. Several are needed, because a worker stores it after the response. */
const MAX_ATTEMPTS = 1_000;

/** Returns the six-digit code that was sent to an address. Without a mail server, the mail is in the outbox. */
async function readMailedCode({ fixture }: Subject, { siteId }: App, email: string): Promise<string> {
  const get = async (rest: string) => {
    const headers = { authorization: fixture.ownerToken, 'wix-site-id': siteId };
    return (await fetch(`${fixture.url}/portico/v1/mail/outbox${rest}`, { headers })).json();
  };
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const { mails } = await get('?paging.limit=200');
    const mail = mails.find(({ recipient }: { recipient: string }) => recipient === email);
    const text = mail && (await get(`/${mail.mailId}`)).content?.text;
    const code = /\b\d{6}\b/.exec(text ?? '')?.[0];
    if (code) return code;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`No code was mailed to ${email}.`);
}

/** Registers a member whose address must be verified. */
async function registerUnverified(s: Subject) {
  const client = visitorOf(s, 'verification');
  const email = newEmail();
  const result = await register(client, email);
  return { client, email, result, code: await readMailedCode(s, s.fixture.policies.verification, email) };
}

export const signInRows = [
  ...successRows('register', {
    'succeeds with a session token': registerOn(),
    'accepts a profile': registerOn(undefined, { profile: { firstName: 'Ada', lastName: 'Lovelace' } }),
    'of a taken address': async (s) => normalizeResult(await register(visitorOf(s), s.fixture.member.email)),
    'of an invalid address': async (s) => normalizeResult(await register(visitorOf(s), 'no address')),
    'with a password that is too short': async (s) =>
      normalizeResult(await visitorOf(s).auth.register({ email: newEmail(), password: 'x' })),
    'waits for the verification of the address': registerOn('verification'),
    'waits for the owner': registerOn('approval'),
    'without a captcha': registerOn('captcha'),
    'with an invalid captcha': registerOn('captcha', { captchaTokens: { recaptchaToken: 'made up' } }),
    'with an invalid captcha of the other kind': registerOn('captcha', {
      captchaTokens: { invisibleRecaptchaToken: 'made up' },
    }),
    'on a closed site': registerOn('closed'),
    'without required profile fields': registerOn('required fields'),
    'does not sign in by itself': async (s) => {
      const client = visitorOf(s);
      await register(client);
      return client.auth.isLoggedIn();
    },
    'sends these requests': async (s) => {
      await register(visitorOf(s));
      return s.network.log();
    },
  }),
  ...successRows('login', {
    'succeeds with a session token': async (s) => normalizeResult(await login(s)),
    'ignores the case of the address': async (s) => normalizeResult(await login(s, { email: 'ADA@example.org' })),
    'with a wrong password': async (s) => normalizeResult(await login(s, { password: 'a wrong password' })),
    'with an unknown address': async (s) => normalizeResult(await login(s, { email: newEmail() })),
    'with an unknown address, on a site that reveals them': async (s) =>
      normalizeResult(await visitorOf(s, 'known addresses').auth.login({ email: newEmail(), password: PASSWORD })),
    'of a member whose address is not verified': async (s) => {
      const { client, email } = await registerUnverified(s);
      return normalizeResult(await client.auth.login({ email, password: PASSWORD }));
    },
    'of a member who waits for the owner': async (s) => {
      const client = visitorOf(s, 'approval');
      const email = newEmail();
      await register(client, email);
      return normalizeResult(await client.auth.login({ email, password: PASSWORD }));
    },
    'with an empty address': async (s) =>
      login(s, { email: '' }).then(normalizeResult, (error: Error) => `throws ${error.name}`),
    'with an empty password': async (s) =>
      login(s, { password: '' }).then(normalizeResult, (error: Error) => `throws ${error.name}`),
    'explains a failure with a sentence': async (s) => {
      const { error } = (await login(s, { password: 'a wrong password' })) as { error?: string };
      return (error ?? '').startsWith('{');
    },
    'sends these requests': async (s) => {
      await login(s);
      return s.network.log();
    },
  }),
  ...successRows('verification', {
    'the mailed code completes a registration': async (s) => {
      const { client, code } = await registerUnverified(s);
      return normalizeResult(await client.auth.processVerification({ verificationCode: code }));
    },
    'the code can be called code': async (s) => {
      const { client, code } = await registerUnverified(s);
      return normalizeResult(await client.auth.processVerification({ code }));
    },
    'another client continues with the state': async (s) => {
      const { code, result } = await registerUnverified(s);
      return normalizeResult(
        await visitorOf(s, 'verification').auth.processVerification({ verificationCode: code }, result),
      );
    },
    'without a state that waits for a code': async (s) =>
      visitorOf(s).auth.processVerification({ verificationCode: '123456' }),
    'after a successful sign-in': async (s) => {
      const client = visitorOf(s);
      await register(client);
      return client.auth.processVerification({ verificationCode: '123456' });
    },
    'a member who has verified the address signs in': async (s) => {
      const { client, email, code } = await registerUnverified(s);
      await client.auth.processVerification({ verificationCode: code });
      return normalizeResult(await client.auth.login({ email, password: PASSWORD }));
    },
  }),
  ...rejectionRows('verification', {
    'a wrong code': async (s) => {
      const { client, code } = await registerUnverified(s);
      const wrongCode = code === '000000' ? '111111' : '000000';
      return client.auth.processVerification({ verificationCode: wrongCode });
    },
    'a code with an unknown state': async (s) =>
      visitorOf(s, 'verification').auth.processVerification(
        { verificationCode: '123456' },
        { loginState: 'EMAIL_VERIFICATION_REQUIRED', data: { stateToken: 'made.up' } },
      ),
  }),
  ...successRows('recovery', {
    'sendPasswordResetEmail returns nothing for a known address': async (s) =>
      visitorOf(s).auth.sendPasswordResetEmail(s.fixture.member.email, s.fixture.redirectUri),
    'sendPasswordResetEmail returns nothing for an unknown address': async (s) =>
      visitorOf(s).auth.sendPasswordResetEmail(newEmail(), s.fixture.redirectUri),
    'sendPasswordResetEmail returns nothing for an invalid address': async (s) =>
      visitorOf(s).auth.sendPasswordResetEmail('no address', s.fixture.redirectUri),
    'sendPasswordResetEmail sends the redirect with the app': async (s) => {
      await visitorOf(s).auth.sendPasswordResetEmail(s.fixture.member.email, s.fixture.redirectUri);
      const { redirect } = s.network.last().body;
      return [s.network.log(), redirect.url === s.fixture.redirectUri, redirect.clientId === s.fixture.clientId];
    },
  }),
  ...rejectionRows('recovery', {
    'sendPasswordResetEmail to a URL that the app does not list': async (s) =>
      visitorOf(s).auth.sendPasswordResetEmail(s.fixture.member.email, 'https://evil.example/'),
  }),
];
