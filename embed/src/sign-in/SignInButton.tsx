import type { Language } from '@portico/domain';
import {
  type Connection,
  completeSignIn,
  createMembersClient,
  type MemberAuth,
  signInWithPopup,
  signInWithRedirect,
} from '@portico/sdk';
import { useEffect, useState } from 'react';
import { signInTexts } from './texts.ts';

/** Visitors may have to read an e-mail or register before they finish. */
const POPUP_TIMEOUT_MS = 15 * 60_000;

interface SignInButtonProps {
  readonly connection: Connection<MemberAuth>;
  /** One of the app's redirect URIs. A page at this address must contain the button, too. */
  readonly redirectUri: string;
  readonly language: Language;
  /** True if the sign-in page opens in a window. If the browser does not allow that, a redirect is used instead. */
  readonly usesPopup: boolean;
  /** Called when the button has loaded the session, and when the session changes. */
  onChange(isSignedIn: boolean): void;
}

export function SignInButton({ connection, redirectUri, language, usesPopup, onChange }: SignInButtonProps) {
  const { auth, call } = connection;
  const texts = signInTexts[language];
  /** The name of the member; null for a visitor, undefined while the session is loading. */
  const [name, setName] = useState<string | null | undefined>(undefined);
  const [problem, setProblem] = useState('');

  // biome-ignore lint/correctness/useExhaustiveDependencies: the session of the page does not change with the callbacks
  useEffect(() => {
    let isUnmounted = false;
    const update = async (): Promise<void> => {
      const member = (await auth.isLoggedIn()) ? await createMembersClient(call).getCurrentMember() : null;
      if (isUnmounted) return;
      setName(member ? member.profile?.nickname || member.loginEmail || texts.account : null);
      onChange(member !== null);
    };
    const showFailure = (error: unknown): void => {
      console.error('<portico-sign-in> could not sign in.', error);
      setProblem(texts.failed);
      setName(null);
    };
    returnFromSignIn(auth).catch(showFailure).then(update).catch(showFailure);
    const unsubscribe = auth.onAuthChange((event) => {
      if (event !== 'refreshed') void update().catch(showFailure);
    });
    return () => {
      isUnmounted = true;
      unsubscribe();
    };
  }, [auth]);

  const run = (action: () => Promise<void>) => () => {
    setProblem('');
    action().catch((error: unknown) => {
      console.error('<portico-sign-in> failed.', error);
      setProblem(texts.failed);
    });
  };

  if (name === undefined) return <span className="session" aria-busy="true" />;
  return (
    <span className="session">
      {name !== null && <bdi className="name">{name}</bdi>}
      {name === null ? (
        <button type="button" onClick={run(() => signIn(auth, { redirectUri, language, usesPopup }))}>
          {texts.signIn}
        </button>
      ) : (
        <button type="button" className="quiet" onClick={run(() => auth.signOut())}>
          {texts.signOut}
        </button>
      )}
      <span role="alert">{problem}</span>
    </span>
  );
}

type SignInSettings = Pick<SignInButtonProps, 'redirectUri' | 'language' | 'usesPopup'>;

async function signIn(auth: MemberAuth, { redirectUri, language, usesPopup }: SignInSettings): Promise<void> {
  if (usesPopup) {
    try {
      return await signInWithPopup(auth, { language, timeoutMs: POPUP_TIMEOUT_MS });
    } catch (error) {
      const { code } = error as { code?: string };
      // A visitor who closes the window has changed their mind.
      if (code === 'POPUP_CLOSED') return;
      if (code !== 'POPUP_BLOCKED' && code !== 'POPUP_DISCONNECTED') throw error;
    }
  }
  await signInWithRedirect(auth, { redirectUri, language });
}

/** Completes a sign-in if the page is its callback, and restores the address at which the sign-in began. */
async function returnFromSignIn(auth: MemberAuth): Promise<void> {
  const { state, code, error } = auth.parseFromUrl();
  if (!state || !(code || error)) return;
  const { pathname, search } = location;
  try {
    const originalUri = await completeSignIn(auth);
    const isSameOrigin = URL.parse(originalUri)?.origin === location.origin;
    if (isSameOrigin && originalUri !== location.href) history.replaceState(null, '', originalUri);
  } catch (failure) {
    history.replaceState(null, '', pathname + search);
    throw failure;
  }
}
