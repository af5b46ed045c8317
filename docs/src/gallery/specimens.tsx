/** Lists the components that the gallery shows, with all their states. */
import {
  Account,
  type AccountPost,
  Collection,
  CompleteProfile,
  Form,
  Image,
  Item,
  type ProfileField,
  Protected,
  profileFields,
  ResetPassword,
  RichContent,
  SignIn,
  SignUp,
  type Texts,
  UserButton,
  VerifyEmail,
} from '@portico/react';
import type { ReactNode } from 'react';
import type { Responses } from './demo-client.ts';
import { books, closedForm, form, itemsPage, member, richContent, sessions, settings } from './demo-data.ts';
import picture from './picture.svg?no-inline';

export interface Specimen {
  readonly state: string;
  /** Whether a member is signed in. */
  readonly isMember?: boolean;
  /** Responses of the server that the state needs. */
  readonly responses?: Responses;
  render(texts: Texts): ReactNode;
}

export interface Exhibit {
  readonly component: string;
  /** The hook under the component, if there is one. */
  readonly hook?: string;
  readonly specimens: readonly Specimen[];
}

const fieldsOf = (texts: Texts): ProfileField[] => profileFields(settings, texts);
const wrongPassword = (texts: Texts) => ({
  values: { email: 'ada@example.org' },
  errors: { form: texts.errors['-19976'] },
});
const failingResponses = { '/v2/items/query': undefined, '/v2/items/b1': undefined };
const accountPostOf = (texts: Texts): AccountPost => ({
  action: '/account',
  account: {
    email: 'ada@example.org',
    createdDate: member.createdDate,
    fields: fieldsOf(texts),
    values: { nickname: 'Ada', firstName: 'Ada' },
    shortestPassword: 8,
    sessions,
  },
  done: null,
  rejected: { intent: 'password', errors: { currentPassword: texts.account.wrongPassword } },
  signOutUrl: '/sign-out',
  exportUrl: '/account/export',
  forgotPasswordUrl: '/forgot-password',
});

/** Aligns a button at the end of the line, as in the header of a page. Its menu opens towards the start. */
const alignAtEnd = (button: ReactNode) => <div style={{ textAlign: 'end' }}>{button}</div>;

const bookRow = (book: { readonly title?: unknown; readonly author?: unknown }) => (
  <li>
    <bdi>{String(book.title)}</bdi>, <bdi>{String(book.author)}</bdi>
  </li>
);
const list = <Collection collectionId="Books">{bookRow}</Collection>;
const item = (
  <Item collectionId="Books" itemId="b1">
    {(book) => (
      <p>
        <bdi>{String(book.title)}</bdi>
      </p>
    )}
  </Item>
);

export const exhibits: readonly Exhibit[] = [
  {
    component: 'SignIn',
    hook: 'useSignIn',
    specimens: [
      { state: 'empty', render: () => <SignIn signUpUrl="#" /> },
      { state: 'wrong password', render: (texts) => <SignIn post={wrongPassword(texts)} /> },
      {
        state: 'too many attempts',
        render: (texts) => <SignIn post={{ errors: { form: texts.errors.TOO_MANY_REQUESTS(900) } }} />,
      },
      { state: 'signed in', isMember: true, render: () => <SignIn /> },
    ],
  },
  {
    component: 'SignUp',
    hook: 'useSignUp',
    specimens: [
      { state: 'empty', render: () => <SignUp signInUrl="#" /> },
      {
        state: 'with errors',
        render: (texts) => (
          <SignUp
            post={{
              fields: fieldsOf(texts),
              values: { email: 'ada@example.org' },
              errors: { firstName: texts.validation.required, password: texts.validation.passwordTooCommon },
            }}
          />
        ),
      },
      {
        state: 'closed',
        responses: { '/portico/v1/sign-in-settings': { ...settings, signUp: 'CLOSED' } },
        render: () => <SignUp signInUrl="#" />,
      },
    ],
  },
  {
    component: 'VerifyEmail',
    hook: 'useVerifyEmail',
    specimens: [
      { state: 'empty', render: () => <VerifyEmail /> },
      {
        state: 'wrong code',
        render: (texts) => <VerifyEmail post={{ errors: { code: texts.errors.VERIFICATION_FAILED } }} />,
      },
      { state: 'sent again', render: () => <VerifyEmail post={{ isResent: true }} /> },
    ],
  },
  {
    component: 'CompleteProfile',
    specimens: [
      {
        state: 'empty',
        render: (texts) => <CompleteProfile post={{ fields: fieldsOf(texts).filter(({ required }) => required) }} />,
      },
    ],
  },
  {
    component: 'ResetPassword',
    hook: 'useResetPassword',
    specimens: [
      { state: 'without the token of a mail', render: () => <ResetPassword onBack={() => undefined} /> },
      { state: 'with the token', render: () => <ResetPassword token="token" /> },
      {
        state: 'weak password',
        render: (texts) => (
          <ResetPassword
            post={{
              account: { email: 'ada@example.org', shortestPassword: 8 },
              errors: { newPassword: texts.validation.passwordTooShort(8) },
            }}
          />
        ),
      },
    ],
  },
  {
    component: 'Account',
    hook: 'useAccount',
    specimens: [
      { state: 'member', isMember: true, render: () => <Account forgotPasswordUrl="#" /> },
      { state: 'wrong password', render: (texts) => <Account post={accountPostOf(texts)} /> },
      { state: 'visitor', render: () => <Account /> },
    ],
  },
  {
    component: 'UserButton',
    hook: 'useMember',
    specimens: [
      { state: 'member', isMember: true, render: () => alignAtEnd(<UserButton signInUrl="#" accountUrl="#" />) },
      { state: 'visitor', render: () => alignAtEnd(<UserButton signInUrl="#" />) },
    ],
  },
  {
    component: 'Protected',
    hook: 'useRoles',
    specimens: [
      { state: 'with the role', isMember: true, render: () => <Protected role="editors">✓</Protected> },
      { state: 'without the role', isMember: true, render: () => <Protected role="admins">✓</Protected> },
      { state: 'visitor', render: () => <Protected>✓</Protected> },
    ],
  },
  {
    component: 'Form',
    hook: 'useForm',
    specimens: [
      { state: 'empty', render: () => <Form form={form} /> },
      {
        state: 'with errors',
        render: () => (
          <Form
            form={form}
            values={{ email: 'ada' }}
            errors={[
              { errorPath: 'name', errorType: 'REQUIRED_VALUE_ERROR' },
              { errorPath: 'email', errorType: 'FORMAT_ERROR', params: { format: 'email' } },
            ]}
          />
        ),
      },
      {
        state: 'with a captcha',
        render: () => <Form form={{ ...form, submissionPolicy: { captchaRequired: true } }} />,
      },
      { state: 'closed', render: () => <Form form={closedForm} /> },
      { state: 'loading', responses: { '/v4/forms/f9': undefined }, render: () => <Form formId="f9" /> },
      { state: 'missing', render: () => <Form formId="f8" /> },
    ],
  },
  {
    component: 'Collection',
    hook: 'useQuery',
    specimens: [
      { state: 'with items', responses: { '/v2/items/query': itemsPage(books, true) }, render: () => list },
      { state: 'empty', responses: { '/v2/items/query': itemsPage([]) }, render: () => list },
      { state: 'loading', responses: failingResponses, render: () => list },
      { state: 'failed', render: () => list },
    ],
  },
  {
    component: 'Item',
    hook: 'useItem',
    specimens: [
      { state: 'found', responses: { '/v2/items/b1': { dataItem: { id: 'b1', data: books[0] } } }, render: () => item },
      { state: 'missing', render: () => item },
      { state: 'loading', responses: failingResponses, render: () => item },
    ],
  },
  {
    component: 'Image',
    specimens: [
      { state: 'found', render: () => <Image value={{ url: picture }} alt="A book" width={320} height={200} /> },
    ],
  },
  {
    component: 'RichContent',
    specimens: [{ state: 'found', render: () => <RichContent content={richContent} /> }],
  },
];
