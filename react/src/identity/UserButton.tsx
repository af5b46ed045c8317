import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTexts } from '../provider/PorticoProvider.tsx';
import type { Texts } from '../texts/index.ts';
import { useAuth } from './use-auth.ts';
import { useMember } from './use-member.ts';

export interface UserButtonProps {
  /** URL of the page with SignIn. */
  readonly signInUrl: string;
  /** URL of the page with Account. Without this URL, the menu has no link to the page. */
  readonly accountUrl?: string;
  /** Further entries of the menu, each an `li`. */
  readonly children?: ReactNode;
  readonly texts?: Texts;
}

/** A link to the sign-in page or, for members, a button with a menu: account and sign-out. */
export function UserButton({ signInUrl, accountUrl, children, texts: ownTexts }: UserButtonProps) {
  const texts = useTexts(ownTexts);
  const { status, signOut } = useAuth();
  const { member } = useMember();
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    if (!isOpen) return;
    const close = (event: Event): void => {
      if (!event.composedPath().includes(box.current as EventTarget)) setOpen(false);
    };
    const closeByKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('focusin', close);
    document.addEventListener('keydown', closeByKey);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('focusin', close);
      document.removeEventListener('keydown', closeByKey);
    };
  }, [isOpen]);

  if (status === 'signedOut') {
    return (
      <a className="portico-button-quiet" href={signInUrl}>
        {texts.signIn.button}
      </a>
    );
  }
  // Reserves the space of the button until the member is known.
  if (!member) return <span className="portico-avatar" aria-hidden="true" />;
  const name = member.profile.nickname || member.loginEmail || '';
  return (
    <div className="portico-user" ref={box}>
      <button
        className="portico-avatar"
        type="button"
        ref={button}
        aria-label={texts.userButton.menu(name)}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {member.profile.photo?.url ? (
          <img src={member.profile.photo.url} alt="" referrerPolicy="no-referrer" />
        ) : (
          [...name][0]?.toLocaleUpperCase(texts.language)
        )}
      </button>
      <div className="portico-menu" id={id} hidden={!isOpen}>
        <p className="portico-menu-name">
          <bdi>{name}</bdi>
        </p>
        <ul>
          {accountUrl && (
            <li>
              <a href={accountUrl}>{texts.userButton.account}</a>
            </li>
          )}
          {children}
          <li>
            <button className="portico-link" type="button" onClick={() => void signOut().catch(() => undefined)}>
              {texts.account.signOut}
            </button>
          </li>
        </ul>
      </div>
    </div>
  );
}
