import '@portico/react/styles.css';
import { Form, PorticoProvider, useAuth, useMember } from '@portico/react';
import { useEffect, useState } from 'react';
import { client } from '../portico';

// Each island has its own provider. The islands share the session, because they share the client.
export const Members = () => (
  <PorticoProvider client={client}>
    <MemberBar />
  </PorticoProvider>
);

export const Contact = ({ formId }: { formId: string }) => (
  <PorticoProvider client={client}>
    <Form formId={formId} />
  </PorticoProvider>
);

export const Callback = () => (
  <PorticoProvider client={client}>
    <CompleteSignIn />
  </PorticoProvider>
);

function MemberBar() {
  const { status, isSignedIn, signInWithRedirect, signOut } = useAuth();
  const { member } = useMember();
  const [problem, setProblem] = useState('');
  if (status === 'loading') return <p>Loading…</p>;
  if (!isSignedIn) {
    const redirectUri = `${location.origin}/callback`;
    return (
      <p>
        You are not signed in.{' '}
        <button
          type="button"
          onClick={() => signInWithRedirect({ redirectUri }).catch((error: Error) => setProblem(error.message))}
        >
          Sign in
        </button>{' '}
        <span role="alert">{problem}</span>
      </p>
    );
  }
  return (
    <p>
      Signed in as {member?.loginEmail}{' '}
      <button type="button" onClick={() => signOut()}>
        Sign out
      </button>
    </p>
  );
}

/** The hosted sign-in page returns to this page, which goes back to where the sign-in started. */
function CompleteSignIn() {
  const { completeSignIn } = useAuth();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    completeSignIn().then(
      (url) => location.replace(url),
      (error: Error) => setProblem(error.message),
    );
  }, [completeSignIn]);
  return <p role="status">{problem ? `You are not signed in: ${problem}` : 'One moment…'}</p>;
}
