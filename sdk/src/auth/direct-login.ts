import { browser, type FlowResponse, hiddenFrame, requireDocument } from './browser.ts';
import { FLOW_TIMEOUT_MS, receiveCode } from './flow-message.ts';
import type { CallbackParams, OAuth } from './oauth.ts';
import type { Tokens } from './tokens.ts';

export interface DirectLoginOptions {
  /**
   * One of the app's redirect URIs. Required outside a browser, such as on a server or in React Native. In a browser,
   * the hidden frame needs no redirect URI.
   */
  readonly redirectUri?: string | undefined;
  /** How long to wait for the frame, in milliseconds. Default 120,000 (specification section 9). */
  readonly timeoutMs?: number | undefined;
}

/** Exchanges the session token of a successful `login` for tokens of the member. */
export type DirectLogin = (sessionToken: string, options?: DirectLoginOptions) => Promise<Tokens>;

export function createDirectLogin(oauth: OAuth, fetcher: typeof fetch): DirectLogin {
  return async (sessionToken, { redirectUri, timeoutMs = FLOW_TIMEOUT_MS } = {}) => {
    const isBrowser = typeof browser.document?.createElement === 'function';
    if (!isBrowser && !redirectUri) {
      throw new Error('Outside of a browser, the option redirectUri is required.');
    }
    const oauthData = oauth.generateOAuthData(isBrowser ? '' : (redirectUri ?? ''));
    const responseMode = isBrowser ? 'web_message' : 'query';
    const { authUrl } = await oauth.getAuthUrl(oauthData, { prompt: 'none', responseMode, sessionToken });
    const { code, state } = isBrowser
      ? await messageOfFrame(authUrl, oauthData.state, timeoutMs)
      : await redirectOf(authUrl, oauth, fetcher);
    return oauth.getMemberTokens(code, state, oauthData);
  };
}

/** Shows the URL in a hidden frame and returns the message that the frame posts. */
async function messageOfFrame(url: string, state: string, timeoutMs: number): Promise<FlowResponse> {
  const frame = hiddenFrame(url);
  try {
    const source = () => frame.contentWindow;
    return await receiveCode({ url, state, timeoutMs, source }, () => requireDocument().body.append(frame));
  } finally {
    frame.remove();
  }
}

/** Reads the callback from the redirect of the authorize endpoint, without following it. */
async function redirectOf(url: string, oauth: OAuth, fetcher: typeof fetch): Promise<CallbackParams> {
  const response = await fetcher(url, { redirect: 'manual' });
  return oauth.parseFromUrl(response.headers.get('location') ?? response.url, 'query');
}
