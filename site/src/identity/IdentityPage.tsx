import type { ReactNode } from 'react';
import { useTexts } from '../texts/index.ts';

interface IdentityPageProps {
  readonly siteName: string;
  readonly title: string;
  readonly lead?: ReactNode;
  /** True if the form has errors, which the title of the page mentions first. */
  readonly hasErrors?: boolean;
  readonly children?: ReactNode;
}

/** The layout of the pages for sign-in and sign-up. */
export function IdentityPage({ siteName, title, lead, hasErrors = false, children }: IdentityPageProps) {
  const texts = useTexts();
  return (
    <div className="page page-form">
      <title>{`${hasErrors ? texts.problem(title) : title} · ${siteName}`}</title>
      {/* Search engines must not index these pages. */}
      <meta name="robots" content="noindex" />
      <div className="portico-panel">
        <h1>{title}</h1>
        {lead && <p className="lead">{lead}</p>}
        {children}
      </div>
    </div>
  );
}
