/** Calls as most tests make them, in their short form. */
import type { Answered, Call, TestServer } from './index.ts';

type Body = Call['body'];
type Headers = Call['headers'];

/**
 * @param server as it stands once a test runs
 * @param at what all paths begin with
 * @param caller who calls unless a call says otherwise: the key with every scope
 */
export function verbs(
  server: () => TestServer,
  { at = '', caller = 'key' }: { readonly at?: string; readonly caller?: 'key' | 'visitor' | 'member' } = {},
) {
  const call = (
    method: Call['method'],
    path: string,
    body?: Body,
    as: string = server()[caller],
    headers: Headers = {},
  ): Promise<Answered> => server().call({ method, path: `${at}${path}`, body, as, headers });
  return {
    call,
    get: (path: string, as?: string, headers?: Headers) => call('GET', path, undefined, as, headers),
    post: (path: string, body: Body, as?: string, headers?: Headers) => call('POST', path, body, as, headers),
    put: (path: string, body: Body, as?: string, headers?: Headers) => call('PUT', path, body, as, headers),
    patch: (path: string, body: Body, as?: string, headers?: Headers) => call('PATCH', path, body, as, headers),
    remove: (path: string, as?: string, headers?: Headers) => call('DELETE', path, undefined, as, headers),
  };
}
