import { base64url } from './base64url.ts';
import type { Calls } from './calls.gen.ts';
import { abortError, NETWORK_ERROR, PorticoError } from './error.ts';
import { isRepeatable, withRetries } from './retry.ts';
import type { Route } from './route.ts';
import type { WebFetch, WebSignal } from './web-types.ts';

/** How calls reach a Portico server: its origin, the headers of each call, and the fetch implementation. */
export interface Transport {
  /** Origin of the server, without a trailing slash. '' in a page that the server itself serves. */
  readonly url: string;
  readonly fetch: WebFetch;
  /** Maximum number of retries of a call that is safe to repeat. Default 0. */
  readonly retries?: number | undefined;
  /** Returns the headers of the next call, including Authorization. */
  headers(): Promise<Record<string, string>>;
}

/** The input of a call as its contract defines it: query (including path parameters) and body. */
export type CallInput<Id extends keyof Calls> = Partial<Pick<Calls[Id], 'query' | 'body'>> & {
  /** Headers in addition to those of the transport, such as `idempotency-key`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Aborts the call and its retries. */
  readonly signal?: WebSignal | undefined;
  /** Sends a GET with the body in its URL if the URL is short enough. The endpoint must accept GET, too. */
  readonly asGet?: boolean;
};

/** Makes one call by its route, with the client's authorization. */
export type Call = <Id extends keyof Calls>(route: Route<Id>, input?: CallInput<Id>) => Promise<Calls[Id]['response']>;

/** Longer URLs are cut or rejected by some proxies (specification section 9). */
const MAX_GET_URL = 2_048;

/**
 * Makes one call by its route.
 * @throws PorticoError for every response other than 200, with the server's code, message and violations, and
 *   NETWORK_ERROR without a response
 */
export async function call<Id extends keyof Calls>(
  transport: Transport,
  route: Route<Id>,
  input: CallInput<Id> = {},
): Promise<Calls[Id]['response']> {
  const response = await callRaw(transport, route, input);
  try {
    return (await response.json()) as Calls[Id]['response'];
  } catch (cause) {
    if (input.signal?.aborted) throw abortError(input.signal);
    const message = `The response to ${route} is not JSON. Check that ${transport.url} is the origin of a Portico server.`;
    throw new PorticoError(message, { status: response.status, code: 'INVALID_RESPONSE', cause });
  }
}

/** Returns a function that makes calls with these headers instead of those of the client's session. */
export const callWith =
  (transport: Omit<Transport, 'headers'>, headers: Record<string, string> = {}): Call =>
  (route, input) =>
    call({ ...transport, headers: async () => headers }, route, input);

/**
 * Makes a call, such as one that returns a file, and returns the response with an unread body.
 * @throws PorticoError for every response other than 200, and NETWORK_ERROR without a response
 */
export async function callRaw<Id extends keyof Calls>(
  transport: Transport,
  route: Route<Id>,
  input: CallInput<Id> = {},
): Promise<Response> {
  const [url, init] = requestOf(transport.url, route, input);
  const { signal } = input;
  const retries = isRepeatable(route, input.headers) ? (transport.retries ?? 0) : 0;
  const attempt = async (): Promise<Response> => {
    const headers = { ...(await transport.headers()), ...input.headers, ...init.headers };
    return send(transport.fetch, url, { ...init, headers, ...(signal ? { signal } : {}) });
  };
  return withRetries(attempt, retries, signal);
}

/**
 * Sends a request and returns its successful response.
 * @throws PorticoError for every response other than 200, and NETWORK_ERROR without a response
 * @throws the reason of `signal` if it aborts the request
 */
export async function send(fetcher: typeof fetch, url: string, init: RequestInit): Promise<Response> {
  const response = await fetcher(url, init).catch((cause: unknown) => {
    if (init.signal?.aborted) throw abortError(init.signal);
    const [address] = url.split('?');
    throw new PorticoError(`${address} cannot be reached: ${(cause as Error).message}`, { code: NETWORK_ERROR, cause });
  });
  if (response.status !== 200) throw await PorticoError.of(response);
  return response;
}

/** Returns URL, method, content type and body of a call. */
function requestOf(
  origin: string,
  route: string,
  { query: parameters, body, asGet }: { query?: unknown; body?: unknown; asGet?: boolean },
): [url: string, init: { method: string; headers?: Record<string, string>; body?: string }] {
  const [method, template] = route.split(' ') as [method: string, template: string];
  const query = { ...(parameters as Record<string, unknown> | undefined) };
  const path = template.replace(/\{([\w.]+)\*?\}/g, (_, name: string) => {
    const value = name.includes('.') ? valueInBody(body, name) : query[name];
    delete query[name];
    return encodeURIComponent(String(value));
  });
  const getUrl = asGet ? `${origin}${path}${packQuery(body as object)}` : '';
  if (asGet && getUrl.length <= MAX_GET_URL) return [getUrl, { method: 'GET' }];
  const url = `${origin}${path}${packQuery(query)}`;
  if (method === 'GET' || method === 'DELETE') return [url, { method }];
  return [url, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body ?? {}) }];
}

/** Resolves a path parameter such as `submission.id` in the body. */
function valueInBody(body: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], body);
}

/** Packs all parameters into the parameter `.r` (base64url of JSON), as the vendor's clients do for nested values. */
function packQuery(query: object): string {
  const json = JSON.stringify(query);
  return json === '{}' ? '' : `?.r=${base64url(new TextEncoder().encode(json))}`;
}
