import { PorticoError } from '../error.ts';
import { browser } from './browser.ts';
import { FLOW_TIMEOUT_MS, receiveCode } from './flow-message.ts';
import type { AuthUrlOptions, OAuth } from './oauth.ts';
import type { Tokens } from './tokens.ts';

export interface PopupOptions extends Pick<AuthUrlOptions, 'language'> {
  /** How long the visitor may take, in milliseconds. Default 120,000 (specification section 9). */
  readonly timeoutMs?: number | undefined;
}

const FEATURES = 'popup,width=480,height=720';

/**
 * Signs a member in through the hosted page in a separate window. Call it directly in a click handler, because browsers
 * block windows that open later. The page's origin must be one of the app's origins; no redirect URI is needed. A page
 * with the header `Cross-Origin-Opener-Policy: same-origin` must use `signInWithRedirect`; `same-origin-allow-popups` works.
 * @throws PorticoError POPUP_BLOCKED; POPUP_CLOSED if the visitor closes the window; POPUP_DISCONNECTED if that policy separates
 *   the window from the page; FLOW_TIMED_OUT; 'Failed to fetch tokens from OAuth API'
 */
export async function signInWithPopup(
  auth: OAuth & { setTokens(tokens: Tokens | null): Promise<void> },
  { timeoutMs = FLOW_TIMEOUT_MS, language }: PopupOptions = {},
): Promise<void> {
  const popup = browser.open?.('', '_blank', FEATURES);
  if (!popup) {
    throw new PorticoError('The sign-in window was blocked. Call signInWithPopup in the handler of a click.', {
      code: 'POPUP_BLOCKED',
    });
  }
  try {
    const { codeVerifier, state } = auth.generateOAuthData('');
    const { authUrl: url } = await auth.getAuthUrl({ codeVerifier, state }, { responseMode: 'web_message', language });
    const response = await receiveCode({ url, state, timeoutMs, source: () => popup }, () => {
      popup.location.href = url;
    });
    await auth.setTokens(await auth.getMemberTokens(response.code, response.state, { codeVerifier, state }));
  } finally {
    popup.close();
  }
}
