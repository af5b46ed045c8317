import { call, type Transport } from './call.ts';
import { PorticoError } from './error.ts';

/** Tokens of a visitor or member (specification section 3, "Member tokens"). */
export interface Tokens {
  /** `expiresAt` in milliseconds since 1970 */
  readonly accessToken: { readonly value: string; readonly expiresAt: number };
  readonly refreshToken: { readonly value: string; readonly role: 'visitor' | 'member' };
}

/** Where tokens are kept between calls: memory unless the page says otherwise. */
export interface TokenStorage {
  load(): Promise<Tokens | null> | Tokens | null;
  save(tokens: Tokens | null): Promise<void> | void;
}

/** Who the calls of a client are made as. */
export interface Auth {
  /** headers of the next call, Authorization among them */
  headers(): Promise<Record<string, string>>;
  /** called after a 401; true where the same call is worth a second try */
  renew?(): Promise<boolean>;
}

export interface VisitorAuth extends Auth {
  /** the tokens of now; asks for an anonymous visitor's where there are none */
  tokens(): Promise<Tokens>;
  /** goes on as the one these tokens speak for; null: as a new anonymous visitor */
  setTokens(tokens: Tokens | null): Promise<void>;
  /** whether a member is signed in (specification section 4, "Token roles") */
  isLoggedIn(): Promise<boolean>;
}

/** A token is renewed this long before it ends: a call under way must not outlive it. */
const EARLY_MS = 30_000;

/** A storage that lives as long as the page or process. */
export function memoryStorage(tokens: Tokens | null = null): TokenStorage {
  let held = tokens;
  return {
    load: () => held,
    save(tokens) {
      held = tokens;
    },
  };
}

/**
 * Calls as a visitor of a site: anonymous until a member's tokens are set, refreshed before they end. Calls that meet
 * an old token together share one renewal.
 * @throws Error 'Failed to fetch tokens from OAuth API', with status and request id (specification section 8)
 */
export function visitorAuth(
  transport: Pick<Transport, 'url' | 'fetch'>,
  options: { clientId: string; storage?: TokenStorage; now?: () => number },
): VisitorAuth {
  const { clientId, storage = memoryStorage(), now = Date.now } = options;
  let underWay: Promise<Tokens> | null = null;

  const ask = async (body: Record<string, string>, held: Tokens['refreshToken']): Promise<Tokens> => {
    const open: Transport = { ...transport, headers: async () => ({}) };
    const answer = await call(open, 'identity.oauth.token', { body });
    if (!('access_token' in answer)) throw new Error('The token endpoint answered no tokens');
    return {
      accessToken: { value: answer.access_token, expiresAt: now() + answer.expires_in * 1_000 },
      // The app may rotate refresh tokens: the next refresh must send the new one, the old one soon counts as stolen.
      refreshToken: { ...held, value: answer.refresh_token ?? held.value },
    };
  };
  const anonymous = () => ask({ clientId, grantType: 'anonymous' }, { value: '', role: 'visitor' });
  const fetchTokens = async (): Promise<Tokens> => {
    try {
      const { refreshToken } = (await storage.load()) ?? {};
      const tokens = refreshToken?.value
        ? await ask({ refreshToken: refreshToken.value, grantType: 'refresh_token' }, refreshToken).catch(
            // An ended or revoked token: the visitor goes on anonymously. A server in trouble signs nobody out.
            (error: unknown) => (isRefusal(error) ? anonymous() : Promise.reject(error)),
          )
        : await anonymous();
      const meanwhile = await storage.load();
      // Somebody signed in or out while the answer was on its way: it is about who was before.
      if (meanwhile?.refreshToken.value !== refreshToken?.value) return meanwhile ?? (await fetchTokens());
      await storage.save(tokens);
      return tokens;
    } catch (error) {
      throw tokenFailure(error);
    }
  };
  const renew = (): Promise<Tokens> => {
    underWay ??= fetchTokens().finally(() => {
      underWay = null;
    });
    return underWay;
  };
  const tokens = async (): Promise<Tokens> => {
    const held = await storage.load();
    return held && now() < held.accessToken.expiresAt - EARLY_MS ? held : renew();
  };
  return {
    tokens,
    headers: async () => ({ authorization: (await tokens()).accessToken.value }),
    async renew() {
      await renew();
      return true;
    },
    async setTokens(tokens) {
      await storage.save(tokens);
    },
    isLoggedIn: async () => (await storage.load())?.refreshToken.role === 'member',
  };
}

/** Calls with one access token that somebody else keeps fresh. */
export const accessTokenAuth = (accessToken: string): Auth => ({
  headers: async () => ({ authorization: accessToken }),
});

/** Calls with an API key, for servers: never ship one to a browser. */
export const apiKeyAuth = (apiKey: string, siteId: string): Auth => ({
  headers: async () => ({ authorization: apiKey, 'wix-site-id': siteId }),
});

const isRefusal = (error: unknown): boolean =>
  error instanceof PorticoError && error.status >= 400 && error.status < 429;

function tokenFailure(error: unknown): unknown {
  if (!(error instanceof PorticoError)) return error;
  const details = `${error.status} ${error.message}${error.requestId ? `, request-id: ${error.requestId}` : ''}`;
  return new Error(`Failed to fetch tokens from OAuth API: ${details}`, { cause: error });
}
