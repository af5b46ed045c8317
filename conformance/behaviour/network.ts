/** Records the requests of the client under test, and lets a row of the behaviour table simulate network failures. */
import { toBarePath } from '../../server/src/http/prefixes.ts';

export interface RecordedRequest {
  readonly method: string;
  /** The path without the vendor's prefix and without the query. */
  readonly path: string;
  readonly headers: Headers;
  /** The parsed JSON of the body, or of the query parameter `.r`. */
  // biome-ignore lint/suspicious/noExplicitAny: rows read bodies of every shape
  readonly body: any;
}

export interface Network {
  /** Returns the requests since the row started. */
  requests(): readonly RecordedRequest[];
  /** Returns the last request. */
  last(): RecordedRequest;
  /** Returns all requests in the form `POST /v2/items/query`. Token requests also contain the grant type. */
  log(): readonly string[];
  /**
   * Responds to requests of this path with a status instead of sending them. Without a status, they fail with a network
   * error.
   * @param times number of requests that fail; default all
   */
  fail(path: string, status?: number, times?: number): void;
}

export interface InstalledNetwork extends Network {
  /** Discards the recorded requests and failures before the next row. */
  reset(): void;
  uninstall(): void;
}

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  404: 'Not Found',
  409: 'Conflict',
  413: 'Payload Too Large',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** Wraps the global fetch. Clients must be created afterwards. */
export function installNetwork(): InstalledNetwork {
  const originalFetch = globalThis.fetch;
  let requests: RecordedRequest[] = [];
  const failures = new Map<string, { status: number | undefined; times: number }>();
  globalThis.fetch = async (input, init) => {
    const request = recordRequest(input, init);
    requests.push(request);
    const failure = failures.get(request.path);
    if (!failure || failure.times === 0) return originalFetch(input, init);
    failure.times -= 1;
    if (failure.status === undefined) throw new TypeError('fetch failed');
    return new Response('{}', {
      status: failure.status,
      statusText: STATUS_TEXTS[failure.status] ?? '',
      headers: { 'content-type': 'application/json', 'x-wix-request-id': 'a-request' },
    });
  };
  return {
    requests: () => requests,
    last() {
      const request = requests.at(-1);
      if (!request) throw new Error('The client has sent no request.');
      return request;
    },
    log: () => requests.map(logLineOf),
    fail: (path, status, times = Number.POSITIVE_INFINITY) => void failures.set(path, { status, times }),
    reset() {
      requests = [];
      failures.clear();
    },
    uninstall() {
      globalThis.fetch = originalFetch;
    },
  };
}

function recordRequest(input: Parameters<typeof fetch>[0], init: Parameters<typeof fetch>[1]): RecordedRequest {
  const url = new URL(input instanceof Request ? input.url : String(input));
  const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
  const packedQuery = url.searchParams.get('.r');
  return {
    method: method.toUpperCase(),
    path: toBarePath(url.pathname),
    headers: new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined)),
    body: typeof init?.body === 'string' ? parse(init.body) : packedQuery ? parse(fromBase64url(packedQuery)) : null,
  };
}

function logLineOf({ method, path, body }: RecordedRequest): string {
  const grant = path === '/oauth2/token' ? ` ${body.grantType ?? body.grant_type}` : '';
  return `${method} ${path}${grant}`;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

function fromBase64url(text: string): string {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
}
