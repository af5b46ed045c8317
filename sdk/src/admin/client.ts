import type { Calls } from '@portico/contract';
import { type CallInput, call, callRaw, type Transport } from '../call.ts';
import { PorticoError } from '../error.ts';
import { createAccessToken } from './access-token.ts';

export type AdminUser = Calls['sites.session.refresh']['answer']['user'];

export interface AdminClient {
  /**
   * Any call of the contract, made as the signed-in site user on the current site. A 401 is answered once with a new
   * access token and the same call again.
   * @throws PorticoError for every answer that is not 200
   */
  call<Id extends keyof Calls>(id: Id, input?: CallInput<Id>): Promise<Calls[Id]['answer']>;
  /** The same for a call that answers a file: the response, its body not read yet. @throws PorticoError */
  download<Id extends keyof Calls>(id: Id, input?: CallInput<Id>): Promise<Response>;
  /** The user whose session cookie the browser holds; null when there is none. */
  resume(): Promise<AdminUser | null>;
  /** @throws PorticoError WRONG_CREDENTIALS, TOO_MANY_REQUESTS */
  signIn(credentials: Calls['sites.session.signIn']['body']): Promise<AdminUser>;
  /** Uses a one-time set-up link and signs in. @throws PorticoError SETUP_LINK_INVALID, OWNER_EXISTS, EMAIL_TAKEN */
  completeSetup(body: Calls['sites.setup.complete']['body']): Promise<AdminUser>;
  /** Whether the installation still waits for its first owner. */
  needsSetup(): Promise<boolean>;
  signOut(): Promise<void>;
  /** Ends every session of the user, on all devices. */
  signOutEverywhere(): Promise<void>;
  /** Mails a link for a new password; false: this installation cannot send mail. */
  forgotPassword(email: string): Promise<boolean>;
  /** Later calls act on this site. */
  chooseSite(siteId: string | null): void;
  /** Called when the server no longer knows the session, and after signOut. Returns the way to stop listening. */
  onSignedOut(listener: () => void): () => void;
}

/**
 * Makes the client of the owners' app. The session lives in an http-only cookie, which scripts cannot read; what this
 * page holds is an access token of a few minutes, in memory only, so that injected script finds nothing to carry away.
 * @param options.url origin of the server; '' in a page that the server itself serves
 */
export function createAdminClient(options: { url: string; fetch?: typeof fetch }): AdminClient {
  const given = options.fetch ?? globalThis.fetch.bind(globalThis);
  const fetchHere: typeof fetch = (input, init) => given(input, { credentials: 'same-origin', ...init });
  const listeners = new Set<() => void>();
  let siteId: string | null = null;

  const open: Transport = { url: options.url, fetch: fetchHere, headers: async () => ({}) };
  const token = createAccessToken(() => call(open, 'sites.session.refresh'));
  const signedIn: Transport = {
    url: options.url,
    fetch: fetchHere,
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
        if (!isUnauthenticated(error) || token.isRefused()) throw error;
        token.forget();
        return attempt();
      });
    } catch (error) {
      if (isUnauthenticated(error)) signedOut();
      throw error;
    }
  };

  return {
    call: (id, input) => withRenewal(() => call(signedIn, id, input)),
    download: (id, input) => withRenewal(() => callRaw(signedIn, id, input)),
    async resume() {
      try {
        return (await token.renew()).user;
      } catch (error) {
        if (isUnauthenticated(error)) return null;
        throw error;
      }
    },
    signIn: async (body) => token.take(await call(open, 'sites.session.signIn', { body })).user,
    completeSetup: async (body) => token.take(await call(open, 'sites.setup.complete', { body })).user,
    needsSetup: async () => (await call(open, 'sites.setup.get')).needed,
    async signOut() {
      await call(open, 'sites.session.signOut');
      signedOut();
    },
    async signOutEverywhere() {
      await call(open, 'sites.account.signOutEverywhere');
      signedOut();
    },
    forgotPassword: async (email) => (await call(open, 'sites.account.forgotPassword', { body: { email } })).isMailed,
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
