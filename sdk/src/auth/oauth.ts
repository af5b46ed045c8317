import { base64url } from '../base64url.ts';
import type { Call } from '../call.ts';
import { PorticoError } from '../error.ts';
import { identityRedirectsCreate } from '../routes.gen.ts';
import { browser } from './browser.ts';
import {
  createVerifier,
  type RandomBytes,
  randomText,
  type Sha256,
  secureRandomBytes,
  webCryptoSha256,
} from './pkce.ts';
import { type PublicTransport, requestTokens, tokenFailure } from './token-endpoint.ts';
import type { Tokens } from './tokens.ts';

/** One sign-in in progress. Keep it until the callback, for example in a cookie; the verifier is secret. */
export interface OAuthData {
  /** Must be one of the app's redirect URIs. */
  readonly redirectUri: string;
  /** URL to return to after the sign-in. The client only stores it. */
  readonly originalUri: string;
  readonly codeVerifier: string;
  readonly state: string;
}

export type ResponseMode = 'fragment' | 'query' | 'web_message';

export interface AuthUrlOptions {
  /** `none` shows no page: without a session, the callback receives the error `login_required`. Default `login`. */
  readonly prompt?: 'login' | 'none' | undefined;
  /** How code and state reach the callback: in the fragment (default), in the query, or as a message. */
  readonly responseMode?: ResponseMode | undefined;
  /** Session token of a successful `login`; signs that member in. */
  readonly sessionToken?: string | undefined;
  /** Language of the hosted pages (BCP 47), such as `de`. */
  readonly language?: string | undefined;
}

/** The parameters of the callback URL. Absent values are null. */
export interface CallbackParams {
  readonly code: string | null;
  readonly state: string | null;
  readonly error?: string;
  readonly errorDescription?: string | null;
}

/** The PKCE verifier of a sign-in, or the challenge that was computed from it. */
export type ChallengeSource = Pick<OAuthData, 'codeVerifier'> | { readonly codeChallenge: string };

export interface OAuth {
  /** Creates the verifier and state of one sign-in. */
  generateOAuthData(redirectUri: string, originalUri?: string): OAuthData;
  /**
   * Returns the URL of the hosted sign-in page. Send the browser there.
   * @throws PorticoError INVALID_CLIENT if the app does not belong to the site
   */
  getAuthUrl(
    oauthData: ChallengeSource & Pick<OAuthData, 'state'> & { readonly redirectUri?: string | undefined },
    options?: AuthUrlOptions,
  ): Promise<{ authUrl: string; authorizationEndpoint: string; sessionToken: string | undefined }>;
  /** Reads the callback. Default: the URL of the page. */
  parseFromUrl(url?: string, responseMode?: 'fragment' | 'query'): CallbackParams;
  /**
   * Exchanges the code of the callback. Repeated calls with the same code share one exchange, because React's
   * StrictMode runs effects twice. The tokens are not stored: pass them to `setTokens`.
   * @throws PorticoError 'Missing code or _state' (MISSING_CODE), 'Invalid _state' (INVALID_STATE), 'Failed to fetch
   *   tokens from OAuth API' (specification section 8)
   */
  getMemberTokens(
    code: string | null | undefined,
    state: string | null | undefined,
    oauthData: Pick<OAuthData, 'state' | 'codeVerifier'> & { readonly redirectUri?: string | undefined },
  ): Promise<Tokens>;
  /**
   * Returns the URL that signs the browser out and then shows `originalUrl`, and removes the tokens of this client. Send
   * the browser there.
   * @throws PorticoError INVALID_REDIRECT_URI; then the member stays signed in
   */
  logout(originalUrl: string): Promise<{ logoutUrl: string }>;
}

export function createOAuth(
  transport: PublicTransport,
  call: Call,
  setTokens: (tokens: Tokens | null) => Promise<void>,
  {
    clientId,
    now,
    randomBytes = secureRandomBytes,
    sha256 = webCryptoSha256,
    verifierLength,
  }: {
    clientId: string;
    now?: (() => number) | undefined;
    randomBytes?: RandomBytes | undefined;
    sha256?: Sha256 | undefined;
    verifierLength?: number | undefined;
  },
): OAuth {
  let lastExchange: { readonly key: string; readonly tokens: Promise<Tokens> } | undefined;
  return {
    generateOAuthData: (redirectUri, originalUri = '') => ({
      redirectUri,
      originalUri,
      codeVerifier: createVerifier(verifierLength, randomBytes),
      state: randomText(43, randomBytes),
    }),
    async getAuthUrl({ redirectUri, state, ...source }, options = {}) {
      const { prompt = 'login', responseMode = 'fragment', sessionToken, language } = options;
      const authRequest = {
        clientId,
        codeChallenge: 'codeChallenge' in source ? source.codeChallenge : base64url(await sha256(source.codeVerifier)),
        codeChallengeMethod: 'S256',
        responseMode,
        responseType: 'code',
        scope: 'offline_access',
        state,
        redirectUri: redirectUri || undefined,
        sessionToken: sessionToken || undefined,
      };
      const preferences = language ? { additionalQueryParameters: { lang: language } } : undefined;
      const { redirectSession } = await call(identityRedirectsCreate, {
        body: { auth: { authRequest, prompt }, preferences },
      });
      return {
        authUrl: redirectSession.fullUrl,
        authorizationEndpoint: redirectSession.urlDetails.endpoint,
        sessionToken: redirectSession.sessionToken,
      };
    },
    parseFromUrl(url = browser.location?.href ?? '', responseMode = 'fragment') {
      const [, query = '', fragment = ''] = /^[^?#]*(?:\?([^#]*))?(?:#(.*))?$/s.exec(url) ?? [];
      const params = responseMode === 'query' ? query : fragment;
      const get = (name: string) => valueIn(params, name);
      const error = get('error');
      return {
        code: get('code'),
        state: get('state'),
        ...(error ? { error, errorDescription: get('error_description') } : {}),
      };
    },
    async getMemberTokens(code, state, { state: expected, codeVerifier, redirectUri }) {
      if (!code || !state) throw new PorticoError('Missing code or _state', { code: 'MISSING_CODE' });
      if (state !== expected) throw new PorticoError('Invalid _state', { code: 'INVALID_STATE' });
      const key = `${code} ${codeVerifier}`;
      const body = {
        clientId,
        grantType: 'authorization_code',
        code,
        codeVerifier,
        redirectUri: redirectUri || undefined,
      };
      if (lastExchange?.key !== key) {
        const tokens = requestTokens(transport, body, { value: '', role: 'member' }, { now }).catch(
          (error: unknown) => {
            if (lastExchange?.key === key) lastExchange = undefined;
            throw tokenFailure(error);
          },
        );
        lastExchange = { key, tokens };
      }
      return lastExchange.tokens;
    },
    async logout(originalUrl) {
      const { redirectSession } = await call(identityRedirectsCreate, {
        body: { logout: { clientId }, callbacks: { postFlowUrl: originalUrl } },
      });
      await setTokens(null);
      return { logoutUrl: redirectSession.fullUrl };
    },
  };
}

/** Reads a query string by hand, because URL and URLSearchParams are incomplete in React Native. */
function valueIn(params: string, name: string): string | null {
  const text = new RegExp(`(?:^|&)${name}=([^&]*)`).exec(params)?.[1]?.replaceAll('+', ' ');
  if (text === undefined) return null;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
