/** `<portico-sign-in>`: a button that opens the hosted sign-in page, or the name of the signed-in member. */
import { type Language, languages, pickLanguage } from '@portico/domain/languages';
import { createRoot } from 'react-dom/client';
import type { EmbedContext } from '../embed.ts';
import { connectTo } from '../session.ts';
import { style } from '../shadow-styles.ts';
import signIn from '../styles/sign-in.css?inline';
import { SignInButton } from './SignInButton.tsx';

export function mount({ host, root, server }: EmbedContext): () => void {
  const clientId = host.getAttribute('client-id');
  if (!clientId) throw new Error('<portico-sign-in> needs the attribute client-id, the client id of an OAuth app.');
  const lang = host.closest('[lang]')?.getAttribute('lang');
  const language: Language = pickLanguage([lang, ...navigator.languages], 'en');
  const container = document.createElement('div');
  container.lang = language;
  container.dir = languages[language].rtl ? 'rtl' : 'ltr';
  style(root, '', signIn);
  root.replaceChildren(container);
  const redirectUri = host.getAttribute('redirect-uri') ?? location.origin + location.pathname;
  const element = createRoot(container);
  element.render(
    <SignInButton
      connection={connectTo(server, clientId)}
      redirectUri={new URL(redirectUri, location.href).href}
      language={language}
      usesPopup={host.getAttribute('mode') === 'popup'}
      onChange={(isSignedIn) => {
        const detail = { isSignedIn };
        host.dispatchEvent(new CustomEvent('portico-session', { bubbles: true, composed: true, detail }));
      }}
    />,
  );
  return () => element.unmount();
}
