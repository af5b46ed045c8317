/** Short forms of the calls that most tests make. */
import type { Call, TestResponse, TestServer } from './index.ts';

type Body = Call['body'];
type Headers = Call['headers'];

/**
 * Returns functions that send requests.
 * @param server returns the test server; called when a test runs
 * @param at prefix of all paths
 * @param caller default caller: `key` has every scope
 */
export function createVerbs(
  server: () => TestServer,
  { at = '', caller = 'key' }: { readonly at?: string; readonly caller?: 'key' | 'visitor' | 'member' } = {},
) {
  const call = (
    method: Call['method'],
    path: string,
    body?: Body,
    as: string = server()[caller],
    headers: Headers = {},
  ): Promise<TestResponse> => server().call({ method, path: `${at}${path}`, body, as, headers });
  return {
    call,
    get: (path: string, as?: string, headers?: Headers) => call('GET', path, undefined, as, headers),
    post: (path: string, body: Body, as?: string, headers?: Headers) => call('POST', path, body, as, headers),
    put: (path: string, body: Body, as?: string, headers?: Headers) => call('PUT', path, body, as, headers),
    patch: (path: string, body: Body, as?: string, headers?: Headers) => call('PATCH', path, body, as, headers),
    remove: (path: string, as?: string, headers?: Headers) => call('DELETE', path, undefined, as, headers),
  };
}
