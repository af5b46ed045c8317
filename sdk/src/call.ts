import type { Calls } from '@portico/contract';
import { PorticoError } from './error.ts';
import { routeTable } from './routes.gen.ts';

/** How calls reach a Portico server: its origin, the headers of each call, and the fetch implementation. */
export interface Transport {
  /** Origin of the server, without a trailing slash. '' in a page that the server itself serves. */
  readonly url: string;
  readonly fetch: typeof fetch;
  /** Returns the headers of the next call, including Authorization. */
  headers(): Promise<Record<string, string>>;
}

/** The input of a call as its contract defines it: query (including path parameters) and body. */
export type CallInput<Id extends keyof Calls> = Partial<Pick<Calls[Id], 'query' | 'body'>> & {
  /** Headers in addition to those of the transport, such as `idempotency-key`. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** Makes one call of the contract by its id, with the client's authorization. */
export type Call = <Id extends keyof Calls>(id: Id, input?: CallInput<Id>) => Promise<Calls[Id]['answer']>;

/**
 * Makes one call of the contract by its id.
 * @throws PorticoError for every response other than 200, with the server's code, message and violations
 */
export async function call<Id extends keyof Calls>(
  transport: Transport,
  id: Id,
  input: CallInput<Id> = {},
): Promise<Calls[Id]['answer']> {
  return (await (await callRaw(transport, id, input)).json()) as Calls[Id]['answer'];
}

/**
 * The same for a call that does not return JSON (a file, a table): returns the response with an unread body.
 * @throws PorticoError for every response other than 200
 */
export async function callRaw<Id extends keyof Calls>(
  transport: Transport,
  id: Id,
  input: CallInput<Id> = {},
): Promise<Response> {
  const [method, template] = routeTable[id];
  const query = { ...(input.query as Record<string, unknown> | undefined) };
  const path = template.replace(/\{([\w.]+)\*?\}/g, (_, name: string) => {
    const value = name.includes('.') ? inBody(input.body, name) : query[name];
    delete query[name];
    return encodeURIComponent(String(value));
  });
  const headers = { ...(await transport.headers()), ...input.headers };
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const response = await transport.fetch(`${transport.url}${path}${packed(query)}`, {
    method,
    headers: hasBody ? { ...headers, 'content-type': 'application/json' } : headers,
    ...(hasBody ? { body: JSON.stringify(input.body ?? {}) } : {}),
  });
  if (response.status !== 200) throw await PorticoError.of(response);
  return response;
}

/** Resolves a path parameter such as `submission.id` in the body. */
function inBody(body: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], body);
}

/** Packs parameters into one `.r` (base64url of JSON), as the vendor's clients do for nested ones. */
function packed(query: Record<string, unknown>): string {
  if (Object.keys(query).length === 0) return '';
  const bytes = new TextEncoder().encode(JSON.stringify(query));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return `?.r=${base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}
