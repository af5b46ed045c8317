import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CONSISTENCY_HEADER } from '../http/consistency.ts';

/** Headers that the API calls for a page copy from the browser's request for the page. */
const FORWARDED_HEADERS = ['cookie', 'origin', 'user-agent', 'accept-language'];

/**
 * Returns a fetch that calls the API inside this process, on behalf of the browser that requested a page. It passes on
 * host (which selects the site), cookies, origin and address, so that every check of the API applies as if the browser
 * had called. Calls after a write read what it wrote.
 */
export function createApiFetch(http: FastifyInstance, page: FastifyRequest): typeof fetch {
  return async (input, init) => {
    const call = new Request(new URL(String(input instanceof Request ? input.url : input), 'http://in-process'), init);
    const headers: Record<string, string> = {};
    for (const name of FORWARDED_HEADERS) {
      const value = page.headers[name];
      if (typeof value === 'string') headers[name] = value;
    }
    if (page.consistencyToken) headers[CONSISTENCY_HEADER] = page.consistencyToken;
    const { pathname, search } = new URL(call.url);
    const response = await http.inject({
      method: call.method as 'GET',
      url: pathname + search,
      headers: { ...headers, ...Object.fromEntries(call.headers), host: page.host },
      payload: Buffer.from(await call.arrayBuffer()),
      remoteAddress: page.ip,
    });
    const token = response.headers[CONSISTENCY_HEADER];
    if (typeof token === 'string') page.consistencyToken = token;
    return new Response(new Uint8Array(response.rawPayload), {
      status: response.statusCode,
      headers: headersOf(response.headers),
    });
  };
}

function headersOf(values: Readonly<Record<string, unknown>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(values)) {
    for (const entry of Array.isArray(value) ? value : [value]) headers.append(name, String(entry));
  }
  return headers;
}
