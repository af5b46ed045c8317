/** Every component of the package, for tests that render them on a server. */
import type { AnyClient, Form as FormObject, Member, StoredItem } from '@portico/sdk';
import { type ReactNode, Suspense } from 'react';
import { sampleForm } from '../forms/view/testing/sample-form.ts';
import {
  Account,
  Collection,
  CompleteProfile,
  Form,
  Image,
  type InitialSession,
  Item,
  PorticoProvider,
  Protected,
  ResetPassword,
  RichContent,
  SignIn,
  SignUp,
  type Texts,
  UserButton,
  useQuery,
  VerifyEmail,
} from '../index.ts';

export const member = {
  id: 'm1',
  loginEmail: 'ada@example.org',
  profile: { nickname: 'Ada' },
  createdDate: '2026-01-02T03:04:05.000Z',
} as Member;
export const book: StoredItem = { _id: 'b1', title: 'Frankenstein' };

interface ComponentExample {
  readonly name: string;
  readonly element: ReactNode;
  /** Texts that the HTML must contain for a visitor and for the signed-in member. */
  readonly shown: string;
  readonly signedIn: string;
}

const content = { nodes: [{ type: 'PARAGRAPH', nodes: [{ type: 'TEXT', textData: { text: 'Hello' } }] }] };

export const everyComponent: readonly ComponentExample[] = [
  { name: 'SignIn', element: <SignIn />, shown: 'type="password"', signedIn: 'You are signed in as Ada.' },
  { name: 'SignUp', element: <SignUp />, shown: 'Loading…', signedIn: 'You are signed in as Ada.' },
  { name: 'VerifyEmail', element: <VerifyEmail />, shown: 'name="code"', signedIn: 'You are signed in as Ada.' },
  { name: 'ResetPassword', element: <ResetPassword />, shown: 'type="email"', signedIn: 'type="email"' },
  {
    name: 'ResetPassword with a token',
    element: <ResetPassword token="t" />,
    shown: '="newPassword"',
    signedIn: '="newPassword"',
  },
  { name: 'Account', element: <Account />, shown: 'Please sign in to see this.', signedIn: 'Loading…' },
  { name: 'UserButton', element: <UserButton signInUrl="/in" />, shown: 'href="/in"', signedIn: 'Account of Ada' },
  {
    name: 'Protected',
    element: <Protected>Secret</Protected>,
    shown: 'Please sign in to see this.',
    signedIn: 'Secret',
  },
  { name: 'Form', element: <Form formId="f" />, shown: 'Loading…', signedIn: 'Loading…' },
  {
    name: 'Form that is loaded',
    element: <Form form={sampleForm as FormObject} />,
    shown: '="email"',
    signedIn: '="email"',
  },
  {
    name: 'Collection',
    element: (
      <Collection collectionId="Books" initialItems={[book]}>
        {(item) => <li>{String(item.title)}</li>}
      </Collection>
    ),
    shown: '<li>Frankenstein',
    signedIn: '<li>Frankenstein',
  },
  {
    name: 'Item',
    element: (
      <Item collectionId="Books" itemId="b1" initialItem={book}>
        {(item) => <h1>{String(item.title)}</h1>}
      </Item>
    ),
    shown: '<h1>Frankenstein',
    signedIn: '<h1>Frankenstein',
  },
  {
    name: 'Image',
    element: <Image value={{ url: '/picture.png' }} alt="A" />,
    shown: 'alt="A"',
    signedIn: 'alt="A"',
  },
  { name: 'RichContent', element: <RichContent content={content} />, shown: '<p>Hello', signedIn: '<p>Hello' },
];

/** Components whose forms are posted to a server. */
export const postedForms: readonly ReactNode[] = [
  <SignIn key="1" post={{ errors: { form: 'Wrong.' }, values: { email: 'a@b.example' } }} />,
  <SignUp key="2" post={{ fields: [] }} />,
  <VerifyEmail key="3" post={{}} />,
  <ResetPassword key="4" post={{}} />,
  <ResetPassword key="5" post={{ account: { email: 'a@b.example', shortestPassword: 9 } }} />,
  <CompleteProfile key="6" post={{ fields: [] }} />,
];

function SuspendedTitle() {
  const { items } = useQuery('Books', undefined, { suspense: true });
  return <ul>{String(items[0]?.title)}</ul>;
}

export const suspended = (
  <Suspense fallback="Waiting">
    <SuspendedTitle />
  </Suspense>
);

interface PageOptions {
  readonly client: AnyClient;
  readonly initialSession?: InitialSession | undefined;
  readonly texts?: Texts | undefined;
}

export const pageWith = (element: ReactNode, options: PageOptions) => (
  <PorticoProvider {...options}>{element}</PorticoProvider>
);
