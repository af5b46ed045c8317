import { embedScript, escapeHtml } from '../../ui/embed-code.ts';
import type { CodeSnippet, ConnectionIds } from './snippet.ts';

/** The code that signs members in with React components. */
export const reactSignIn: CodeSnippet = {
  label: 'React sign-in',
  text: 'This component shows a sign-in form, or the name of the member and a button to sign out.',
  code: `import { SignIn, useAuth, useMember } from '@portico/react';

export function Member() {
  const { member } = useMember();
  const { signOut } = useAuth();
  if (!member) return <SignIn />;
  return (
    <p>
      {member.profile?.nickname ?? member.loginEmail} <button onClick={() => signOut()}>Sign out</button>
    </p>
  );
}`,
};

/** The code that signs members in on the hosted pages. The page at the redirect address needs it, too. */
export const hostedSignIn = (redirectUri: string): CodeSnippet => ({
  label: 'Sign-in on the hosted page',
  text: 'Call signIn when a button is clicked. The page to which members return runs the rest.',
  code: `import { completeSignIn, signInWithRedirect } from '@portico/sdk';
import { client } from './portico';

export const signIn = () => signInWithRedirect(client.auth, { redirectUri: '${redirectUri}' });

// On the page at that address:
if (location.href.startsWith('${redirectUri}?')) location.replace(await completeSignIn(client.auth));`,
});

/** The tag that shows a sign-in button on any page. */
export const signInTag = ({ url, clientId }: ConnectionIds): CodeSnippet => ({
  label: 'Button for any website',
  text: 'Paste this into a page whose address is a redirect address. The button opens the hosted sign-in page, then shows the name of the member.',
  code: `${embedScript({ url })}
<portico-sign-in client-id="${escapeHtml(clientId)}"></portico-sign-in>`,
});
