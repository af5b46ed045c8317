import {
  type AnyClient,
  completeSignIn,
  type MemberAuth,
  type PopupOptions,
  type RedirectOptions,
  signInWithPopup,
  signInWithRedirect,
} from '@portico/sdk';
import { usePortico } from '../provider/PorticoProvider.tsx';
import type { Session } from '../provider/session-store.ts';

export interface AuthState {
  /** `loading` until the stored tokens have been read. */
  readonly status: Session['status'];
  readonly isSignedIn: boolean;
  readonly memberId: string | null;
  /** Leaves the page for the hosted sign-in page. */
  signInWithRedirect(options: RedirectOptions): Promise<void>;
  /** Signs in through the hosted page in a separate window. Call it directly in a click handler. */
  signInWithPopup(options?: PopupOptions): Promise<void>;
  /** Completes the sign-in on the page of the redirect URI, and returns the URL where the sign-in started. */
  completeSignIn(): Promise<string>;
  /** Signs out on this device, or on all devices with `everywhere`. */
  signOut(options?: { readonly everywhere?: boolean }): Promise<void>;
}

/** Returns the state of the session, and the functions to sign in and out. */
export function useAuth(): AuthState {
  const { client, session } = usePortico();
  return {
    status: session.status,
    isSignedIn: session.status === 'signedIn',
    memberId: session.memberId,
    signInWithRedirect: (options) => signInWithRedirect(memberAuthOf(client), options),
    signInWithPopup: (options) => signInWithPopup(memberAuthOf(client), options),
    completeSignIn: () => completeSignIn(memberAuthOf(client)),
    signOut: (options) => memberAuthOf(client).signOut(options),
  };
}

/** @throws Error if the client cannot sign members in */
export function memberAuthOf({ auth }: AnyClient): MemberAuth {
  if ('getMemberTokensForDirectLogin' in auth) return auth as MemberAuth;
  throw new Error('Signing in requires a client created with createClient({ url, auth: memberAuth({ clientId }) }).');
}
