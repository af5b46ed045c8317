'use client';

import { Form, useAuth, useMember } from '@portico/react';

export function MemberBar() {
  const { status, isSignedIn, signInWithRedirect, signOut } = useAuth();
  const { member } = useMember();
  if (status === 'loading') return <p>Loading…</p>;
  if (!isSignedIn) {
    return (
      <p>
        You are not signed in.{' '}
        <button type="button" onClick={() => signInWithRedirect({ redirectUri: `${location.origin}/callback` })}>
          Sign in
        </button>
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
