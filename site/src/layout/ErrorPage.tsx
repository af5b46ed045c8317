import { Link } from 'react-router';

const PAGES: Readonly<Record<number, readonly [title: string, sentence: string]>> = {
  401: ['For members', 'Sign in to see this page.'],
  403: ['Not for everybody', 'This page is for members, or for some of them. Signing in may help.'],
  404: ['Nothing here', 'The page may have moved, or the address has a typing mistake.'],
  429: ['One moment', 'There were many requests from here just now. Please try again in a minute.'],
};

/** What a visitor reads when a page cannot be shown; the reason itself is in the server's log. */
export function ErrorPage({ status }: { status: number }) {
  const [title, sentence] = PAGES[status] ?? ['This did not work', 'The fault is ours. Please try again in a moment.'];
  return (
    <div className="page page-narrow">
      <title>{title}</title>
      <p className="eyebrow">{status}</p>
      <h1>{title}</h1>
      <p className="lead">{sentence}</p>
      <p className="actions">
        <Link className="portico-button" to="/">
          To the home page
        </Link>
        {(status === 401 || status === 403) && (
          <Link className="button-quiet" to="/sign-in">
            Sign in
          </Link>
        )}
      </p>
    </div>
  );
}
