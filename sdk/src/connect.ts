import { type SessionOptions, type VisitorAuth, visitorAuth } from './auth/session.ts';
import { signedCall } from './auth/signed-call.ts';
import type { PublicTransport } from './auth/token-endpoint.ts';
import type { Auth } from './auth/tokens.ts';
import type { Call } from './call.ts';
import { rejectArgument } from './error.ts';
import type { WebFetch } from './web-types.ts';

interface CommonOptions {
  /**
   * Origin of the server: scheme, host and port, such as `http://localhost:4000`. In a page that the server itself
   * serves: `location.origin`. It may be empty if you pass a `fetch` that accepts paths.
   */
  readonly url: string;
  readonly fetch?: WebFetch | undefined;
  /**
   * Maximum number of retries after a network failure or while the server is busy. Applies to calls that only read or
   * have an idempotency key. Default 2.
   */
  readonly retries?: number | undefined;
}

const DEFAULT_RETRIES = 2;

export interface VisitorOptions extends CommonOptions, SessionOptions {
  readonly auth?: undefined;
}

interface AuthOptions<A extends Auth> extends CommonOptions {
  /** An authorization, or a function that creates one, such as `memberAuth({ clientId })` for signing members in. */
  readonly auth: A | ((transport: PublicTransport) => A);
}

/** Options with either the client id of an app or an authorization. */
export type ConnectionOptions<A extends Auth> = AuthOptions<A> | (VisitorAuth extends A ? VisitorOptions : never);

/** A server and an authorization, to create single parts of a client: `createFormsClient(connection.call)`. */
export interface Connection<A extends Auth = Auth> {
  readonly call: Call;
  readonly auth: A;
}

/**
 * Connects to a server without the code of any part of the client. Bundles contain only the parts that they create:
 * `createItemsReader(connect({ url, clientId }).call)`.
 * @throws PorticoError INVALID_URL if `url` is not the origin of a server
 */
export function connect(options: VisitorOptions): Connection<VisitorAuth>;
export function connect<A extends Auth>(options: ConnectionOptions<A>): Connection<A>;
export function connect(options: ConnectionOptions<Auth>): Connection {
  const { retries = DEFAULT_RETRIES } = options;
  const fetcher = withConsistency(options.fetch ?? globalThis.fetch.bind(globalThis));
  const transport = { url: originOf(options), retries, fetch: fetcher };
  const auth = authOf(options, transport);
  return { auth, call: signedCall(transport, auth) };
}

/** Returns the origin without a trailing slash. React Native has no complete `URL`. */
function originOf({ url, fetch }: CommonOptions): string {
  if (url === '' && fetch) return url;
  const [, origin] = /^(https?:\/\/[^/?#@\s]+)\/?$/i.exec(url) ?? [];
  return (
    origin ??
    rejectArgument(
      'INVALID_URL',
      `url ${JSON.stringify(url)} is not the origin of a Portico server, such as "http://localhost:4000".`,
    )
  );
}

/**
 * Returns a fetch function that sends the server's consistency tokens with later calls, so that they read what earlier
 * calls wrote. A token replaces those that its own call has sent, because the position of its write is behind theirs.
 * The tokens of parallel writes are all kept, because their responses may arrive in another order.
 */
function withConsistency(fetcher: typeof fetch): typeof fetch {
  const tokens = new Set<string>();
  return async (url, init) => {
    const headers: Record<string, string> = { ...(init?.headers as Record<string, string>) };
    const requestTokens = [...tokens];
    if (requestTokens.length > 0)
      headers[CONSISTENCY] = requestTokens.length > MAX_TOKENS ? 'latest' : requestTokens.join();
    const response = await fetcher(url, { ...init, headers });
    const token = response.headers.get(CONSISTENCY);
    if (token) {
      for (const earlier of requestTokens) tokens.delete(earlier);
      tokens.add(token);
    }
    return response;
  };
}

const CONSISTENCY = 'x-wix-consistent';
/** Instead of more tokens, which could exceed the limit of headers, `latest` asks for the primary database. */
const MAX_TOKENS = 20;

function authOf(options: ConnectionOptions<Auth>, transport: PublicTransport): Auth {
  if (options.auth === undefined) return visitorAuth(transport, options);
  return typeof options.auth === 'function' ? options.auth(transport) : options.auth;
}
