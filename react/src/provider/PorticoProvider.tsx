import type { AnyClient } from '@portico/sdk';
import { QueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { en, type Texts } from '../texts/index.ts';
import {
  createSessionStore,
  hasSession,
  type InitialSession,
  type Session,
  type SessionStore,
} from './session-store.ts';

/** The values that a provider shares with the components and hooks below it. */
export interface Portico {
  readonly client: AnyClient;
  readonly queryClient: QueryClient;
  readonly store: SessionStore;
  readonly session: Session;
  /** The prefix of all query keys: the client id, followed by the member's id or `visitor`. */
  readonly scope: readonly [clientId: string, identity: string];
  readonly texts: Texts;
}

export interface PorticoProviderProps {
  /** Created with `createClient` of `@portico/sdk`. Sign-in components need `auth: memberAuth({ clientId })`. */
  readonly client: AnyClient;
  /** The texts of all components: `en` (default), `de`, `he` or your own. */
  readonly texts?: Texts;
  /** The session that the server has read, so that server and browser render the same output. */
  readonly initialSession?: InitialSession;
  readonly children: ReactNode;
}

const PorticoContext = createContext<Portico | null>(null);
/** Data younger than this is shown from the cache without another request. */
const STALE_MS = 30_000;

/**
 * Provides client, session, cache and texts to the components below it. The cache belongs to this provider, so that a
 * server never mixes the data of two visitors. An app that uses React Query itself still needs its QueryClientProvider.
 */
export function PorticoProvider({ client, texts = en, initialSession, children }: PorticoProviderProps) {
  // A new client starts again with an empty cache.
  const [state, setState] = useState(() => createState(client, initialSession));
  if (state.client !== client) setState(createState(client, undefined));
  const { clientId, queryClient, store } = state;
  const session = useSyncExternalStore(store.subscribe, store.get, store.getServer);
  const identity = identityOf(session);

  useEffect(() => {
    queryClient.mount();
    return () => queryClient.unmount();
  }, [queryClient]);

  useEffect(() => {
    const isOfOtherIdentity = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] !== identity;
    void queryClient.cancelQueries({ predicate: isOfOtherIdentity });
    queryClient.removeQueries({ predicate: isOfOtherIdentity });
  }, [queryClient, identity]);

  const value = useMemo<Portico>(
    () => ({ client, queryClient, store, session, scope: [clientId, identity], texts }),
    [client, queryClient, store, session, clientId, identity, texts],
  );
  return <PorticoContext value={value}>{children}</PorticoContext>;
}

const identityOf = ({ status, memberId }: Session): string => memberId ?? (status === 'loading' ? '' : 'visitor');

function createState(client: AnyClient, initial: InitialSession | undefined) {
  // React Query must not retry, because the client already retries calls that may succeed later.
  // With `online`, the default mode, a call without a connection would wait silently instead of failing.
  const calls = { retry: false, networkMode: 'always' } as const;
  const queries = { ...calls, staleTime: STALE_MS, refetchOnReconnect: true };
  const queryClient = new QueryClient({ defaultOptions: { queries, mutations: calls } });
  const clientId = hasSession(client.auth) ? client.auth.clientId : '';
  const store = createSessionStore(client, initial, (member) =>
    queryClient.setQueryData(memberKey([clientId, member.id]), member),
  );
  if (initial?.member) queryClient.setQueryData(memberKey([clientId, initial.member.id]), initial.member);
  return { client, clientId, queryClient, store };
}

/** The key under which the member is cached. */
export const memberKey = (scope: Portico['scope']): readonly unknown[] => [...scope, 'member'];

/**
 * Returns the values of the nearest provider.
 * @throws Error without a provider
 */
export function usePortico(): Portico {
  const portico = useContext(PorticoContext);
  if (!portico) throw new Error('Wrap this component in <PorticoProvider client={client}>.');
  return portico;
}

/** Returns the values of the nearest provider, or null for components that also work without one. */
export const useOptionalPortico = (): Portico | null => useContext(PorticoContext);

/** Returns the texts of a component: from its property, otherwise from the provider, otherwise English. */
export function useTexts(texts: Texts | undefined): Texts {
  const portico = useContext(PorticoContext);
  return texts ?? portico?.texts ?? en;
}
