'use client';

import { useAuth } from '@portico/react';
import { useEffect, useState } from 'react';

/** The hosted sign-in page returns to this page, which goes back to where the sign-in started. */
export default function Callback() {
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
