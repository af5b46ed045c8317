import { PorticoError } from '../error.ts';
import { browser } from './browser.ts';
import { type KeyValueStore, keyValueStore } from './browser-storage.ts';
import type { AuthUrlOptions, OAuth, OAuthData } from './oauth.ts';
import type { Tokens } from './tokens.ts';

type FlowAuth = OAuth & { setTokens(tokens: Tokens | null): Promise<void> };

export interface RedirectOptions extends Omit<AuthUrlOptions, 'responseMode'> {
  /** One of the app's redirect URIs. Its page must call `completeSignIn`. */
  readonly redirectUri: string;
  /** URL to return to after the sign-in. Default: the URL of the page. */
  readonly originalUri?: string | undefined;
  /** Stores the verifier until the callback. Default `localStorage`. */
  readonly store?: KeyValueStore | undefined;
  /** Opens a URL in the browser. Default: assigns `location`. */
  readonly navigate?: ((url: string) => void) | undefined;
}

const keyOf = (state: string): string => `portico-sign-in:${state}`;

/**
 * Leaves the page for the hosted sign-in page, which returns to `redirectUri`. Each sign-in stores its verifier under
 * its state, so several tabs may sign in at the same time.
 */
export async function signInWithRedirect(auth: OAuth, options: RedirectOptions): Promise<void> {
  const { redirectUri, originalUri = browser.location?.href ?? '', store = keyValueStore(), navigate } = options;
  const oauthData = auth.generateOAuthData(redirectUri, originalUri);
  const { authUrl } = await auth.getAuthUrl(oauthData, options);
  store.setItem(keyOf(oauthData.state), JSON.stringify(oauthData));
  if (navigate) navigate(authUrl);
  else browser.location?.assign(authUrl);
}

/** The latest sign-in of each client, with its `originalUri`. */
const completions = new WeakMap<OAuth, { readonly state: string; readonly uri: Promise<string> }>();

/**
 * Signs the member in from the callback of `signInWithRedirect`. Repeated calls share one exchange, because React's
 * StrictMode runs effects twice.
 * @param url default: the URL of the page
 * @returns the `originalUri` of the sign-in
 * @throws PorticoError 'Missing code or _state' (MISSING_CODE) if the sign-in failed; `cause` is the error of the
 *   callback. 'Invalid _state' (INVALID_STATE) if this browser did not start it. 'Failed to fetch tokens from OAuth
 *   API'
 */
export async function completeSignIn(
  auth: FlowAuth,
  { url, store = keyValueStore() }: { readonly url?: string; readonly store?: KeyValueStore } = {},
): Promise<string> {
  const { code, state, ...failure } = auth.parseFromUrl(url);
  if (state && failure.error) store.removeItem(keyOf(state));
  if (!code || !state) {
    throw new PorticoError('Missing code or _state', { code: 'MISSING_CODE', cause: failure });
  }
  let completion = completions.get(auth);
  if (completion?.state !== state) {
    completion = { state, uri: exchange(auth, store, code, state) };
    completions.set(auth, completion);
  }
  return completion.uri;
}

async function exchange(auth: FlowAuth, store: KeyValueStore, code: string, state: string): Promise<string> {
  const stored = store.getItem(keyOf(state));
  if (!stored) throw new PorticoError('Invalid _state', { code: 'INVALID_STATE' });
  const oauthData = JSON.parse(stored) as OAuthData;
  store.removeItem(keyOf(state));
  await auth.setTokens(await auth.getMemberTokens(code, state, oauthData));
  return oauthData.originalUri;
}
