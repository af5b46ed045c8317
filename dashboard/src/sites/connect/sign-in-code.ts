import type { CodeSnippet } from '../../ui/code-snippet.ts';
import { embedScript, escapeHtml } from '../../ui/embed-code.ts';
import type { ConnectionIds } from './connection-ids.ts';

/** Marks a module whose components run in the browser. Next.js needs it. */
export const USE_CLIENT = `'use client';\n\n`;

/** Returns the component that shows the member or signs them in. @param directive the start of the file */
export const memberFile = (folder: string, directive = ''): CodeSnippet => ({
  label: `${folder}/Member.tsx`,
  isFile: true,
  text: 'Shows the name of the member and a button to sign out. Visitors see a sign-in form, and a button for the sign-in page of your site, where they can also sign up. Keep the form, the button or both.',
  code: `${directive}import { SignIn, useAuth, useMember } from '@portico/react';
import { SignInButton } from './SignInButton';

export function Member() {
  const { status, signOut } = useAuth();
  const { member } = useMember();
  if (status === 'loading') return <p role="status">One moment…</p>;
  if (status === 'signedOut') {
    return (
      <>
        <SignIn />
        <SignInButton />
      </>
    );
  }
  return (
    <p>
      {member?.profile?.nickname ?? member?.loginEmail}{' '}
      <button type="button" onClick={() => signOut()}>
        Sign out
      </button>
    </p>
  );
}`,
});

/** Returns the component that leads to the hosted sign-in page. @param directive the start of the file */
export const signInButtonFile = (folder: string, directive = ''): CodeSnippet => ({
  label: `${folder}/SignInButton.tsx`,
  isFile: true,
  text: 'Opens the sign-in page of your site, which returns to /callback.',
  code: `${directive}import { signInWithRedirect } from '@portico/sdk';
import { useState } from 'react';
import { client } from './portico';

export function SignInButton() {
  const [problem, setProblem] = useState('');
  const signIn = () => {
    const redirectUri = \`\${location.origin}/callback\`;
    signInWithRedirect(client.auth, { redirectUri }).catch((error: Error) =>
      setProblem(error.message),
    );
  };
  return (
    <p>
      <button type="button" onClick={signIn}>
        Open the sign-in page
      </button>{' '}
      <span role="alert">{problem}</span>
    </p>
  );
}`,
});

/**
 * Returns the component of the page at the redirect address. It depends on the path alone, because the code of the
 * sign-in is in the fragment of the address.
 * @param directive the start of the file
 */
export const callbackFile = (label: string, client = './portico', directive = ''): CodeSnippet => ({
  label,
  isFile: true,
  text: 'The sign-in page returns to this component, which goes back to where the sign-in started.',
  code: `${directive}import { completeSignIn } from '@portico/sdk';
import { useEffect, useState } from 'react';
import { client } from '${client}';

export default function Callback() {
  const [problem, setProblem] = useState('');
  useEffect(() => {
    completeSignIn(client.auth).then(
      (url) => location.replace(url),
      (error: Error) => setProblem(error.message),
    );
  }, []);
  const failure = problem && \`You are not signed in: \${problem}\`;
  return <p role="status">{failure || 'One moment…'}</p>;
}`,
});

/** The tag that shows a sign-in button on any page. */
export const signInTag = ({ url, clientId }: ConnectionIds): CodeSnippet => ({
  label: 'Button for any website',
  text: 'Paste this into a page whose address is a redirect address. The button opens the hosted sign-in page, then shows the name of the member.',
  code: `${embedScript({ url })}
<portico-sign-in client-id="${escapeHtml(clientId)}"></portico-sign-in>`,
});
