import { Form, PorticoProvider, useAuth, useMember, useQuery } from '@portico/react';
import { useEffect, useState } from 'react';
import { client } from './portico';

const redirectUri = `${location.origin}/callback`;

export function App() {
  return (
    <PorticoProvider client={client}>{location.pathname === '/callback' ? <Callback /> : <Home />}</PorticoProvider>
  );
}

function Home() {
  return (
    <>
      <header>
        <MemberBar />
      </header>
      <main>
        <h1>Books</h1>
        <Books />
        <h2>Contact</h2>
        <Form formId={import.meta.env.VITE_PORTICO_FORM_ID} />
      </main>
    </>
  );
}

function MemberBar() {
  const { status, isSignedIn, signInWithRedirect, signOut } = useAuth();
  const { member } = useMember();
  const [problem, setProblem] = useState('');
  if (status === 'loading') return <p>Loading…</p>;
  if (!isSignedIn) {
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

function Books() {
  const { items, isPending, error, hasMore, isLoadingMore, loadMore } = useQuery('Books', (books) =>
    books.ascending('title').limit(5),
  );
  if (isPending) return <p>Loading…</p>;
  return (
    <>
      <ul>
        {items.map(({ _id, title, author }) => (
          <li key={_id}>
            {String(title)} by {String(author)}
          </li>
        ))}
      </ul>
      {error && <p role="alert">{error.message}</p>}
      {hasMore && (
        <button type="button" disabled={isLoadingMore} onClick={() => loadMore()}>
          More books
        </button>
      )}
    </>
  );
}

/** The hosted sign-in page returns to this page, which goes back to where the sign-in started. */
function Callback() {
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
