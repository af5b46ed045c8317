import type { Client } from '@portico/sdk';
import { createContext, type ReactNode, useContext } from 'react';

const ClientContext = createContext<Client | null>(null);

/** Provides the client of the site, created with `createClient` of the sdk, to the components below it. */
export function PorticoProvider({ client, children }: { client: Client; children: ReactNode }) {
  return <ClientContext value={client}>{children}</ClientContext>;
}

/** Returns the client of the nearest PorticoProvider, or null without one. */
export const usePortico = (): Client | null => useContext(ClientContext);
