/** The visitor's session, which all embeds of one app on a page share. */
import { type Connection, connect, localTokenStorage, type MemberAuth, memberAuth } from '@portico/sdk';

const connections = new Map<string, Connection<MemberAuth>>();

/** Returns the connection to an app. Its tokens are in the `localStorage` of the page's origin. */
export function connectTo(server: string, clientId: string): Connection<MemberAuth> {
  const key = `${server} ${clientId}`;
  const connection =
    connections.get(key) ??
    connect({ url: server, auth: memberAuth({ clientId, storage: localTokenStorage(`portico-embed:${clientId}`) }) });
  connections.set(key, connection);
  return connection;
}

/**
 * Returns the client id of an element, or of the sign-in button on the page, so that members submit forms as
 * themselves.
 */
export const clientIdOf = (host: Element): string | null =>
  host.getAttribute('client-id') ?? document.querySelector('portico-sign-in')?.getAttribute('client-id') ?? null;
