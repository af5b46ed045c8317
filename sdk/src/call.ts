import type { Calls } from '@portico/contract';
import { PorticoError } from './error.ts';
import { routeTable } from './routes.gen.ts';

/** How calls reach a Portico server: its origin, the headers of each call, and the fetch to use. */
export interface Transport {
  /** origin of the server, without a trailing slash; '' in a page that the server itself serves */
  readonly url: string;
  readonly fetch: typeof fetch;
  /** headers of the next call, Authorization among them */
  headers(): Promise<Record<string, string>>;
}

/** What a call is given: query (path parameters among it) and body, as its contract says. */
export type CallInput<Id extends keyof Calls> = Partial<Pick<Calls[Id], 'query' | 'body'>> & {
  /** beside those of the transport, e.g. `idempotency-key` */
  readonly headers?: Readonly<Record<string, string>>;
};

/** Makes one call of the contract by its id, as the caller of the client. */
export type Call = <Id extends keyof Calls>(id: Id, input?: CallInput<Id>) => Promise<Calls[Id]['answer']>;

/**
 * Makes one call of the contract by its id.
 * @throws PorticoError for every answer that is not 200, with the server's code, sentence and violations
 */
export async function call<Id extends keyof Calls>(
  transport: Transport,
  id: Id,
  input: CallInput<Id> = {},
): Promise<Calls[Id]['answer']> {
  return (await (await callRaw(transport, id, input)).json()) as Calls[Id]['answer'];
}

/**
 * The same for a call that answers no JSON (a file, a table): the response, its body not read yet.
 * @throws PorticoError for every answer that is not 200
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

/** `submission.id` of the path is the body's `submission.id`. */
function inBody(body: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], body);
}

/** Parameters as one packed `.r` (base64url of JSON), as the vendor's clients send nested ones. */
function packed(query: Record<string, unknown>): string {
  if (Object.keys(query).length === 0) return '';
  const bytes = new TextEncoder().encode(JSON.stringify(query));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return `?.r=${base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}
