import type { Client } from '@portico/sdk';
import { createContext, type ReactNode, useContext } from 'react';

const ClientContext = createContext<Client | null>(null);

/** Gives the components below it the client of the site, made once with `createClient` of the sdk. */
export function PorticoProvider({ client, children }: { client: Client; children: ReactNode }) {
  return <ClientContext value={client}>{children}</ClientContext>;
}

/** The client of the nearest PorticoProvider; null where there is none. */
export const usePortico = (): Client | null => useContext(ClientContext);
