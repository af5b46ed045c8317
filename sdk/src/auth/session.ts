import { callWith } from '../call.ts';
import { identityOauthRevoke, identitySessionsEndOthers } from '../routes.gen.ts';
import { type Locks, withLock } from './lock.ts';
import { hasEnded, type PublicTransport, requestTokens, tokenFailure } from './token-endpoint.ts';
import { type Auth, memoryStorage, type TokenStorage, type Tokens } from './tokens.ts';

/**
 * A change of the session. `ended`: the server reported that the member's session was revoked or has expired.
 * `refreshed` is also emitted for the first tokens of an anonymous visitor.
 */
export type AuthEvent = 'signedIn' | 'signedOut' | 'refreshed' | 'ended';

/** Receives the event and the current tokens. It may call the client. */
export type AuthListener = (event: AuthEvent, tokens: Tokens | null) => void;

export interface VisitorAuth extends Auth {
  /** Client id of the app that the session belongs to. */
  readonly clientId: string;
  /**
   * Returns the current tokens, and requests those of an anonymous visitor if there are none.
   * @throws PorticoError 'Failed to fetch tokens from OAuth API', with status and request id (specification section 8)
   */
  tokens(): Promise<Tokens>;
  /** Replaces the tokens of the session. With null, a new session of an anonymous visitor starts. */
  setTokens(tokens: Tokens | null): Promise<void>;
  /** Returns true if a member is signed in (specification section 4, "Token roles"). */
  isLoggedIn(): Promise<boolean>;
  /**
   * Calls the listener after each change of the session, also by another tab if the storage reports it.
   * @returns a function that removes the listener
   */
  onAuthChange(listener: AuthListener): () => void;
  /**
   * Removes the tokens and ends the session on the server. Rejects if the server could not be reached; the tokens of this
   * client are removed in any case. With `everywhere`, first ends all other sessions of the member, and rejects without
   * signing out if that fails.
   */
  signOut(options?: { readonly everywhere?: boolean | undefined }): Promise<void>;
}

export interface SessionOptions {
  /** Client id of an OAuth app of the site. */
  readonly clientId: string;
  readonly storage?: TokenStorage | undefined;
  /** The clock, in milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  /** Default: `navigator.locks` if it exists. */
  readonly locks?: Locks | undefined;
}

/** Tokens are renewed this long before they expire, so that a pending call does not outlive its token. */
const RENEW_BEFORE_MS = 30_000;
/** After a failed early renewal, the valid access token is used this long before the next attempt. */
const COOL_DOWN_MS = 5_000;

/**
 * Authorizes calls as a visitor of a site, who is anonymous until a member's tokens are set. Tokens are refreshed
 * before they expire by the local clock, and concurrent calls share one renewal. Only an `invalid_grant` response ends
 * a session, so a member stays signed in while the server fails or cannot be reached.
 */
export function visitorAuth(transport: PublicTransport, options: SessionOptions): VisitorAuth {
  const { clientId, storage = memoryStorage(), now = Date.now } = options;
  const locks = options.locks ?? globalThis.navigator?.locks;
  const listeners = new Set<AuthListener>();
  let unsubscribe: (() => void) | undefined;
  let pending: Promise<Tokens> | null = null;
  let retryAt = 0;
  let lastWrite: Promise<unknown> = Promise.resolve();
  /** Counts calls of setTokens. A response that belongs to an earlier epoch is not stored. */
  let epoch = 0;
  let wasMember: boolean | undefined;

  const emit = (event: AuthEvent, tokens: Tokens | null): void => {
    wasMember = isMember(tokens);
    for (const listener of listeners) {
      // Listeners run later and are not awaited, so that they may call the client.
      void Promise.resolve()
        .then(() => listener(event, tokens))
        .catch((error: unknown) => console.error(error));
    }
  };
  /** Runs one write after the other, so that the last call of setTokens wins even if the storage is slow. */
  const writeInOrder = <T>(write: () => Promise<T>): Promise<T> => {
    const currentWrite = lastWrite.then(write);
    lastWrite = currentWrite.catch(() => undefined);
    return currentWrite;
  };

  const requestAnonymousTokens = () =>
    requestTokens(transport, { clientId, grantType: 'anonymous' }, { value: '', role: 'visitor' }, { now });
  const refresh = async (refreshToken: Tokens['refreshToken']): Promise<[Tokens, AuthEvent]> => {
    try {
      const body = { clientId, refreshToken: refreshToken.value, grantType: 'refresh_token' };
      return [await requestTokens(transport, body, refreshToken, { now }), 'refreshed'];
    } catch (error) {
      if (!hasEnded(error)) throw error;
      return [await requestAnonymousTokens(), refreshToken.role === 'member' ? 'ended' : 'refreshed'];
    }
  };
  /** @param rejectedToken an access token that the server rejected although it has not expired */
  const fetchTokens = async (rejectedToken?: string): Promise<[Tokens, AuthEvent | null]> => {
    const startEpoch = epoch;
    const stored = await storage.load();
    // Another tab may have refreshed the tokens while this one waited for the lock.
    if (stored && isFresh(stored) && stored.accessToken.value !== rejectedToken) return [stored, null];
    const { refreshToken } = stored ?? {};
    const [tokens, event]: [Tokens, AuthEvent] = refreshToken?.value
      ? await refresh(refreshToken)
      : [await requestAnonymousTokens(), 'refreshed'];
    const current = await writeInOrder(async () => {
      const latest = await storage.load();
      // If somebody signed in or out during the request, its response belongs to the previous tokens.
      if (epoch !== startEpoch || latest?.refreshToken.value !== refreshToken?.value) return latest;
      await storage.save(tokens);
      return tokens;
    });
    if (current === tokens) return [tokens, event];
    return current && isFresh(current) ? [current, null] : fetchTokens();
  };
  const isFresh = (tokens: Tokens): boolean => now() < tokens.accessToken.expiresAt - RENEW_BEFORE_MS;

  const renew = (rejectedToken?: string): Promise<Tokens> => {
    pending ??= withLock(locks, storage.sharedAs, () => fetchTokens(rejectedToken))
      .then(([tokens, event]) => {
        retryAt = 0;
        if (event) emit(event, tokens);
        return tokens;
      })
      .catch((error: unknown) => {
        throw tokenFailure(error);
      })
      .finally(() => {
        pending = null;
      });
    return pending;
  };
  const tokens = async (): Promise<Tokens> => {
    const stored = await storage.load();
    const remainingMs = () => (stored ? stored.accessToken.expiresAt - now() : 0);
    const isCoolingDown = () => remainingMs() > 0 && now() < retryAt;
    if (stored && (remainingMs() > RENEW_BEFORE_MS || isCoolingDown())) return stored;
    try {
      return await renew();
    } catch (error) {
      const current = await storage.load();
      if (!stored || remainingMs() <= 0 || current?.refreshToken.value !== stored.refreshToken.value) throw error;
      retryAt = now() + COOL_DOWN_MS;
      return stored;
    }
  };
  const setTokens = async (tokens: Tokens | null): Promise<void> => {
    epoch += 1;
    await writeInOrder(async () => storage.save(tokens));
    emit(isMember(tokens) ? 'signedIn' : 'signedOut', tokens);
  };

  return {
    clientId,
    tokens,
    setTokens,
    headers: async () => ({ authorization: (await tokens()).accessToken.value }),
    async renew() {
      await renew((await storage.load())?.accessToken.value);
      return true;
    },
    isLoggedIn: async () => isMember(await storage.load()),
    onAuthChange(listener) {
      // Each registration has its own wrapper, because the Set would hold a listener that is added twice only once.
      const wrapper: AuthListener = (event, tokens) => listener(event, tokens);
      listeners.add(wrapper);
      void Promise.resolve(storage.load()).then(
        (tokens) => {
          wasMember ??= isMember(tokens);
        },
        () => undefined,
      );
      unsubscribe ??= storage.subscribe?.(async () => {
        const tokens = await storage.load();
        const isNowMember = isMember(tokens);
        emit(isNowMember === wasMember ? 'refreshed' : isNowMember ? 'signedIn' : 'signedOut', tokens);
      });
      return () => {
        listeners.delete(wrapper);
        if (listeners.size > 0) return;
        unsubscribe?.();
        unsubscribe = undefined;
      };
    },
    async signOut({ everywhere = false } = {}) {
      if (everywhere && isMember(await storage.load())) {
        const current = await tokens();
        if (isMember(current))
          await callWith(transport, { authorization: current.accessToken.value })(identitySessionsEndOthers);
      }
      const stored = await storage.load();
      await setTokens(null);
      if (!isMember(stored)) return;
      await callWith(transport)(identityOauthRevoke, { body: { token: stored.refreshToken.value, clientId } });
    },
  };
}

const isMember = (tokens: Tokens | null): tokens is Tokens => tokens?.refreshToken.role === 'member';
