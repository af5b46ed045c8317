import type { AnyClient, Auth, Member, VisitorAuth } from '@portico/sdk';

/** The state of the session. It is `loading` until the stored tokens have been read and the member is known. */
export type Session =
  | { readonly status: 'loading'; readonly memberId: null }
  | { readonly status: 'signedOut'; readonly memberId: null }
  | { readonly status: 'signedIn'; readonly memberId: string };

/** The session with which the server rendered the page. `member` is null for an anonymous visitor. */
export interface InitialSession {
  readonly member: Member | null;
}

/** The session of a client, in the form that `useSyncExternalStore` needs. */
export interface SessionStore {
  get(): Session;
  /** Returns the session for rendering on the server and during hydration. */
  getServer(): Session;
  /** Subscribes to changes. The first call also reads the stored tokens. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** Resolves as soon as the session is no longer `loading`. Repeated calls return the same promise. */
  ready(): Promise<void>;
}

const LOADING: Session = { status: 'loading', memberId: null };
const SIGNED_OUT: Session = { status: 'signedOut', memberId: null };
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;

/** Returns whether the authorization has a session, unlike an API key. */
export const hasSession = (auth: Auth): auth is VisitorAuth => 'onAuthChange' in auth;

/** @param onMember receives the member whenever the store has read it from the server */
export function createSessionStore(
  { auth, members }: Pick<AnyClient, 'auth' | 'members'>,
  initial: InitialSession | undefined,
  onMember: (member: Member) => void,
): SessionStore {
  const first = initialOf(auth, initial);
  const listeners = new Set<() => void>();
  let waiting: { readonly promise: Promise<void>; resolve(): void } | undefined;
  let current = first;
  let readCount = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let stop: (() => void) | undefined;

  const set = (next: Session): void => {
    if (next.status === current.status && next.memberId === current.memberId) return;
    current = next;
    for (const listener of listeners) listener();
    if (next.status === 'loading') return;
    waiting?.resolve();
    waiting = undefined;
  };

  async function readMember(auth: VisitorAuth): Promise<Member | null> {
    if (!(await auth.isLoggedIn())) return null;
    // Renews expired tokens first. If the session has ended, only this request fails, and none follows.
    await auth.tokens();
    return (await auth.isLoggedIn()) ? members.getCurrentMember() : null;
  }

  /** Reads tokens and member. While the server cannot be reached, the session stays as it is. */
  async function read(auth: VisitorAuth, delay = FIRST_RETRY_MS): Promise<void> {
    readCount += 1;
    const readNumber = readCount;
    clearTimeout(retry);
    try {
      const member = await readMember(auth);
      if (readNumber !== readCount) return;
      if (member) onMember(member);
      set(member ? { status: 'signedIn', memberId: member.id } : SIGNED_OUT);
    } catch {
      if (readNumber !== readCount) return;
      retry = setTimeout(() => void read(auth, Math.min(delay * 2, LAST_RETRY_MS)), delay);
    }
  }

  function start(auth: VisitorAuth): void {
    const remove = auth.onAuthChange((event) => {
      // If another member has signed in, that member's data must not mix with the data on the page.
      if (event === 'signedIn') set(LOADING);
      void read(auth);
    });
    stop = () => {
      remove();
      clearTimeout(retry);
      readCount += 1;
    };
    void confirm(auth);
  }

  /**
   * Reads the member if the session is loading, or if the browser's tokens contradict the session that the server
   * rendered.
   */
  async function confirm(auth: VisitorAuth): Promise<void> {
    const readNumber = readCount;
    const isMember = await Promise.resolve(auth.isLoggedIn()).catch(() => undefined);
    // React's StrictMode subscribes twice. The first subscription has ended by now and must not send requests.
    if (readNumber !== readCount) return;
    if (current.status === 'loading' || isMember !== (current.status === 'signedIn')) void read(auth);
  }

  return {
    get: () => current,
    getServer: () => first,
    subscribe(listener) {
      listeners.add(listener);
      if (!stop && hasSession(auth)) start(auth);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },
    ready() {
      if (current.status !== 'loading') return READY;
      waiting ??= deferred();
      return waiting.promise;
    },
  };
}

const READY = Promise.resolve();

/** Replaces `Promise.withResolvers`, which ES2022 does not have. */
function deferred(): { readonly promise: Promise<void>; resolve(): void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
}

function initialOf(auth: Auth, initial: InitialSession | undefined): Session {
  if (!hasSession(auth)) return SIGNED_OUT;
  if (!initial) return LOADING;
  return initial.member ? { status: 'signedIn', memberId: initial.member.id } : SIGNED_OUT;
}
