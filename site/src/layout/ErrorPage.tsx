import { Link } from 'react-router';
import { useTexts } from '../texts/index.ts';

/** Shown instead of a page that failed. The server logs the error. */
export function ErrorPage({ status }: { status: number }) {
  const { site } = useTexts();
  const pages: Readonly<Record<number, readonly [title: string, sentence: string]>> = site.errorPages;
  const [title, sentence] = pages[status] ?? site.errorPages.other;
  return (
    <div className="page page-narrow">
      <title>{title}</title>
      <p className="eyebrow">{status}</p>
      <h1>{title}</h1>
      <p className="lead">{sentence}</p>
      <p className="actions">
        <Link className="portico-button" to="/">
          {site.toHome}
        </Link>
        {(status === 401 || status === 403) && (
          <a className="button-quiet" href="/sign-in">
            {site.frame.signIn}
          </a>
        )}
      </p>
    </div>
  );
}
