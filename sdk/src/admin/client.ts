import { type CallInput, call, callRaw, type Transport } from '../call.ts';
import type { Calls } from '../calls.gen.ts';
import { PorticoError } from '../error.ts';
import {
  sitesAccountForgotPassword,
  sitesAccountSignOutEverywhere,
  sitesSessionRefresh,
  sitesSessionSignIn,
  sitesSessionSignOut,
  sitesSetupComplete,
  sitesSetupGet,
} from '../routes.gen.ts';
import type { WebFetch, WebResponse } from '../web-types.ts';
import { createAccessTokenHolder } from './access-token.ts';
import type { CallById } from './full-client.ts';
import { routeTable } from './route-table.gen.ts';

export type AdminUser = Calls['sites.session.refresh']['response']['user'];

export interface AdminClient {
  /**
   * Makes any call of the contract as the signed-in dashboard user on the current site. After a 401, the call is
   * repeated once with a new access token.
   * @throws PorticoError for every response other than 200
   */
  readonly call: CallById;
  /**
   * Makes a call that returns a file, and returns the response with an unread body.
   * @throws PorticoError
   */
  download<Id extends keyof Calls>(id: Id, input?: CallInput<Id>): Promise<WebResponse>;
  /** Returns the user whose session cookie the browser has, or null if there is none. */
  resume(): Promise<AdminUser | null>;
  /** @throws PorticoError WRONG_CREDENTIALS, TOO_MANY_REQUESTS */
  signIn(credentials: Calls['sites.session.signIn']['body']): Promise<AdminUser>;
  /**
   * Uses a one-time set-up link and signs in.
   * @throws PorticoError SETUP_LINK_INVALID, OWNER_EXISTS, EMAIL_TAKEN
   */
  completeSetup(body: Calls['sites.setup.complete']['body']): Promise<AdminUser>;
  /** Returns true if the installation waits for its first owner. */
  needsSetup(): Promise<boolean>;
  signOut(): Promise<void>;
  /** Ends every session of the user, on all devices. */
  signOutEverywhere(): Promise<void>;
  /** Mails a link for a new password. Returns false if this installation cannot send mail. */
  forgotPassword(email: string): Promise<boolean>;
  /** Selects the site of later calls. */
  chooseSite(siteId: string | null): void;
  /**
   * Registers a listener that is called after signOut, and when the server no longer recognizes the session. Returns a
   * function that removes it.
   */
  onSignedOut(listener: () => void): () => void;
}

/**
 * Creates the dashboard's client. Threat: injected script. The session is an http-only cookie, which scripts cannot
 * read, and the page holds only an access token of a few minutes in memory.
 * @param options.url origin of the server; '' in a page that the server itself serves
 */
export function createAdminClient(options: { url: string; fetch?: WebFetch }): AdminClient {
  const baseFetch = options.fetch ?? globalThis.fetch.bind(globalThis);
  const fetchWithCookies: typeof fetch = (input, init) => baseFetch(input, { credentials: 'same-origin', ...init });
  const listeners = new Set<() => void>();
  let siteId: string | null = null;

  const anonymous: Transport = { url: options.url, fetch: fetchWithCookies, headers: async () => ({}) };
  const token = createAccessTokenHolder(() => call(anonymous, sitesSessionRefresh));
  const signedIn: Transport = {
    url: options.url,
    fetch: fetchWithCookies,
    headers: async () => ({
      authorization: await token.get(),
      ...(siteId === null ? {} : { 'wix-site-id': siteId }),
    }),
  };

  const signedOut = (): void => {
    token.forget();
    for (const listener of listeners) listener();
  };

  const withRenewal = async <T>(attempt: () => Promise<T>): Promise<T> => {
    try {
      return await attempt().catch((error: unknown) => {
        if (!isUnauthenticated(error) || token.isRejected()) throw error;
        token.forget();
        return attempt();
      });
    } catch (error) {
      if (isUnauthenticated(error)) signedOut();
      throw error;
    }
  };

  return {
    call: (id, input) => withRenewal(() => call(signedIn, routeTable[id], input)),
    download: (id, input) => withRenewal(() => callRaw(signedIn, routeTable[id], input)),
    async resume() {
      try {
        return (await token.renew()).user;
      } catch (error) {
        if (isUnauthenticated(error)) return null;
        throw error;
      }
    },
    signIn: async (body) => token.take(await call(anonymous, sitesSessionSignIn, { body })).user,
    completeSetup: async (body) => token.take(await call(anonymous, sitesSetupComplete, { body })).user,
    needsSetup: async () => (await call(anonymous, sitesSetupGet)).needed,
    async signOut() {
      await call(anonymous, sitesSessionSignOut);
      signedOut();
    },
    async signOutEverywhere() {
      await call(anonymous, sitesAccountSignOutEverywhere);
      signedOut();
    },
    forgotPassword: async (email) => (await call(anonymous, sitesAccountForgotPassword, { body: { email } })).isMailed,
    chooseSite(id) {
      siteId = id;
    },
    onSignedOut(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const isUnauthenticated = (error: unknown): boolean => error instanceof PorticoError && error.status === 401;
