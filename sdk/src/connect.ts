import { type SessionOptions, type VisitorAuth, visitorAuth } from './auth/session.ts';
import { signedCall } from './auth/signed-call.ts';
import type { PublicTransport } from './auth/token-endpoint.ts';
import type { Auth } from './auth/tokens.ts';
import type { Call } from './call.ts';

interface CommonOptions {
  /** Origin of the server, without a trailing slash. '' in a page that the server itself serves. */
  readonly url: string;
  readonly fetch?: typeof fetch | undefined;
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
 */
export function connect(options: VisitorOptions): Connection<VisitorAuth>;
export function connect<A extends Auth>(options: ConnectionOptions<A>): Connection<A>;
export function connect(options: ConnectionOptions<Auth>): Connection {
  const { url, retries = DEFAULT_RETRIES } = options;
  const transport = { url, retries, fetch: withConsistency(options.fetch ?? globalThis.fetch.bind(globalThis)) };
  const auth = authOf(options, transport);
  return { auth, call: signedCall(transport, auth) };
}

/**
 * Returns a fetch function that sends the server's consistency token with later calls, so that they read what earlier
 * calls wrote.
 */
function withConsistency(fetcher: typeof fetch): typeof fetch {
  let token: string | null = null;
  return async (url, init) => {
    const headers = token ? { ...(init?.headers as Record<string, string>), [CONSISTENCY]: token } : init?.headers;
    const response = await fetcher(url, { ...init, ...(headers ? { headers } : {}) });
    token = response.headers.get(CONSISTENCY) ?? token;
    return response;
  };
}

const CONSISTENCY = 'x-wix-consistent';

function authOf(options: ConnectionOptions<Auth>, transport: PublicTransport): Auth {
  if (options.auth === undefined) return visitorAuth(transport, options);
  return typeof options.auth === 'function' ? options.auth(transport) : options.auth;
}
