'use client';

import { Form, useAuth, useMember } from '@portico/react';
import { useState } from 'react';

export function MemberBar() {
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

export const ContactForm = ({ formId }: { formId: string }) => <Form formId={formId} />;
