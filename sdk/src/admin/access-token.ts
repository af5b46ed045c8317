import type { Calls } from '@portico/contract';
import { PorticoError } from '../error.ts';

type Session = Calls['sites.session.refresh']['answer'];

/** renewed this long before the server would refuse it: a call under way must not outlive its token */
const EARLY_MS = 30_000;

/**
 * The page's short access token. Callers that meet an old one together share a single renewal.
 * @param ask asks the server for a new token on the word of the session cookie
 */
export function createAccessToken(ask: () => Promise<Session>, now: () => number = Date.now) {
  let held: { value: string; renewAt: number } | null = null;
  let underWay: Promise<Session> | null = null;
  let refused = false;

  const take = (session: Session): Session => {
    const lifeMs = session.expiresInSeconds * 1000;
    held = { value: session.accessToken, renewAt: now() + Math.max(lifeMs - EARLY_MS, lifeMs / 2) };
    refused = false;
    return session;
  };

  const renew = (): Promise<Session> => {
    underWay ??= ask()
      .then(take, (error: unknown) => {
        refused = error instanceof PorticoError && error.status === 401;
        throw error;
      })
      .finally(() => {
        underWay = null;
      });
    return underWay;
  };

  return {
    take,
    renew,
    get: async (): Promise<string> => (held && now() < held.renewAt ? held.value : (await renew()).accessToken),
    /** the next get asks for a new one */
    forget(): void {
      held = null;
    },
    /** the server said that the session is over: asking again would not help */
    isRefused: (): boolean => refused,
  };
}
