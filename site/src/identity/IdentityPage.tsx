import type { ReactNode } from 'react';
import { useTexts } from '../texts/index.ts';

interface IdentityPageProps {
  readonly siteName: string;
  readonly title: string;
  readonly lead?: ReactNode;
  /** the form was refused: the page's title says so first */
  readonly problem?: boolean;
  readonly children?: ReactNode;
}

/** The frame that all pages of signing in share. */
export function IdentityPage({ siteName, title, lead, problem = false, children }: IdentityPageProps) {
  const texts = useTexts();
  return (
    <div className="page page-form">
      <title>{`${problem ? texts.problem(title) : title} · ${siteName}`}</title>
      {/* Nothing of these pages belongs into a search engine. */}
      <meta name="robots" content="noindex" />
      <div className="panel">
        <h1>{title}</h1>
        {lead && <p className="lead">{lead}</p>}
        {children}
      </div>
    </div>
  );
}
