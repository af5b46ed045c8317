/** The components for members. The file is long because it holds one entry for each state of each component. */
import {
  Account,
  Captcha,
  CompleteProfile,
  type ProfileField,
  Protected,
  profileFields,
  ResetPassword,
  SignIn,
  SignUp,
  type Texts,
  UserButton,
  useSignIn,
  VerifyEmail,
} from '@portico/react';
import type { ReactNode } from 'react';
import { Rejection, type Responses } from './demo-client.ts';
import { captchaSettings, challenge, member, settings } from './demo-data.ts';
import type { SpecimensOf } from './specimen.ts';
import type { Visitor } from './visitor.ts';

const LOGIN = '/v2/login';
const REGISTER = '/v2/register';
const REDIRECT = '/v1/redirect-session';
const SETTINGS = '/portico/v1/sign-in-settings';
const CODE = '/v1/auth/verify';

const EMAIL = 'ada@example.org';
const PASSWORD = 'correct horse battery';
const PENDING = 'button[aria-disabled]';
const ERROR = '.portico-error, .portico-summary, [role=alert]';

const verificationState = { state: 'REQUIRE_EMAIL_VERIFICATION', stateToken: 'demo', additionalData: {} };
const approvalState = { state: 'REQUIRE_OWNER_APPROVAL', additionalData: {} };
const missingState = {
  state: 'REQUIRE_MISSING_FIELDS',
  stateToken: 'demo',
  additionalData: { missingFields: ['firstName'] },
};
const successState = { state: 'SUCCESS', sessionToken: 'demo', additionalData: {} };
const redirectSession = { redirectSession: { fullUrl: '', sessionToken: '', urlDetails: { endpoint: '' } } };
const unregisteredAddress = new Rejection(
  403,
  'INVALID_REDIRECT_URI',
  {},
  'The redirect address https://www.example.org is not registered for the OAuth app. Register exactly this address.',
);
const unavailable = new Rejection(500, 'SYSTEM_ERROR');
const withCaptcha: Responses = { [SETTINGS]: captchaSettings, '/portico/v1/captcha/challenge': challenge };

/** Sends the form of SignIn, and waits for an element of the state that follows. */
const signIn =
  (next: string) =>
  async ({ fill, press, see }: Visitor) => {
    await fill({ email: EMAIL, password: PASSWORD });
    await press();
    await see(next);
  };

const signUp =
  (next: string) =>
  async ({ fill, press, see }: Visitor) => {
    await fill({ firstName: 'Ada', email: EMAIL, password: PASSWORD });
    await press();
    await see(next);
  };

const sendCode =
  (next: string) =>
  async ({ fill, press, see }: Visitor) => {
    await fill({ code: '123456' });
    await press();
    await see(next);
  };

const fieldsOf = (texts: Texts): ProfileField[] => profileFields(settings, texts);
const requiredFieldsOf = (texts: Texts): ProfileField[] => fieldsOf(texts).filter(({ required }) => required);

/** CompleteProfile in a sign-in that waits for the first name. */
function MissingName({ pending = false }: { pending?: boolean }) {
  return <CompleteProfile flow={{ ...useSignIn(), missingFields: ['firstName'], pending }} />;
}

/** Aligns a button at the end of the line, as in the header of a page. Its menu opens towards the start. */
const alignAtEnd = (button: ReactNode, height?: string) => (
  <div style={{ textAlign: 'end', minHeight: height }}>{button}</div>
);

export const identitySpecimens: SpecimensOf<
  | 'SignIn'
  | 'SignUp'
  | 'VerifyEmail'
  | 'CompleteProfile'
  | 'ResetPassword'
  | 'Account'
  | 'UserButton'
  | 'Protected'
  | 'Captcha'
> = {
  SignIn: {
    empty: { render: () => <SignIn signUpUrl="#" /> },
    'inputs left empty': {
      render: () => <SignIn />,
      async act({ press, see }) {
        await press();
        await see('.portico-error');
      },
    },
    sending: { responses: { [LOGIN]: undefined }, render: () => <SignIn />, act: signIn(PENDING) },
    'wrong password': {
      responses: { [LOGIN]: new Rejection(403, '-19976') },
      render: () => <SignIn />,
      act: signIn(ERROR),
    },
    'too many attempts': {
      responses: { [LOGIN]: new Rejection(429, 'TOO_MANY_REQUESTS', { retryAfterSeconds: 900 }) },
      render: () => <SignIn />,
      act: signIn(ERROR),
    },
    captcha: {
      responses: { ...withCaptcha, [LOGIN]: new Rejection(428, '-19971') },
      render: () => <SignIn />,
      act: signIn('.portico-captcha'),
    },
    'code of the mail': {
      responses: { [LOGIN]: verificationState },
      render: () => <SignIn />,
      act: signIn('[name=code]'),
    },
    'missing profile fields': {
      responses: { [LOGIN]: missingState },
      render: () => <SignIn />,
      act: signIn('[name=firstName]'),
    },
    'waiting for the owner': {
      responses: { [LOGIN]: approvalState },
      render: () => <SignIn />,
      act: signIn('.portico-links button'),
    },
    'unregistered address': {
      responses: { [LOGIN]: successState, [REDIRECT]: unregisteredAddress },
      render: () => <SignIn />,
      act: signIn(ERROR),
    },
    'loading the member': {
      responses: { [LOGIN]: successState, [REDIRECT]: redirectSession, '/v1/members/my': undefined },
      render: () => <SignIn />,
      act: signIn('.portico-status'),
    },
    'signed in': { isMember: true, render: () => <SignIn />, act: ({ see }) => see('.portico-status') },
  },
  SignUp: {
    loading: { responses: { [SETTINGS]: undefined }, render: () => <SignUp /> },
    failed: { responses: { [SETTINGS]: unavailable }, render: () => <SignUp />, act: ({ see }) => see('[role=alert]') },
    empty: { render: () => <SignUp signInUrl="#" /> },
    'with errors': {
      render: (texts) => (
        <SignUp
          post={{
            fields: fieldsOf(texts),
            values: { email: EMAIL },
            errors: { firstName: texts.validation.required, password: texts.validation.passwordTooCommon },
          }}
        />
      ),
    },
    captcha: { responses: withCaptcha, render: () => <SignUp />, act: ({ see }) => see('.portico-captcha') },
    sending: { responses: { [REDIRECT]: undefined }, render: () => <SignUp />, act: signUp(PENDING) },
    'code of the mail': {
      responses: { [REDIRECT]: redirectSession, [REGISTER]: verificationState },
      render: () => <SignUp />,
      act: signUp('[name=code]'),
    },
    'waiting for the owner': {
      responses: { [REDIRECT]: redirectSession, [REGISTER]: approvalState },
      render: () => <SignUp />,
      act: signUp('.portico-links button'),
    },
    'unregistered address': {
      responses: { [REDIRECT]: unregisteredAddress },
      render: () => <SignUp />,
      act: signUp(ERROR),
    },
    closed: { responses: { [SETTINGS]: { ...settings, signUp: 'CLOSED' } }, render: () => <SignUp signInUrl="#" /> },
    'signed in': { isMember: true, render: () => <SignUp />, act: ({ see }) => see('.portico-status') },
  },
  VerifyEmail: {
    empty: { render: () => <VerifyEmail /> },
    sending: {
      responses: { [LOGIN]: verificationState, [CODE]: undefined },
      render: () => <SignIn />,
      async act(visitor) {
        await signIn('[name=code]')(visitor);
        await sendCode(PENDING)(visitor);
      },
    },
    'wrong code': {
      responses: { [LOGIN]: verificationState, [CODE]: new Rejection(400, 'VERIFICATION_FAILED') },
      render: () => <SignIn />,
      async act(visitor) {
        await signIn('[name=code]')(visitor);
        await sendCode('.portico-error')(visitor);
      },
    },
    'sent again': { render: () => <VerifyEmail post={{ isResent: true }} /> },
  },
  CompleteProfile: {
    loading: { responses: { [SETTINGS]: undefined }, render: () => <MissingName /> },
    empty: { render: () => <MissingName />, act: ({ see }) => see('[name=firstName]') },
    'with errors': {
      render: (texts) => (
        <CompleteProfile post={{ fields: requiredFieldsOf(texts), errors: { firstName: texts.validation.required } }} />
      ),
    },
    sending: { render: () => <MissingName pending />, act: ({ see }) => see(PENDING) },
  },
  ResetPassword: {
    'without the token of a mail': { render: () => <ResetPassword onBack={() => undefined} /> },
    captcha: { responses: withCaptcha, render: () => <ResetPassword />, act: ({ see }) => see('.portico-captcha') },
    sending: {
      responses: { '/v1/send-email': undefined },
      render: () => <ResetPassword />,
      async act({ fill, press, see }) {
        await fill({ email: EMAIL });
        await press();
        await see(PENDING);
      },
    },
    'mail sent': {
      responses: { '/v1/send-email': {} },
      render: () => <ResetPassword />,
      async act({ fill, press, see }) {
        await fill({ email: EMAIL });
        await press();
        await see('.portico-links button');
      },
    },
    'with the token': { render: () => <ResetPassword token="token" /> },
    'weak password': {
      render: (texts) => (
        <ResetPassword
          post={{
            account: { email: EMAIL, shortestPassword: 8 },
            errors: { newPassword: texts.validation.passwordTooShort(8) },
          }}
        />
      ),
    },
    'expired link': {
      responses: { '/v1/recover': new Rejection(400, 'VERIFICATION_FAILED') },
      render: () => <ResetPassword token="token" />,
      async act({ fill, press, see }) {
        await fill({ newPassword: PASSWORD });
        await press();
        await see(ERROR);
      },
    },
  },
  Account: {
    loading: { isMember: true, responses: { '/portico/v1/my/sessions': undefined }, render: () => <Account /> },
    failed: {
      isMember: true,
      responses: { '/portico/v1/my/sessions': unavailable },
      render: () => <Account />,
      act: ({ see }) => see('[role=alert]'),
    },
    member: {
      isMember: true,
      render: () => <Account forgotPasswordUrl="#" />,
      act: ({ see }) => see('.portico-sessions'),
    },
    saving: {
      isMember: true,
      responses: { [`/v1/members/${member.id}`]: undefined },
      render: () => <Account />,
      async act({ press, see }) {
        await press('#profile [type=submit]');
        await see(PENDING);
      },
    },
    saved: {
      isMember: true,
      responses: { [`/v1/members/${member.id}`]: { member } },
      render: () => <Account />,
      async act({ press, see }) {
        await press('#profile [type=submit]');
        await see('.portico-status:not(:empty)');
      },
    },
    'wrong password': {
      isMember: true,
      responses: { [LOGIN]: new Rejection(403, '-19976') },
      render: () => <Account />,
      async act({ fill, press, see }) {
        await fill({ currentPassword: 'forgotten', newPassword: PASSWORD });
        await press('#password [type=submit]');
        await see('.portico-error');
      },
    },
    deleted: {
      isMember: true,
      render: () => <Account />,
      async act({ fill, press, see }) {
        await see('.portico-sessions');
        await fill({ email: EMAIL });
        await press('#delete [type=submit]');
        await see('.portico-message');
      },
    },
    visitor: { render: () => <Account signInUrl="#" /> },
  },
  UserButton: {
    loading: {
      isMember: true,
      responses: { '/v1/members/my': undefined },
      remark: 'A circle reserves the place until the member is known.',
      render: () => alignAtEnd(<UserButton signInUrl="#" />),
    },
    member: { isMember: true, render: () => alignAtEnd(<UserButton signInUrl="#" accountUrl="#" />) },
    'menu open': {
      isMember: true,
      render: () => alignAtEnd(<UserButton signInUrl="#" accountUrl="#" />, '12rem'),
      async act({ press, see }) {
        await press('.portico-avatar[aria-expanded]');
        await see('.portico-menu:not([hidden])');
      },
    },
    visitor: { render: () => alignAtEnd(<UserButton signInUrl="#" />) },
  },
  Protected: {
    loading: {
      isMember: true,
      responses: { [`/v1/roles/members/${member.id}`]: undefined },
      render: () => <Protected role="editors">✓</Protected>,
    },
    'with the role': { isMember: true, render: () => <Protected role="editors">✓</Protected> },
    'without the role': { isMember: true, render: () => <Protected role="admins">✓</Protected> },
    visitor: { render: () => <Protected signInUrl="#">✓</Protected> },
    failed: {
      isMember: true,
      responses: { [`/v1/roles/members/${member.id}`]: unavailable },
      render: () => <Protected role="editors">✓</Protected>,
      act: ({ see }) => see('[role=alert]'),
    },
  },
  Captcha: {
    open: { responses: withCaptcha, render: () => <Captcha />, act: ({ see }) => see('[type=checkbox]') },
    working: {
      responses: { ...withCaptcha, '/portico/v1/captcha/challenge': undefined },
      render: () => <Captcha />,
      async act({ press, see }) {
        await press('[type=checkbox]');
        await see('.portico-help:not(:empty)');
      },
    },
    solved: {
      responses: withCaptcha,
      render: () => <Captcha />,
      async act({ press, see }) {
        await press('[type=checkbox]');
        await see('[name=captcha]:not([value=""])');
      },
    },
    failed: {
      responses: { ...withCaptcha, '/portico/v1/captcha/challenge': unavailable },
      render: () => <Captcha />,
      async act({ press, see }) {
        await press('[type=checkbox]');
        await see('.portico-error');
      },
    },
  },
};
