import type { ReactNode } from 'react';
import { Failure } from '../data/LoadError.tsx';
import { usePortico, useTexts } from '../provider/PorticoProvider.tsx';
import type { Texts } from '../texts/index.ts';
import { useRoles } from './use-roles.ts';

export interface ProtectedProps {
  /** Key of the role that the member must have. Default: every member. */
  readonly role?: string;
  /** URL of the page with SignIn. Without it, the sentence for visitors has no link. */
  readonly signInUrl?: string;
  /** Shown to visitors instead of the sentence and the link. */
  readonly signedOut?: ReactNode;
  /** Shown to members without the role. Default: a sentence. */
  readonly denied?: ReactNode;
  readonly texts?: Texts;
  readonly children: ReactNode;
}

/**
 * Shows its children only to members, or to members with a role. It protects no data: everybody can read the code of a
 * page. Data is protected by the permissions of its collection.
 */
export function Protected({ role, signInUrl, signedOut, denied, texts: ownTexts, children }: ProtectedProps) {
  const texts = useTexts(ownTexts);
  const { status } = usePortico().session;
  const { roles, isPending, error } = useRoles({ enabled: role !== undefined });
  if (status === 'loading' || isPending) return <p role="status">{texts.forms.loading}</p>;
  if (status === 'signedOut') return signedOut ?? <SignInMessage url={signInUrl} texts={texts} />;
  if (error) return <Failure text={texts.items.failed} />;
  if (role !== undefined && !roles.includes(role)) return denied ?? <AccessMessage text={texts.access.denied} />;
  return children;
}

/** Asks a visitor to sign in, with a link if the app has a page for it. */
export const SignInMessage = ({ url, texts }: { url: string | undefined; texts: Texts }) => (
  <p className="portico-message">
    {texts.access.signIn} {url && <a href={url}>{texts.signIn.button}</a>}
  </p>
);

/** Explains why content is not shown. */
export const AccessMessage = ({ text }: { text: string }) => <p className="portico-message">{text}</p>;
