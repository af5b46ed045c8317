import { type SessionOptions, type VisitorAuth, visitorAuth } from './auth/session.ts';
import { signedCall } from './auth/signed-call.ts';
import type { PublicTransport } from './auth/token-endpoint.ts';
import type { Auth } from './auth/tokens.ts';
import type { Call } from './call.ts';
import { rejectArgument } from './error.ts';

interface CommonOptions {
  /**
   * Origin of the server: scheme, host and port, such as `http://localhost:4000`. In a page that the server itself
   * serves: `location.origin`. It may be empty for a `fetch` of your own that accepts paths.
   */
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
