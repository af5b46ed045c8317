import type { Calls } from '../calls.gen.ts';
import { PorticoError } from '../error.ts';

type Session = Calls['sites.session.refresh']['response'];

/** Tokens are renewed this long before they expire, so that a pending call does not outlive its token. */
const RENEW_BEFORE_MS = 30_000;

/**
 * Holds the page's short-lived access token. Concurrent calls share a single renewal.
 * @param requestSession requests a new token from the server, authenticated by the session cookie
 */
export function createAccessTokenHolder(requestSession: () => Promise<Session>, now: () => number = Date.now) {
  let current: { value: string; renewAt: number } | null = null;
  let pending: Promise<Session> | null = null;
  let isTokenRejected = false;

  const take = (session: Session): Session => {
    const lifetimeMs = session.expiresInSeconds * 1000;
    current = { value: session.accessToken, renewAt: now() + Math.max(lifetimeMs - RENEW_BEFORE_MS, lifetimeMs / 2) };
    isTokenRejected = false;
    return session;
  };

  const renew = (): Promise<Session> => {
    pending ??= requestSession()
      .then(take, (error: unknown) => {
        isTokenRejected = error instanceof PorticoError && error.status === 401;
        throw error;
      })
      .finally(() => {
        pending = null;
      });
    return pending;
  };

  return {
    take,
    renew,
    get: async (): Promise<string> =>
      current && now() < current.renewAt ? current.value : (await renew()).accessToken,
    /** Discards the token, so that the next `get` requests a new one. */
    forget(): void {
      current = null;
    },
    /** True if the server reported that the session has ended. Another request would fail too. */
    isRejected: (): boolean => isTokenRejected,
  };
}
